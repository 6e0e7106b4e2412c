import { type ReactNode, Suspense, useEffect, useState } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { lazyPart } from "../lazy-page.ts";

const TaskNotices = lazyPart(() => import("../../features/tasks/notices/task-notices.tsx"), "TaskNotices");

/** What tells of tasks on every screen. No screen waits for it: it comes after the first paint. */
export function TaskNoticesHost(): ReactNode {
  const { browser } = usePlatform();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void browser.afterPaint().then(() => isHere && setIsPainted(true));
    return () => {
      isHere = false;
    };
  }, [browser]);
  if (!isPainted) return null;
  return (
    <Suspense fallback={null}>
      <TaskNotices />
    </Suspense>
  );
}
