import type { ReactNode } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const TaskNotices = latePart(() => import("../../../features/tasks/notices/task-notices.tsx"), "TaskNotices");

/** What tells of tasks on every screen. No screen waits for it: it comes after the first paint. */
export function TaskNoticesHost(): ReactNode {
  const isPainted = usePainted();
  if (!isPainted) return null;
  return <TaskNotices />;
}
