import { awaitsReturn, channelName, type PbxEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { CallRecords, CallView, ClosedLegRecord, LegRecord } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { findRecord, MissedCalls } from "../../features/calls/index.ts";
import type { UnreadService } from "../../features/messages/index.ts";
import {
  closeCrashedRecord,
  closeRecord,
  digitsOf,
  insertOpenRecord,
  listOpenRecordIds,
  noteAnswer,
  noteLife,
} from "./call-record-repository.ts";

export interface CallRecordWriterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
  readonly log: Pick<BaseLogger, "error" | "warn">;
}

interface Job {
  readonly run: (tx: Transaction) => Promise<void>;
  /** Counts of unread calls are changed by others too, in another order: such a job shares its transaction with none. */
  readonly isAlone: boolean;
}

const RETRY_MS = 2_000;
/** Every transaction waits for the disk: on a busy server many entries share one. */
const GATHER_MS = 25;
const MAX_BATCH = 50;
const MAX_JOBS = 10_000;
const LIFE_EVERY_MS = 15_000;

/**
 * Writes the call history behind the calls: in order, a few at a time, again where the database was away. Call
 * control never waits for it.
 */
export class CallRecordWriter implements CallRecords {
  readonly #deps: CallRecordWriterDeps;
  readonly #missedCalls: MissedCalls;
  readonly #jobs: Job[] = [];
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();
  #running: Promise<void> | undefined;
  #largestBatch = MAX_BATCH;
  #endGathering: () => void = () => {};
  /** Who waits for everything to be written does not wait for more to come. */
  #waiting = 0;
  #cancelLife: CancelTimer = () => {};
  #isClosing = false;

  constructor(deps: CallRecordWriterDeps) {
    this.#deps = deps;
    this.#missedCalls = new MissedCalls(deps.unread);
  }

  /** Calls that were on when the server was killed are over. */
  async closeCrashed(): Promise<void> {
    const { database } = this.#deps;
    for (const id of await listOpenRecordIds(database.query)) {
      await database.transaction(async (tx) => {
        await closeCrashedRecord(tx.query, id);
        await this.#missedCalls.settleWithin(tx, id);
        await this.#tell(tx, id);
      });
    }
  }

  opened(leg: LegRecord): void {
    this.#open.add(leg.id);
    if (this.#open.size === 1) this.#scheduleLife();
    this.#add(({ query }) => insertOpenRecord(query, leg));
  }

  /** So that the answer is known even if nobody is there to close the record. */
  changed({ answeredAt, parties }: CallView): void {
    if (answeredAt === undefined) return;
    const talking = parties.filter(({ phase }) => ["talking", "holding", "onHold"].includes(phase));
    const legIds = talking
      .map(({ legId }) => legId)
      .filter((id) => this.#open.has(id) && !this.#answered.has(id));
    if (legIds.length === 0) return;
    for (const id of legIds) this.#answered.add(id);
    this.#add(({ query }) => noteAnswer(query, legIds, new Date(answeredAt)));
  }

  closed(leg: ClosedLegRecord): void {
    this.#open.delete(leg.id);
    this.#answered.delete(leg.id);
    if (this.#open.size === 0) this.#cancelLife();
    const isMissed = leg.status !== "answer";
    this.#add(async (tx) => {
      if (!(await closeRecord(tx.query, leg))) return;
      if (isMissed) await this.#missedCalls.settleWithin(tx, leg.id);
      await this.#tell(tx, leg.id);
      await this.#settleMissed(tx, leg);
    }, isMissed);
  }

  /** Resolves when everything is written that was told so far. */
  async settled(): Promise<void> {
    this.#waiting += 1;
    this.#endGathering();
    while (this.#running) await this.#running;
    this.#waiting -= 1;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelLife();
    await this.settled();
  }

  /** The line's readers hear of the new entry, and count it when they missed it. */
  async #tell(tx: Transaction, id: string): Promise<void> {
    const found = await findRecord(tx.query, id);
    if (!found) return;
    const { customerId, phoneId, record } = found;
    const isUnread = awaitsReturn({ ...record, returned: null });
    if (isUnread)
      await this.#deps.unread.addWithin(tx, { customerId, type: "phn", line: record.phone }, [id]);
    const event: PbxEvent = { type: "HISTORY", phone: record.phone, cdr: { ...record, new: isUnread } };
    tx.publish({ customerId, channel: channelName("phone", phoneId), event });
  }

  /** Who talks with somebody has returned what was missed from him. */
  async #settleMissed(tx: Transaction, leg: ClosedLegRecord): Promise<void> {
    if (leg.status !== "answer" || leg.answeredAt === undefined || leg.endpointId === undefined) return;
    await this.#missedCalls.talkedWithin(tx, {
      customerId: Number(leg.companyId),
      phoneId: Number(leg.endpointId),
      dir: leg.direction,
      number: digitsOf(leg.number),
      at: new Date(leg.answeredAt),
    });
  }

  #add(run: Job["run"], isAlone = false): void {
    if (this.#jobs.length >= MAX_JOBS) {
      this.#deps.log.error({}, "The call history cannot be written and has grown too long: an entry is lost");
      return;
    }
    this.#jobs.push({ run, isAlone });
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    while (this.#jobs.length > 0) {
      if (this.#waiting === 0) await this.#gather();
      const batch = this.#nextBatch();
      try {
        await this.#deps.database.transaction(async (tx) => {
          for (const { run } of batch) await run(tx);
        });
        this.#jobs.splice(0, batch.length);
        this.#largestBatch = MAX_BATCH;
      } catch (error) {
        this.#deps.log.error({ err: error }, "The call history could not be written");
        // Whoever stops the server does not wait for a database that is gone; the next start closes what is open.
        if (this.#isClosing) return;
        // One that cannot be written must not hold up the others of its batch.
        this.#largestBatch = 1;
        await new Promise<void>((resolve) => this.#deps.clock.schedule(RETRY_MS, resolve));
      }
    }
  }

  #nextBatch(): readonly Job[] {
    const alone = this.#jobs.findIndex(({ isAlone }) => isAlone);
    const end = alone < 0 ? this.#jobs.length : Math.max(1, alone);
    return this.#jobs.slice(0, Math.min(end, this.#largestBatch));
  }

  async #gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.schedule(GATHER_MS, resolve);
      this.#endGathering = () => {
        cancel();
        resolve();
      };
    });
    this.#endGathering = () => {};
  }

  #scheduleLife(): void {
    const { clock } = this.#deps;
    this.#cancelLife();
    this.#cancelLife = clock.schedule(LIFE_EVERY_MS, () => {
      const now = new Date(clock.now());
      this.#add(({ query }) => noteLife(query, now));
      this.#scheduleLife();
    });
  }
}
