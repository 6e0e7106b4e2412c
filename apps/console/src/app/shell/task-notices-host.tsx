import { type ReactNode, Suspense } from "react";
import { usePainted } from "../../platform/use-painted.ts";
import { lazyPart } from "../lazy-page.ts";

const TaskNotices = lazyPart(() => import("../../features/tasks/notices/task-notices.tsx"), "TaskNotices");

/** What tells of tasks on every screen. No screen waits for it: it comes after the first paint. */
export function TaskNoticesHost(): ReactNode {
  const isPainted = usePainted();
  if (!isPainted) return null;
  return (
    <Suspense fallback={null}>
      <TaskNotices />
    </Suspense>
  );
}
