import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Seven o'clock on the company's clock, the next time after this moment. For a statement that reads `customers`. */
const nextSeven = (now: Date): RawBuilder<Date> => sql<Date>`(
  select min(seven) from (
    select ((${now}::timestamptz at time zone customers.timezone)::date + day + time '07:00')
      at time zone customers.timezone as seven
    from generate_series(0, 1) as day
  ) as mornings
  where seven > ${now}::timestamptz
)`;

export async function isMorningReportWanted(query: Kysely<DB>, userId: number): Promise<boolean> {
  const row = await query
    .selectFrom("queue_report_mails")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Wanted already, it stays as it is. */
export async function insertMorningReport(query: Kysely<DB>, userId: number, now: Date): Promise<void> {
  await query
    .insertInto("queue_report_mails")
    .columns(["user_id", "next_at"])
    .expression((from) =>
      from
        .selectFrom("users")
        .innerJoin("customers", "customers.id", "users.customer_id")
        .select(["users.id", nextSeven(now).as("next_at")])
        .where("users.id", "=", userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMorningReport(query: Kysely<DB>, userId: number): Promise<void> {
  await query.deleteFrom("queue_report_mails").where("user_id", "=", userId).execute();
}

export async function listDueReports(query: Kysely<DB>, now: Date, limit: number): Promise<number[]> {
  const rows = await query
    .selectFrom("queue_report_mails")
    .select("user_id")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function nextReportAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("queue_report_mails")
    .select("next_at")
    .orderBy("next_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_at;
}

/** Puts it off to the next morning. False where another server has been quicker. */
export async function takeReport(query: Kysely<DB>, userId: number, now: Date): Promise<boolean> {
  const taken = await query
    .updateTable("queue_report_mails")
    .from("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .set({ next_at: nextSeven(now) })
    .whereRef("users.id", "=", "queue_report_mails.user_id")
    .where("queue_report_mails.user_id", "=", userId)
    .where("queue_report_mails.next_at", "<=", now)
    .returning("queue_report_mails.user_id")
    .execute();
  return taken.length > 0;
}

export interface ReportReader {
  readonly userId: number;
  readonly customerId: number;
  readonly email: string;
  readonly roles: unknown;
  readonly chatDisabled: boolean;
  /** By the company's clock, as "2026-11-18". */
  readonly yesterday: string;
}

/** Undefined for somebody who can be sent nothing. */
export async function findReportReader(
  query: Kysely<DB>,
  userId: number,
  now: Date,
): Promise<ReportReader | undefined> {
  const row = await query
    .selectFrom("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select(["users.customer_id", "users.email", "users.roles", "customers.chat_disabled"])
    .select(
      sql<string>`((${now}::timestamptz at time zone customers.timezone)::date - 1)::text`.as("yesterday"),
    )
    .where("users.id", "=", userId)
    .where("users.disabled_at", "is", null)
    .where("users.email", "<>", "")
    .executeTakeFirst();
  if (!row) return undefined;
  const { customer_id: customerId, email, roles, chat_disabled: chatDisabled, yesterday } = row;
  return { userId, customerId, email, roles, chatDisabled, yesterday };
}
