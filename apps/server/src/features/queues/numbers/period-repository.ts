import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Whole days by the clock of a company. */
export interface Period {
  /** The first and the last day, as "2026-11-18". */
  readonly from: string;
  readonly to: string;
  /** When each of the days begins, and behind them when the last one ends: some have 23 or 25 hours. */
  readonly midnights: readonly Date[];
}

export async function findTimeZone(query: Kysely<DB>, customerId: number): Promise<string> {
  const { timezone } = await query
    .selectFrom("customers")
    .select("timezone")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return timezone;
}

/** The day it is there at this moment. */
export async function findToday(query: Kysely<DB>, timeZone: string, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((${now}::timestamptz at time zone ${timeZone})::date)::text as day`.execute(query);
  return rows[0]?.day ?? "";
}

export async function findPeriod(
  query: Kysely<DB>,
  timeZone: string,
  { from, to }: Pick<Period, "from" | "to">,
): Promise<Period> {
  const { rows } = await sql<{ at: Date }>`
    select (day at time zone ${timeZone}) as at
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp + interval '1 day', interval '1 day') as day
    order by day`.execute(query);
  return { from, to, midnights: rows.map(({ at }) => at) };
}
