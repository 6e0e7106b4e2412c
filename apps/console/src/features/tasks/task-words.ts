import type { Task, TaskSourceType } from "@offhook/contract";

export const SOURCE_NAMES: Readonly<Record<TaskSourceType, string>> = {
  sms: "Conversation",
  voicemail: "Voicemail",
  fax: "Fax",
  call: "Missed call",
  chat: "Chat",
  own: "Task",
};

/** The assignee, from the reader's side. */
export function assigneeWords(task: Pick<Task, "assigned_to" | "assignedToName">, userId: number): string {
  if (task.assigned_to === null) return "Unassigned";
  return task.assigned_to === userId ? "You" : task.assignedToName || "Someone";
}

/** What the button says that assigns it. */
export function assignWords(task: Pick<Task, "assigned_to" | "assignedToName">, userId: number): string {
  if (task.assigned_to === null) return "Assign";
  return `Assigned to ${task.assigned_to === userId ? "you" : assigneeWords(task, userId)}`;
}

/** The user who resolved it, from the reader's side. */
export function resolverWords(task: Pick<Task, "resolved_by" | "resolvedByName">, userId: number): string {
  if (task.resolved_by === userId) return "Resolved by you";
  return task.resolvedByName ? `Resolved by ${task.resolvedByName}` : "Resolved";
}
