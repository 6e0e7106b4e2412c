import { channelName, type TaskNoticeEvent } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { TaskSources } from "../sources/task-sources.ts";
import type { StoredTask } from "../task-repository.ts";
import { wantsTaskNotices } from "./task-notice-repository.ts";

/** Tells users that a colleague has given them a task, where they want to hear of that. */
export async function noticeAssigned(
  tx: Transaction,
  stored: StoredTask,
  by: { readonly userId: number; readonly name: string },
): Promise<void> {
  const { assigned_to: assignee } = stored.task;
  if (assignee === null || assignee === by.userId) return;
  if (!(await wantsTaskNotices(tx.query, assignee))) return;
  publish(tx, stored, assignee, { reason: "assigned", byName: by.name });
}

/** A reminder goes to the assignee; without one, to the author of the task. Who has lost sight of it hears nothing. */
export async function noticeReminder(
  tx: Transaction,
  sources: TaskSources,
  stored: StoredTask,
): Promise<void> {
  const receiver = stored.task.assigned_to ?? stored.createdBy;
  if (receiver === null) return;
  const readers = await sources.readers(tx.query, stored.customerId, stored.source, stored);
  if (readers.includes(receiver)) publish(tx, stored, receiver, { reason: "reminder", byName: "" });
}

function publish(
  tx: Transaction,
  { customerId, number, task }: StoredTask,
  userId: number,
  why: Pick<TaskNoticeEvent, "reason" | "byName">,
): void {
  const event: TaskNoticeEvent = { type: "TASK_NOTICE", ...why, task, number };
  tx.publish({ customerId, channel: channelName("user", userId), event });
}
