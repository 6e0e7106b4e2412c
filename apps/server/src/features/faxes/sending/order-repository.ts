import type { FaxCoverText, FaxPage, FaxRecipient, FaxResolution } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { PLANNED_TRIES } from "./fax-plan.ts";

/** What the pages of a fax are drawn from. */
export interface FaxContent {
  readonly pages: readonly FaxPage[];
  readonly cover: FaxCoverText | null;
}

/** Pages that are drawn already. */
export interface DrawnPages {
  readonly tiff_key: string;
  readonly pdf_key: string | null;
  readonly pdf_bytes: number | null;
  readonly picture_key: string | null;
}

export interface NewFax {
  readonly id: string;
  readonly customerId: number;
  readonly lineId: number;
  readonly userId: number;
  readonly uuid: string;
  readonly position: number;
  readonly to: FaxRecipient;
  readonly pages: number;
  readonly resolution: FaxResolution;
  readonly subject: string;
  readonly at: Date;
  readonly dueAt: Date;
  readonly content: FaxContent | null;
  readonly drawn: DrawnPages | null;
}

// Any number, as long as nothing else locks with it.
const LOCK_CLASS = 4_715_081;

/** Orders of one user are taken one after the other. */
export async function lockOrders(query: Kysely<DB>, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${userId})`.execute(query);
}

export async function insertOrder(query: Kysely<DB>, fax: NewFax): Promise<void> {
  await query
    .insertInto("faxes")
    .values({
      id: fax.id,
      customer_id: fax.customerId,
      fax_line_id: fax.lineId,
      direction: "SENT",
      state: "waiting",
      party_number: fax.to.number,
      party_name: fax.to.name,
      at: fax.at,
      next_try_at: fax.dueAt,
      max_tries: PLANNED_TRIES,
      pages: fax.pages,
      resolution: fax.resolution,
      subject: fax.subject,
      sent_by: fax.userId,
      uuid: fax.uuid,
      position: fax.position,
      content: fax.content && JSON.stringify(fax.content),
      ...fax.drawn,
    })
    .execute();
}

/** The faxes of an order that the user has handed in, in the order of its recipients; also deleted ones. */
export async function listOrder(query: Kysely<DB>, userId: number, uuid: string): Promise<string[]> {
  const rows = await query
    .selectFrom("faxes")
    .select("id")
    .where("sent_by", "=", userId)
    .where("uuid", "=", uuid)
    .orderBy("position")
    .execute();
  return rows.map(({ id }) => id);
}

export interface FaxSource {
  readonly pages: number;
  readonly resolution: FaxResolution;
  readonly subject: string;
  readonly content: FaxContent | null;
  readonly drawn: DrawnPages | null;
  readonly sentBy: number | null;
}

/** What a fax can be sent again from. */
export async function findSource(
  query: Kysely<DB>,
  lineId: number,
  id: string,
): Promise<FaxSource | undefined> {
  const row = await query
    .selectFrom("faxes")
    .selectAll()
    .where("id", "=", id)
    .where("fax_line_id", "=", lineId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { pages, subject, tiff_key, pdf_key, pdf_bytes, picture_key } = row;
  return {
    pages,
    subject,
    // Both written by this feature alone.
    resolution: row.resolution as FaxResolution,
    content: row.content as FaxContent | null,
    drawn: tiff_key === null ? null : { tiff_key, pdf_key, pdf_bytes, picture_key },
    sentBy: row.sent_by,
  };
}

/** A person wants it tried: from its first page, with a whole plan of tries. The receipt it had, which is wrong now. */
export async function planAnew(query: Kysely<DB>, id: string, now: Date): Promise<string | null> {
  const { receipt_key } = await query
    .selectFrom("faxes")
    .select("receipt_key")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await query
    .updateTable("faxes")
    .set((is) => ({
      state: "waiting",
      next_try_at: now,
      max_tries: is("tries", "+", PLANNED_TRIES),
      pages_sent: 0,
      page: 0,
      reason: null,
      ended_at: null,
      canceled_at: null,
      receipt_key: null,
    }))
    .where("id", "=", id)
    .execute();
  return receipt_key;
}

export async function bringForward(query: Kysely<DB>, id: string, now: Date): Promise<void> {
  await query.updateTable("faxes").set({ next_try_at: now }).where("id", "=", id).execute();
}

export async function markCanceled(query: Kysely<DB>, id: string, now: Date): Promise<void> {
  await query.updateTable("faxes").set({ canceled_at: now }).where("id", "=", id).execute();
}
