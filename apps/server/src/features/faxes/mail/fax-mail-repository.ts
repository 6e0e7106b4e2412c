import type { FaxReason, FaxResolution } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";

/** A fax as a mail or a receipt tells of it. */
export interface ToldFax {
  readonly id: string;
  readonly customerId: number;
  readonly mailbox: string;
  readonly label: string;
  readonly company: string;
  readonly direction: "SENT" | "INBOX";
  readonly partyNumber: string;
  readonly partyName: string;
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly pages: number;
  readonly pagesSent: number;
  readonly damaged: readonly number[];
  readonly station: string;
  readonly subject: string;
  readonly resolution: FaxResolution;
  /** Who sent it; empty where it came in, or they are gone. */
  readonly sender: string;
  readonly state: string;
  readonly reason: FaxReason | null;
  readonly pdfKey: string | null;
  readonly pictureKey: string | null;
  readonly receiptKey: string | null;
  readonly tries: readonly ToldTry[];
}

export interface ToldTry {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly reason: FaxReason | null;
  readonly detail: string;
  readonly pages: number;
}

/** Where the line wants it: what came in to its users, what was sent to whoever sent it. */
export async function insertMail(query: Kysely<DB>, faxId: string, dueAt: Date): Promise<boolean> {
  const inserted = await query
    .insertInto("fax_mails")
    .columns(["fax_id", "due_at"])
    .expression((from) =>
      from
        .selectFrom("faxes as fax")
        .innerJoin("fax_lines as line", "line.id", "fax.fax_line_id")
        .select(["fax.id", sql<Date>`${dueAt}::timestamptz`.as("due_at")])
        .where("fax.id", "=", faxId)
        .where(
          sql<boolean>`case fax.direction when 'INBOX' then line.sends_mail
            else line.sends_receipts and fax.sent_by is not null end`,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("fax_id")
    .execute();
  return inserted.length > 0;
}

export async function listDueMails(query: Kysely<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom("fax_mails")
    .select("fax_id")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(limit)
    .execute();
  return rows.map(({ fax_id }) => fax_id);
}

export async function nextMailAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("fax_mails")
    .select("due_at")
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return row?.due_at;
}

/** Whether it was still there: another server may have been quicker. */
export async function takeMail(query: Kysely<DB>, faxId: string): Promise<boolean> {
  const taken = await query.deleteFrom("fax_mails").where("fax_id", "=", faxId).returning("fax_id").execute();
  return taken.length > 0;
}

/** Undefined where it was deleted. */
export async function findToldFax(query: Kysely<DB>, faxId: string): Promise<ToldFax | undefined> {
  const row = await query
    .selectFrom("faxes as fax")
    .innerJoin("fax_lines as line", "line.id", "fax.fax_line_id")
    .innerJoin("customers", "customers.id", "fax.customer_id")
    .leftJoin("users", "users.id", "fax.sent_by")
    .selectAll("fax")
    .select(["line.number", "line.name", "customers.name as company", "users.firstname", "users.lastname"])
    .where("fax.id", "=", faxId)
    .where("fax.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const tries = await query
    .selectFrom("fax_tries")
    .select(["started_at", "ended_at", "reason", "detail", "pages_sent"])
    .where("fax_id", "=", faxId)
    .orderBy("number")
    .execute();
  return {
    id: row.id,
    customerId: row.customer_id,
    mailbox: row.number,
    label: row.name || row.number,
    company: row.company,
    sender: userName(row),
    // All four written through the table's own checks, and by this feature alone.
    direction: row.direction as ToldFax["direction"],
    reason: row.reason as FaxReason | null,
    resolution: row.resolution as FaxResolution,
    tries: tries.map((each) => ({
      startedAt: each.started_at,
      endedAt: each.ended_at,
      reason: each.reason as FaxReason | null,
      detail: each.detail,
      pages: each.pages_sent,
    })),
    partyNumber: row.party_number,
    partyName: row.party_name,
    at: row.at,
    endedAt: row.ended_at,
    pages: row.pages,
    pagesSent: row.pages_sent,
    damaged: row.damaged,
    station: row.station,
    subject: row.subject,
    state: row.state,
    pdfKey: row.pdf_key,
    pictureKey: row.picture_key,
    receiptKey: row.receipt_key,
  };
}

export interface MailReader {
  readonly email: string;
  readonly timezone: string;
}

/** Of one that came in those who work with its line now, of one that was sent whoever sent it. */
export async function listMailReaders(query: Kysely<DB>, faxId: string): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    select users.email, coalesce(users.timezone, customers.timezone) as timezone
    from faxes as fax
    join users on case fax.direction
      when 'SENT' then users.id = fax.sent_by
      else users.id in (select user_id from fax_line_users where fax_line_id = fax.fax_line_id) end
    join customers on customers.id = users.customer_id
    where fax.id = ${faxId} and users.disabled_at is null and users.email <> '' and ${isOnForUser("fax")}
    order by users.id`.execute(query);
  return rows;
}

/** False where another one was quicker. */
export async function saveReceiptKey(query: Kysely<DB>, faxId: string, key: string): Promise<boolean> {
  const saved = await query
    .updateTable("faxes")
    .set({ receipt_key: key })
    .where("id", "=", faxId)
    .where("receipt_key", "is", null)
    .where("state", "in", ["done", "failed"])
    .returning("id")
    .execute();
  return saved.length > 0;
}
