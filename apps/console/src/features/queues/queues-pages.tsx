import { EmptyState } from "@offhook/ui";
import { Headset, Route } from "lucide-react";
import type { ReactNode } from "react";

export function AgentDashboardPage(): ReactNode {
  return <EmptyState icon={Headset}>No call is waiting in your queues.</EmptyState>;
}

export function DispatchPage(): ReactNode {
  return <EmptyState icon={Route}>There is nothing to dispatch.</EmptyState>;
}
