import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import { changeTask } from "../changes/task-changing.ts";
import type { TaskSources } from "../sources/task-sources.ts";
import { findTask, lockItem } from "../task-repository.ts";
import { noticeReminder } from "./task-notices.ts";
import { listDueReminders, nextReminder } from "./task-reminder-repository.ts";

export interface TaskRemindersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly sources: TaskSources;
}

const BATCH = 50;

/** Reminds of tasks at their time, once. */
export function createTaskReminders(deps: TaskRemindersDeps): DueLoop {
  const { database, clock, log } = deps;
  return new DueLoop({
    name: "task reminders",
    clock,
    log,
    work: async (now) => {
      for (const id of await listDueReminders(database.query, now, BATCH)) await remind(deps, id);
    },
    nextAt: () => nextReminder(database.query),
  });
}

/** Looked at again behind the lock: another server may have been quicker, or somebody has resolved it. */
async function remind({ database, clock, sources }: TaskRemindersDeps, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await findTask(tx.query, id);
    if (!found) return;
    await lockItem(tx.query, found);
    const stored = await findTask(tx.query, id);
    const now = clock.now();
    const { remindOn } = stored?.state ?? {};
    if (!stored || !remindOn || remindOn.getTime() > now) return;
    const moment = { at: new Date(now), by: null };
    const reminded = await changeTask(tx, sources, stored, [{ type: "remind" }], moment);
    if (reminded !== stored) await noticeReminder(tx, sources, reminded);
  });
}
