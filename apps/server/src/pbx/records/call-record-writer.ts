import { awaitsReturn, channelName, type PbxEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { CallRecords, CallView, ClosedLegRecord, LegRecord } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { type AnsweredCall, findRecords, MissedCalls } from "../../features/calls/index.ts";
import type { UnreadService } from "../../features/unread/index.ts";
import { BatchWriter } from "./batch-writer.ts";
import {
  closeCrashedRecord,
  closeRecords,
  digitsOf,
  insertOpenRecords,
  type LegAnswer,
  listOpenRecordIds,
  noteAnswers,
  noteLife,
  type OpenedLeg,
} from "./call-record-writing-repository.ts";

export interface CallRecordWriterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
  readonly log: Pick<BaseLogger, "error" | "warn">;
}

/** What has happened to a leg, in order. */
type Change =
  | { readonly kind: "opened"; readonly leg: LegRecord }
  | { readonly kind: "answered"; readonly answer: LegAnswer }
  | { readonly kind: "closed"; readonly leg: ClosedLegRecord }
  | { readonly kind: "alive"; readonly at: Date };

const LIFE_EVERY_MS = 5_000;

/** Writes the call history behind the calls. */
export class CallRecordWriter implements CallRecords {
  readonly #deps: CallRecordWriterDeps;
  readonly #missedCalls: MissedCalls;
  readonly #changes: BatchWriter<Change>;
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();
  #cancelLife: CancelTimer = () => {};

  constructor(deps: CallRecordWriterDeps) {
    this.#deps = deps;
    this.#missedCalls = new MissedCalls(deps.unread);
    this.#changes = new BatchWriter({
      ...deps,
      name: "The call history",
      write: (tx, batch) => this.#write(tx, batch),
    });
  }

  /** Calls that were on when the server was killed are over, but for those that go on. */
  async closeCrashed(goingOn: readonly string[] = []): Promise<void> {
    const { database } = this.#deps;
    const kept = new Set(goingOn);
    for (const id of await listOpenRecordIds(database.query)) {
      if (kept.has(id)) continue;
      await database.transaction(async (tx) => {
        await closeCrashedRecord(tx.query, id);
        await this.#missedCalls.settleWithin(tx, [id]);
        await this.#tell(tx, [id]);
      });
    }
  }

  opened(leg: LegRecord): void {
    this.#open.add(leg.id);
    if (this.#open.size === 1) this.#scheduleLife();
    this.#changes.add({ kind: "opened", leg });
  }

  /** So that the answer is known even if nobody is there to close the record. */
  changed({ parties }: Pick<CallView, "parties">): void {
    for (const { recordId: id, answeredAt } of parties) {
      if (answeredAt === undefined || !this.#open.has(id) || this.#answered.has(id)) continue;
      this.#answered.add(id);
      this.#changes.add({ kind: "answered", answer: { id, at: new Date(answeredAt) } });
    }
  }

  closed(leg: ClosedLegRecord): void {
    this.#open.delete(leg.id);
    this.#answered.delete(leg.id);
    if (this.#open.size === 0) this.#cancelLife();
    this.#changes.add({ kind: "closed", leg });
  }

  /** Resolves when everything is written that was told so far. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  async close(): Promise<void> {
    this.#cancelLife();
    await this.#changes.close();
  }

  /**
   * One statement for each kind of change, whatever their number. Records first, then counts of unread calls: who
   * texts back locks them in this order too.
   */
  async #write(tx: Transaction, batch: readonly Change[]): Promise<void> {
    const { query } = tx;
    const { opened, answered, closed, aliveAt } = sortChanges(batch);
    await insertOpenRecords(query, opened);
    await noteAnswers(query, answered);
    const ids = await closeRecords(query, [...closed.values()]);
    const ended = [...closed.values()].filter(({ id }) => ids.has(id));
    if (aliveAt) await noteLife(query, aliveAt);
    await this.#missedCalls.settleWithin(
      tx,
      ended.filter(({ status }) => status !== "answer").map(({ id }) => id),
    );
    const returned = await this.#missedCalls.talkedWithin(tx, ended.flatMap(talkOf));
    await this.#tell(
      tx,
      ended.map(({ id }) => id),
    );
    await this.#missedCalls.tellWithin(tx, returned);
  }

  /** The lines' readers hear of the new entries, and count those they missed. */
  async #tell(tx: Transaction, ids: readonly string[]): Promise<void> {
    for (const { id, customerId, phoneId, record } of await findRecords(tx.query, ids)) {
      const isUnread = awaitsReturn({ ...record, returned: null });
      if (isUnread)
        await this.#deps.unread.addWithin(tx, { customerId, type: "phn", line: record.phone }, [id]);
      const event: PbxEvent = { type: "HISTORY", phone: record.phone, cdr: { ...record, new: isUnread } };
      tx.publish({ customerId, channel: channelName("phone", phoneId), event });
    }
  }

  #scheduleLife(): void {
    const { clock } = this.#deps;
    this.#cancelLife();
    this.#cancelLife = clock.schedule(LIFE_EVERY_MS, () => {
      this.#changes.add({ kind: "alive", at: new Date(clock.now()) });
      this.#scheduleLife();
    });
  }
}

interface SortedChanges {
  readonly opened: readonly OpenedLeg[];
  /** Of legs that were written before and go on. */
  readonly answered: readonly LegAnswer[];
  /** By leg: the first end that was told of it counts. */
  readonly closed: ReadonlyMap<string, ClosedLegRecord>;
  readonly aliveAt: Date | undefined;
}

/**
 * A leg is opened, answered and closed in this order, so that kinds may be written one after the other. Every version
 * of a row costs an entry in each of its indexes: an answer is written with the opening or the closing where it can.
 */
function sortChanges(batch: readonly Change[]): SortedChanges {
  const opened: LegRecord[] = [];
  const answers = new Map<string, LegAnswer>();
  const closed = new Map<string, ClosedLegRecord>();
  let aliveAt: Date | undefined;
  for (const change of batch) {
    if (change.kind === "opened") opened.push(change.leg);
    else if (change.kind === "answered") answers.set(change.answer.id, change.answer);
    else if (change.kind === "alive") aliveAt = change.at;
    else if (!closed.has(change.leg.id)) closed.set(change.leg.id, change.leg);
  }
  const openedNow = opened.map((leg) => ({ ...leg, answeredAt: answers.get(leg.id)?.at }));
  for (const { id } of opened) answers.delete(id);
  const answered = [...answers.values()].filter(({ id }) => !closed.has(id));
  return { opened: openedNow, answered, closed, aliveAt };
}

/** A user who talks with somebody has returned that person's missed calls. */
function talkOf(leg: ClosedLegRecord): readonly AnsweredCall[] {
  const { status, answeredAt, endpointId } = leg;
  if (status !== "answer" || answeredAt === undefined || endpointId === undefined) return [];
  return [
    {
      customerId: Number(leg.companyId),
      phoneId: Number(endpointId),
      dir: leg.direction,
      number: digitsOf(leg.number),
      at: new Date(answeredAt),
    },
  ];
}
