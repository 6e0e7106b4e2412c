import { WallboardThresholds } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Undefined where the company has none of its own, or those of a version that knew others. */
export async function findThresholds(
  query: Kysely<DB>,
  customerId: number,
): Promise<WallboardThresholds | undefined> {
  const row = await query
    .selectFrom("customers")
    .select("wallboard_thresholds")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return WallboardThresholds.safeParse(row?.wallboard_thresholds).data;
}

export async function saveThresholds(
  query: Kysely<DB>,
  customerId: number,
  thresholds: WallboardThresholds,
): Promise<void> {
  await query
    .updateTable("customers")
    .set({ wallboard_thresholds: JSON.stringify(thresholds) })
    .where("id", "=", customerId)
    .execute();
}

export interface UsualRange {
  readonly customerId: number;
  readonly timeZone: string;
  /** The day as "2026-11-18": its weekday counts, and only what lies before it. */
  readonly date: string;
  readonly weeks: number;
}

/** Calls that came into each queue by hour, a day on average. Days on which no queue had a call were no working days. */
export async function listUsualHours(
  query: Kysely<DB>,
  { customerId, timeZone, date, weeks }: UsualRange,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ queue_id: number; hour: number; calls: number }>`
    with entered as (
      select queue_id, at at time zone ${timeZone} as local
      from queue_records
      where customer_id = ${customerId} and type = 'entered'
        and queue_id in (select id from queues where customer_id = ${customerId})
        and at >= (${date}::date - ${weeks * 7}::integer)::timestamp at time zone ${timeZone}
        and at < ${date}::date::timestamp at time zone ${timeZone}
    ), same_day as (
      select * from entered where extract(isodow from local) = extract(isodow from ${date}::date)
    )
    select queue_id, extract(hour from local)::integer as hour,
      count(*)::float8 / (select count(distinct local::date) from same_day) as calls
    from same_day
    group by queue_id, hour`.execute(query);
  const usual = new Map<number, number[]>();
  for (const { queue_id, hour, calls } of rows) {
    const hours = usual.get(queue_id) ?? Array.from({ length: 24 }, () => 0);
    hours[hour] = Math.round(calls * 100) / 100;
    usual.set(queue_id, hours);
  }
  return usual;
}

/** By their ids. */
export async function listFirstNames(
  query: Kysely<DB>,
  customerId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query
    .selectFrom("users")
    .select(["id", "firstname"])
    .where("customer_id", "=", customerId)
    .where(sql<boolean>`id = any(${[...userIds]}::integer[])`)
    .execute();
  return new Map(rows.map(({ id, firstname }) => [id, firstname]));
}
