import type { Task, TaskSourceType } from "@offhook/contract";
import { clockTime, fullDateTime, type Moment, timeLabel } from "@offhook/ui/format";

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

/** The user who resolved it, from the reader's side. */
export function resolverWords(task: Pick<Task, "resolved_by" | "resolvedByName">, userId: number): string {
  if (task.resolved_by === userId) return "Resolved by you";
  return task.resolvedByName ? `Resolved by ${task.resolvedByName}` : "Resolved";
}

const DAY_MS = 86_400_000;

/** "today at 03:05 PM", also for times ahead, for which the words of times past have none. */
export function dueWords(moment: Moment): string {
  const { at, now, timeZone } = moment;
  const dayOf = (instant: number): string => new Intl.DateTimeFormat("en-CA", { timeZone }).format(instant);
  const time = clockTime(at, timeZone);
  if (dayOf(at) === dayOf(now)) return `today at ${time}`;
  if (at < now) return timeLabel(moment);
  if (dayOf(at) === dayOf(now + DAY_MS)) return `tomorrow at ${time}`;
  return `${fullDateTime(at, timeZone).slice(0, "MM/DD/YYYY".length)} at ${time}`;
}
