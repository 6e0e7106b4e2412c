import type { TaskUpdate } from "@offhook/contract";
import type { TaskChange, TaskState } from "./task-changes.ts";

/** Pure. What a request asks for, in an order in which each can follow the one before. */
export function changesOf(state: TaskState, given: TaskUpdate): TaskChange[] {
  const changes: TaskChange[] = [];
  if (state.status === "deleted" && given.status !== undefined) changes.push({ type: "restore" });
  if (given.status === "new" || given.resolved_by === null) changes.push({ type: "reopen" });
  if (given.assigned_to !== undefined) changes.push({ type: "assign", to: given.assigned_to });
  if (given.note !== undefined) changes.push({ type: "setNote", note: given.note });
  if (given.due_on !== undefined) changes.push({ type: "setDue", at: toDate(given.due_on) });
  if (given.remind_on !== undefined) changes.push({ type: "setReminder", at: toDate(given.remind_on) });
  if (given.status === "done" || typeof given.resolved_by === "number") changes.push({ type: "resolve" });
  return changes;
}

const toDate = (unix: number | null): Date | null => (unix === null ? null : new Date(unix * 1000));
