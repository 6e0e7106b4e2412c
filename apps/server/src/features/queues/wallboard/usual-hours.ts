import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import { findTimeZone, findToday } from "../numbers/period-repository.ts";
import { listUsualHours } from "./wallboard-repository.ts";

export interface UsualHoursDeps {
  readonly database: Database;
  readonly clock: Clock;
}

type HoursByQueue = ReadonlyMap<number, number[]>;

const WEEKS = 4;

/** What a company's queues have on this weekday. It stays the same all day, so that it is counted once. */
export class UsualHours {
  readonly #deps: UsualHoursDeps;
  readonly #known = new Map<number, { readonly date: string; readonly hours: Promise<HoursByQueue> }>();

  constructor(deps: UsualHoursDeps) {
    this.#deps = deps;
  }

  async of(customerId: number): Promise<HoursByQueue> {
    const { database, clock } = this.#deps;
    const timeZone = await findTimeZone(database.query, customerId);
    const date = await findToday(database.query, timeZone, new Date(clock.now()));
    const known = this.#known.get(customerId);
    if (known?.date === date) return known.hours;
    const hours = listUsualHours(database.query, { customerId, timeZone, date, weeks: WEEKS });
    this.#known.set(customerId, { date, hours });
    // The next one who asks tries again.
    hours.catch(() => this.#known.delete(customerId));
    return hours;
  }
}
