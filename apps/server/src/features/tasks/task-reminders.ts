import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { BackgroundLoop } from "../../platform/background-loop.ts";
import { changeTask } from "./task-changing.ts";
import { noticeReminder } from "./task-notices.ts";
import { listDueReminders, nextReminder } from "./task-reminder-repository.ts";
import { findTask, lockItem } from "./task-repository.ts";

export interface TaskRemindersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

/** A reminder that another server has stored is found after this time at the latest. */
const SWEEP_MS = 60_000;
const BATCH = 50;

/** Reminds of tasks at their time, once. The table is the schedule, so nothing is forgotten by a restart. */
export class TaskReminders {
  readonly #deps: TaskRemindersDeps;
  readonly #loop: BackgroundLoop;

  constructor(deps: TaskRemindersDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "task reminders", clock, log, work: () => this.#remindDue() });
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #remindDue(): Promise<number> {
    const { database, clock } = this.#deps;
    const due = await listDueReminders(database.query, new Date(clock.now()), BATCH);
    for (const id of due) await this.#remind(id);
    const next = await nextReminder(database.query);
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }

  /** Looked at again behind the lock: another server may have been quicker, or somebody has resolved it. */
  async #remind(id: number): Promise<void> {
    const { database, clock } = this.#deps;
    await database.transaction(async (tx) => {
      const found = await findTask(tx.query, id);
      if (!found) return;
      await lockItem(tx.query, found);
      const stored = await findTask(tx.query, id);
      const now = clock.now();
      const { remindOn } = stored?.state ?? {};
      if (!stored || !remindOn || remindOn.getTime() > now) return;
      const reminded = await changeTask(tx, stored, [{ type: "remind" }], { at: new Date(now), by: null });
      if (reminded !== stored) noticeReminder(tx, reminded);
    });
  }
}
