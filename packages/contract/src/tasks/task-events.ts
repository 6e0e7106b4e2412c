import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Task } from "./task.ts";
import type { TaskEventType } from "./task-event-types.ts";

const WHEN = "was made, changed or deleted.";

function changed<const Type extends TaskEventType>(type: Type) {
  return z.object({
    type: z.literal(type),
    task: Task,
    /** The source's task after the change: the newest that is not deleted. */
    current: Task.nullable(),
  });
}

export const taskEvents = defineEvents({
  SMS_TASK: { to: ["sms"], when: `A task about a conversation ${WHEN}`, schema: changed("SMS_TASK") },
  VOICEMAIL_TASK: {
    to: ["vox"],
    when: `A task about a voicemail ${WHEN}`,
    schema: changed("VOICEMAIL_TASK"),
  },
  FAX_TASK: { to: ["fax"], when: `A task about a fax ${WHEN}`, schema: changed("FAX_TASK") },
  CALL_TASK: { to: ["phone"], when: `A task about a call ${WHEN}`, schema: changed("CALL_TASK") },
  CHAT_TASK: { to: ["user"], when: `A task about a chat message ${WHEN}`, schema: changed("CHAT_TASK") },
  OWN_TASK: {
    to: ["customer"],
    when: `A task that is about nothing else ${WHEN}`,
    schema: changed("OWN_TASK"),
  },
  TASK_NOTICE: {
    to: ["user"],
    when: "Somebody else has given the user a task, or it is time for one of their own.",
    schema: z.object({
      type: z.literal("TASK_NOTICE"),
      reason: z.enum(["assigned", "reminder"]),
      task: Task,
      /** The other party of the source. */
      number: z.string(),
      /** Who assigned it; empty for a reminder. */
      byName: z.string(),
    }),
  },
});
export type TaskEvent = EventOf<typeof taskEvents, TaskEventType>;
export type TaskNoticeEvent = EventOf<typeof taskEvents, "TASK_NOTICE">;
