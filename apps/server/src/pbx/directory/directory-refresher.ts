import { smsEvents, taskEvents, voicemailEvents } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { lastEventId, lastEventIds, REPLACED, summarizeEvents } from "../../database/events/event-log.ts";

export interface DirectoryRefresherDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly refresh: (customerId: number) => Promise<void>;
}

/** A box's greetings and switches do say how calls go. */
const VOICEMAIL_EVENTS = Object.keys(voicemailEvents).filter((type) => type !== "VOICEMAIL_BOX");

/** Events that say nothing about how calls go; most of them are our own, or those of texts and tasks. */
const UNRELATED: readonly string[] = [
  ...Object.keys(smsEvents),
  ...Object.keys(taskEvents),
  ...VOICEMAIL_EVENTS,
  "HISTORY",
  "HISTORY_READ",
  "HISTORY_RETURNED",
  "HISTORY_NOTE",
  "LIVE_CALLS",
  "RECORDING_NEW",
  "UNREAD_UPDATE",
  "PRESENCE_UPDATE",
  REPLACED,
  "QUEUE_STATUS",
  "QUEUE_MISSED",
  "QUEUE_ACT",
  "STATUS_UPDATE",
];
const unrelated = new Set(UNRELATED);

/** How soon a change is known that was made on another machine, by `offhook apply` with its database's address say. */
const LOOK_EVERY_MS = 5_000;

/** Brings what call control knows up to date after a change, whoever made it: every change is an event. */
export class DirectoryRefresher {
  readonly #deps: DirectoryRefresherDeps;
  readonly #seen = new Map<number, number>();
  readonly #waiting = new Set<number>();
  #running: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #cancelLook: CancelTimer = () => {};
  #isClosed = false;

  constructor(deps: DirectoryRefresherDeps) {
    this.#deps = deps;
  }

  /** From here on: what was before is in the directory already. */
  async begin(): Promise<void> {
    for (const { customerId, lastId } of await lastEventIds(this.#deps.database))
      this.#seen.set(customerId, lastId);
    this.#scheduleLook();
  }

  /** The log of this company now reaches to `lastId`; these were the last ones written. */
  wake(customerId: number, lastId: number, types: readonly string[]): void {
    const seen = this.#seen.get(customerId) ?? -1;
    const isNext = lastId - types.length <= seen;
    // Calls write events all the time: what is known to be unrelated need not be read.
    if (isNext && types.every((type) => unrelated.has(type)))
      this.#seen.set(customerId, Math.max(seen, lastId));
    else this.#read(customerId);
  }

  /** Resolves when call control knows of every change that was committed before. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelLook();
    await this.#looking;
    await this.settled();
  }

  #read(customerId: number): void {
    this.#waiting.add(customerId);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  #scheduleLook(): void {
    this.#cancelLook = this.#deps.clock.schedule(LOOK_EVERY_MS, () => {
      this.#looking = this.#look();
    });
  }

  /** A write from another machine wakes nobody here. */
  async #look(): Promise<void> {
    try {
      for (const { customerId, lastId } of await lastEventIds(this.#deps.database)) {
        if (this.#isClosed) return;
        if (lastId > (this.#seen.get(customerId) ?? -1)) this.#read(customerId);
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, "The event log could not be looked at for changes");
    }
    if (!this.#isClosed) this.#scheduleLook();
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
    const { lastId, hasOthers } = await summarizeEvents(database, customerId, seen, UNRELATED);
    if (lastId !== undefined) this.#seen.set(customerId, Math.max(lastId, this.#seen.get(customerId) ?? 0));
    return hasOthers;
  }
}
