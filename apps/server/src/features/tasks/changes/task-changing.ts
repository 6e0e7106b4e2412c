import { TASK_EVENT_BY_SOURCE, type TaskEvent } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { TaskSources } from "../sources/task-sources.ts";
import {
  findCurrentTask,
  findTask,
  type StoredTask,
  saveTaskState,
  settleCurrent,
} from "../task-repository.ts";
import { ACTION_OF, step, type TaskChange, type TaskMoment } from "./task-changes.ts";
import { addHistory, type NewHistoryEntry } from "./task-history-repository.ts";

/** Changes a task whose item is locked, keeps what was done in its history, and tells everyone who sees it. */
export async function changeTask(
  tx: Transaction,
  sources: TaskSources,
  stored: StoredTask,
  changes: readonly TaskChange[],
  moment: TaskMoment,
): Promise<StoredTask> {
  let { state } = stored;
  const entries: NewHistoryEntry[] = [];
  for (const change of changes) {
    const next = step(state, change, moment);
    if (next === state) continue;
    state = next;
    entries.push({
      customerId: stored.customerId,
      taskId: stored.id,
      ...moment,
      action: ACTION_OF[change.type],
      to: change.type === "assign" ? change.to : null,
      time: change.type === "setDue" || change.type === "setReminder" ? change.at : null,
    });
  }
  if (state === stored.state) return stored;
  await saveTaskState(tx.query, stored.id, state);
  await settleCurrent(tx.query, stored);
  await addHistory(tx.query, entries);
  return publishTask(tx, sources, stored.id);
}

/** The task as it now is, told to everyone who sees its source. */
export async function publishTask(tx: Transaction, sources: TaskSources, id: number): Promise<StoredTask> {
  const stored = await findTask(tx.query, id);
  if (!stored) throw new Error(`Task ${id} was not stored`);
  const current = await findCurrentTask(tx.query, stored);
  const event: TaskEvent = {
    type: TASK_EVENT_BY_SOURCE[stored.source],
    task: stored.task,
    current: current?.task ?? null,
  };
  const { customerId } = stored;
  for (const channel of await sources.audience(tx.query, stored)) tx.publish({ customerId, channel, event });
  return stored;
}
