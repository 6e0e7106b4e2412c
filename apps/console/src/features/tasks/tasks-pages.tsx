import { EmptyState } from "@offhook/ui";
import { CircleCheck, ListChecks } from "lucide-react";
import type { ReactNode } from "react";

export function TasksPage(): ReactNode {
  return <EmptyState icon={ListChecks}>Nothing is waiting to be done.</EmptyState>;
}

export function TaskPage(): ReactNode {
  return <EmptyState icon={CircleCheck}>This task is not here any more.</EmptyState>;
}
