import type { ReactNode } from "react";
import { latePart } from "../../platform/rendering/late.tsx";
import { useBehindFirstPage } from "../../platform/rendering/use-painted.ts";

const TasksBadge = latePart(() => import("./tasks-badge.tsx"), "TasksBadge");

/** How many tasks wait. The number comes from the service anyway: its code is asked for behind the first page. */
export function TasksBadgeHost(): ReactNode {
  return useBehindFirstPage() && <TasksBadge />;
}
