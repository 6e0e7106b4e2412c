import type { TaskNoticeEvent } from "@offhook/contract";

const STALE_MS = 12 * 3_600_000;

/** `who` is the other party of what the task is about; empty where it is hidden. */
export function noticeWords(
  { reason, byName, task }: TaskNoticeEvent,
  who: string,
): { readonly title: string; readonly body: string } {
  const body = [who, task.note].filter(Boolean).join(" · ");
  if (reason === "reminder") return { title: "Task reminder", body };
  return { title: byName ? `${byName} has a task for you` : "New task assigned to you", body };
}

/** Told again after a long time without network, it is no news any more. */
export function isStaleNotice({ reason, task }: TaskNoticeEvent, now: number): boolean {
  const at = reason === "reminder" ? task.reminded_on : task.assigned_on;
  return task.status !== "new" || (at !== null && now - at * 1000 > STALE_MS);
}
