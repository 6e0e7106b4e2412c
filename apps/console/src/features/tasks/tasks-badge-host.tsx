import type { ReactNode } from "react";
import { latePart } from "../../platform/rendering/late.tsx";
import { usePainted } from "../../platform/rendering/use-painted.ts";

const TasksBadge = latePart(() => import("./tasks-badge.tsx"), "TasksBadge");

/** How many tasks wait. The number comes from the service anyway: its code is asked for after the first paint. */
export function TasksBadgeHost(): ReactNode {
  return usePainted() && <TasksBadge />;
}
