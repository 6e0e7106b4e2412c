import { z } from "zod";
import { Task, type TaskSourceType } from "./task.ts";

export const TASK_EVENT_TYPES = ["SMS_TASK", "VOICEMAIL_TASK", "FAX_TASK", "CALL_TASK", "CHAT_TASK"] as const;

export const TASK_EVENT_BY_SOURCE: Readonly<Record<TaskSourceType, (typeof TASK_EVENT_TYPES)[number]>> = {
  sms: "SMS_TASK",
  voicemail: "VOICEMAIL_TASK",
  fax: "FAX_TASK",
  call: "CALL_TASK",
  chat: "CHAT_TASK",
};

/** To the channel of the source's line or box: a task was made, changed or deleted. */
export const TaskEvent = z.object({
  type: z.enum(TASK_EVENT_TYPES),
  task: Task,
  /** The source's task after the change: the newest that is not deleted. */
  current: Task.nullable(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

/** To one user: somebody else has given him a task, or it is time for one of his own. */
export const TaskNoticeEvent = z.object({
  type: z.literal("TASK_NOTICE"),
  reason: z.enum(["assigned", "reminder"]),
  task: Task,
  /** The other party of the source. */
  number: z.string(),
  /** Who assigned it; empty for a reminder. */
  byName: z.string(),
});
export type TaskNoticeEvent = z.infer<typeof TaskNoticeEvent>;
