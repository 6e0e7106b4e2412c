import type { Timeline, TimelineQuery } from "@offhook/contract";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../database/database.ts";
import { findRegion } from "../../database/region-repository.ts";
import type { Actor } from "../../platform/actor.ts";
import { contactNotFound } from "./book/contact-errors.ts";
import { numberKeys } from "./book/contact-fields.ts";
import { findContact } from "./book/contact-repository.ts";
import { listColleagueNumbers } from "./lookup/caller-repository.ts";
import { findPerson } from "./people-repository.ts";
import { readTimeline, type TimelineSource, type TimelineSubject } from "./timeline.ts";

export interface TimelineServiceDeps {
  readonly database: Database;
  readonly sources: readonly TimelineSource[];
}

/** Everything that happened between a user and a contact. */
export class TimelineService {
  readonly #deps: TimelineServiceDeps;

  constructor(deps: TimelineServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor, query: TimelineQuery): Promise<Timeline> {
    return readTimeline(this.#deps.sources, actor, await this.#subjectOf(actor, query), query);
  }

  async #subjectOf(actor: Actor, { id, number }: TimelineQuery): Promise<TimelineSubject> {
    const { query } = this.#deps.database;
    const region = await findRegion(query, actor.customerId);
    if (id === undefined) return { numbers: keysOf([number ?? ""], region), userId: undefined };
    if (/^-/.test(id)) return this.#colleague(actor, Number(id.slice(1)), region);
    // A contact kept elsewhere is known here by its numbers alone.
    if (!/^\d+$/.test(id)) throw contactNotFound();
    const contact = await findContact(query, actor, Number(id));
    if (!contact) throw contactNotFound();
    const keys = numberKeys(contact, region).map(({ key }) => key);
    return { numbers: [...new Set(keys)], userId: undefined };
  }

  async #colleague(actor: Actor, userId: number, region: string): Promise<TimelineSubject> {
    const { query } = this.#deps.database;
    if (!(await findPerson(query, actor.customerId, userId))) throw contactNotFound();
    const numbers = (await listColleagueNumbers(query, actor.customerId)).filter(
      (each) => each.userId === userId,
    );
    return {
      numbers: keysOf(
        numbers.map(({ number }) => number),
        region,
      ),
      userId,
    };
  }
}

function keysOf(numbers: readonly string[], region: string): string[] {
  const keys = numbers.map((number) => directoryKey(number, region));
  return [...new Set(keys.filter((key) => key !== undefined))];
}
