import { z } from "zod";
import { Task } from "./task.ts";
import { TASK_EVENT_TYPES } from "./task-event-types.ts";

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
