import { EmptyState } from "@offhook/ui";
import { Headset, Route } from "lucide-react";
import type { ReactNode } from "react";

export function AgentDashboardPage(): ReactNode {
  return (
    <EmptyState icon={Headset}>
      The dashboard is not built yet. Join and leave queues in the menu of your account.
    </EmptyState>
  );
}

export function DispatchPage(): ReactNode {
  return <EmptyState icon={Route}>Dispatch is not built yet.</EmptyState>;
}
