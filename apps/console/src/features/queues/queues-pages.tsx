import { EmptyState } from "@offhook/ui";
import { Route } from "lucide-react";
import type { ReactNode } from "react";

export { AcdArea } from "./acd-area.tsx";
export { AgentDashboardPage } from "./dashboard/agent-dashboard-page.tsx";

export function DispatchPage(): ReactNode {
  return <EmptyState icon={Route}>Dispatch is not built yet.</EmptyState>;
}
