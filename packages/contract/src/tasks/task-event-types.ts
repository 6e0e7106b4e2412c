import type { TaskSourceType } from "./task.ts";

// In a file without schemas: the console's first screen listens for these types.

export const TASK_EVENT_TYPES = [
  "SMS_TASK",
  "VOICEMAIL_TASK",
  "FAX_TASK",
  "CALL_TASK",
  "CHAT_TASK",
  "OWN_TASK",
] as const;
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];

export const TASK_EVENT_BY_SOURCE: Readonly<Record<TaskSourceType, TaskEventType>> = {
  sms: "SMS_TASK",
  voicemail: "VOICEMAIL_TASK",
  fax: "FAX_TASK",
  call: "CALL_TASK",
  chat: "CHAT_TASK",
  own: "OWN_TASK",
};
