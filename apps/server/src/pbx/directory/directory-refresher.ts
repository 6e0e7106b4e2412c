import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { lastEventId, summariseEvents } from "../../database/event-log.ts";

export interface DirectoryRefresherDeps {
  readonly database: Database;
  readonly log: Pick<BaseLogger, "error">;
  readonly refresh: (customerId: number) => Promise<void>;
}

/** Events that say nothing about how calls go; most of them are our own. */
const UNRELATED: readonly string[] = [
  "HISTORY",
  "HISTORY_READ",
  "LIVE_CALLS",
  "VOICEMAIL_NEW",
  "RECORDING_NEW",
  "UNREAD_UPDATE",
  "PRESENCE_UPDATE",
  "STATUS_UPDATE",
];

/** Brings what call control knows up to date after a change, whoever made it: every change is an event. */
export class DirectoryRefresher {
  readonly #deps: DirectoryRefresherDeps;
  readonly #seen = new Map<number, number>();
  readonly #waiting = new Set<number>();
  #running: Promise<void> | undefined;

  constructor(deps: DirectoryRefresherDeps) {
    this.#deps = deps;
  }

  /** From here on: what was before is in the directory already. */
  async begin(customerIds: Iterable<number>): Promise<void> {
    for (const id of customerIds) this.#seen.set(id, await lastEventId(this.#deps.database, id));
  }

  wake(customerId: number): void {
    this.#waiting.add(customerId);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when call control knows of every change that was committed before. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #work(): Promise<void> {
    for (let [id] = this.#waiting; id !== undefined; [id] = this.#waiting) {
      this.#waiting.delete(id);
      try {
        if (await this.#isRelated(id)) await this.#deps.refresh(id);
      } catch (error) {
        this.#deps.log.error(
          { err: error, customerId: id },
          "A change of the phone system could not be read",
        );
      }
    }
  }

  async #isRelated(customerId: number): Promise<boolean> {
    const { database } = this.#deps;
    const seen = this.#seen.get(customerId);
    if (seen === undefined) {
      this.#seen.set(customerId, await lastEventId(database, customerId));
      return true;
    }
    const { lastId, hasOthers } = await summariseEvents(database, customerId, seen, UNRELATED);
    if (lastId !== undefined) this.#seen.set(customerId, lastId);
    return hasOthers;
  }
}
