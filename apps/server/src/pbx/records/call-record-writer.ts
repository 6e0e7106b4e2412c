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

type Job = () => Promise<void>;

const RETRY_MS = 2_000;
const MAX_JOBS = 10_000;
const LIFE_EVERY_MS = 15_000;

/**
 * Writes the call history behind the calls: in order, one after the other, again where the database was away. Call
 * control never waits for it.
 */
export class CallRecordWriter implements CallRecords {
  readonly #deps: CallRecordWriterDeps;
  readonly #missedCalls: MissedCalls;
  readonly #jobs: Job[] = [];
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();
  #running: Promise<void> | undefined;
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
        await this.#tell(tx, id);
      });
    }
  }

  opened(leg: LegRecord): void {
    this.#open.add(leg.id);
    if (this.#open.size === 1) this.#scheduleLife();
    this.#add(() => insertOpenRecord(this.#deps.database.query, leg));
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
    this.#add(() => noteAnswer(this.#deps.database.query, legIds, new Date(answeredAt)));
  }

  closed(leg: ClosedLegRecord): void {
    this.#open.delete(leg.id);
    this.#answered.delete(leg.id);
    if (this.#open.size === 0) this.#cancelLife();
    this.#add(() =>
      this.#deps.database.transaction(async (tx) => {
        if (!(await closeRecord(tx.query, leg))) return;
        await this.#tell(tx, leg.id);
        await this.#settleMissed(tx, leg);
      }),
    );
  }

  /** Resolves when everything is written that was told so far. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelLife();
    await this.settled();
  }

  /** The line's readers hear of the new entry, and count it when they missed it. */
  async #tell(tx: Transaction, id: string): Promise<void> {
    await this.#missedCalls.settleWithin(tx, id);
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

  #add(job: Job): void {
    if (this.#jobs.length >= MAX_JOBS) {
      this.#deps.log.error({}, "The call history cannot be written and has grown too long: an entry is lost");
      return;
    }
    this.#jobs.push(job);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      try {
        await job();
        this.#jobs.shift();
      } catch (error) {
        this.#deps.log.error({ err: error }, "The call history could not be written");
        // Whoever stops the server does not wait for a database that is gone; the next start closes what is open.
        if (this.#isClosing) return;
        await new Promise<void>((resolve) => this.#deps.clock.schedule(RETRY_MS, resolve));
      }
    }
  }

  #scheduleLife(): void {
    const { clock, database } = this.#deps;
    this.#cancelLife();
    this.#cancelLife = clock.schedule(LIFE_EVERY_MS, () => {
      const now = new Date(clock.now());
      this.#add(() => noteLife(database.query, now));
      this.#scheduleLife();
    });
  }
}
