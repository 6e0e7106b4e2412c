import { type BookedCall, type SuspiciousKind, TollBook, type TollCall, type TollStore } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import {
  addSpending,
  deleteOldTollCalls,
  deleteTollStops,
  insertTollCall,
  listAbroadNumbers,
  listSpending,
  listTollCalls,
  listTollStops,
  saveTalked,
  saveTollStop,
} from "./toll-repository.ts";

const DAY_MS = 86_400_000;
/** A number that was called this long ago is no surprise. */
const ABROAD_KEPT_MS = 365 * DAY_MS;

/** What outside calls were made and have cost: in memory for the guards, in the database for the next start. */
export class TollLedger implements TollStore {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, "error">;
  readonly #spent = new Map<string, number>();
  #book = new TollBook();
  /** Writes go out in order: a call's end must not overtake its begin. */
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Pick<BaseLogger, "error">) {
    this.#database = database;
    this.#log = log;
  }

  async load(now: number): Promise<void> {
    const { query } = this.#database;
    const dayAgo = new Date(now - DAY_MS);
    // Yesterday too: a call over midnight is charged to the day it began.
    const since = dayAgo.toISOString().slice(0, 10);
    await deleteOldTollCalls(query, new Date(now - ABROAD_KEPT_MS));
    const [spending, calls, abroad, stops] = await Promise.all([
      listSpending(query, since),
      listTollCalls(query, dayAgo),
      listAbroadNumbers(query),
      listTollStops(query, new Date(now)),
    ]);
    this.#spent.clear();
    this.#book = new TollBook();
    for (const { customer_id, day, amount } of spending)
      this.#spent.set(`${customer_id} ${day}`, Number(amount));
    for (const { customer_id, number } of abroad) this.#book.knownAbroad(String(customer_id), number);
    for (const call of calls) this.#book.restore(call);
    for (const { phone_id, what, until } of stops)
      this.#book.stop("", String(phone_id), what as SuspiciousKind, until.getTime());
  }

  spent(companyId: string, day: string): number {
    return this.#spent.get(`${companyId} ${day}`) ?? 0;
  }

  add(companyId: string, day: string, amount: number): void {
    if (amount <= 0) return;
    this.#spent.set(`${companyId} ${day}`, this.spent(companyId, day) + amount);
    this.#write("The cost of a call", () => addSpending(this.#database.query, companyId, day, amount));
  }

  begun(call: TollCall): void {
    const booked: BookedCall = this.#book.begun(call);
    this.#write("An outside call", () => insertTollCall(this.#database.query, booked));
  }

  ended(id: string, talkedMs: number): void {
    this.#book.ended(id, talkedMs);
    if (talkedMs > 0)
      this.#write("The length of an outside call", () => saveTalked(this.#database.query, id, talkedMs));
  }

  usage(...given: Parameters<TollStore["usage"]>): ReturnType<TollStore["usage"]> {
    return this.#book.usage(...given);
  }

  isNewAbroad(companyId: string, number: string): boolean {
    return this.#book.isNewAbroad(companyId, number);
  }

  isStopped(endpointId: string, what: SuspiciousKind, now: number): boolean {
    return this.#book.isStopped(endpointId, what, now);
  }

  stop(companyId: string, endpointId: string, what: SuspiciousKind, until: number): void {
    this.#book.stop(companyId, endpointId, what, until);
    this.#write("A stopped line", () =>
      saveTollStop(this.#database.query, Number(endpointId), what, new Date(until)),
    );
  }

  /** An administrator lets the line call again, and its counters begin anew. */
  async release(endpointId: string, now: number): Promise<void> {
    this.#book.release(endpointId);
    await this.settled();
    await deleteTollStops(this.#database.query, Number(endpointId), new Date(now - DAY_MS));
  }

  /** Resolves when everything is stored. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #write(what: string, store: () => Promise<void>): void {
    this.#writing = this.#writing
      .then(store)
      .catch((error: unknown) => this.#log.error({ err: error }, `${what} could not be stored`));
  }
}
