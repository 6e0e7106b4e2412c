import type { PassedOverCall, PassedOverQuery } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { findPeriod, findTimeZone, findToday } from "../numbers/period-repository.ts";
import { lineNotFound } from "../queue-errors.ts";
import { listOwnPhoneIds } from "../queue-repository.ts";
import { seesAllQueues } from "../queue-scope.ts";
import { findLineId, listPassedOver } from "./passed-over-repository.ts";
import { namesOfTakers, presentLine } from "./read-passed-over.ts";

export interface PassedOverServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Calls that did not ring where they could have, with the reason. */
export class PassedOverService {
  readonly #deps: PassedOverServiceDeps;

  constructor(deps: PassedOverServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, { phone }: PassedOverQuery): Promise<PassedOverCall[]> {
    const { database, clock } = this.#deps;
    const { query } = database;
    const { customerId } = actor;
    const phoneIds = await this.#phoneIds(actor, phone);
    const timeZone = await findTimeZone(query, customerId);
    const day = await findToday(query, timeZone, new Date(clock.now()));
    const { midnights } = await findPeriod(query, timeZone, { from: day, to: day });
    const [from = new Date(clock.now())] = midnights;
    const rows = await listPassedOver(query, { customerId, phoneIds, from });
    const takers = await namesOfTakers(query, customerId, [...new Set(rows.map(({ call_id }) => call_id))]);
    return rows.map((row) => ({
      ...presentLine(row),
      id: row.id,
      callid: row.call_id,
      time: Math.floor(row.at.getTime() / 1000),
      number: row.number,
      name: row.name,
      answered_by: takers.get(row.call_id)?.name ?? null,
    }));
  }

  /** Own lines; supervisors may ask for another one of the company by its name. */
  async #phoneIds(actor: Actor, phone: string | undefined): Promise<readonly number[]> {
    const { query } = this.#deps.database;
    const own = await listOwnPhoneIds(query, actor);
    if (phone === undefined) return own;
    const id = await findLineId(query, actor.customerId, phone);
    const maySee = id !== undefined && (own.includes(id) || seesAllQueues(actor));
    // A colleague's line and one that is not there look the same from here.
    if (!maySee) throw lineNotFound();
    return [id];
  }
}
