import { type Kysely, sql } from "kysely";
import { ItemListRepository } from "../../database/items/item-list-repository.ts";
import { ItemRepository } from "../../database/items/item-repository.ts";
import type { ItemTables } from "../../database/items/item-tables.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import type { DeletedItem } from "../../platform/loops/forgetting-loop.ts";

const tables: ItemTables = {
  items: "faxes",
  lineId: "fax_line_id",
  at: "at",
  party: "party_number",
  readAt: "read_at",
  // One that was sent never is.
  canBeNew: sql`state = 'received'`,
  readers: "fax_reads",
  itemId: "fax_id",
  source: "fax",
};

export const faxItems = new ItemRepository(tables);
export const faxLists = new ItemListRepository(tables);

type FaxState = "received" | "waiting" | "sending" | "done" | "failed";

export interface FoundFax {
  readonly id: string;
  readonly state: FaxState;
  readonly isNew: boolean;
  readonly deletedAt: Date | null;
}

/** A fax of the line, whether it is deleted or not; locked until the end of the transaction. */
export async function lockFax(query: Kysely<DB>, lineId: number, id: string): Promise<FoundFax | undefined> {
  const row = await query
    .selectFrom("faxes")
    .select(["id", "state", "read_at", "deleted_at"])
    .where("id", "=", id)
    .where("fax_line_id", "=", lineId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  // Written through the table's own check.
  const state = row.state as FaxState;
  return { id, state, isNew: state === "received" && row.read_at === null, deletedAt: row.deleted_at };
}

export interface FaxFilePlace {
  readonly direction: string;
  readonly partyNumber: string;
  readonly partyName: string;
  readonly at: Date;
  readonly pages: number;
  readonly pdfKey: string | null;
  readonly timezone: string;
}

export async function findFilePlace(
  query: Kysely<DB>,
  userId: number,
  lineId: number,
  id: string,
): Promise<FaxFilePlace | undefined> {
  const row = await query
    .selectFrom("faxes as fax")
    .innerJoin("customers", "customers.id", "fax.customer_id")
    .leftJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "fax.direction",
      "fax.party_number",
      "fax.party_name",
      "fax.at",
      "fax.pages",
      "fax.pdf_key",
      sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone"),
    ])
    .where("fax.id", "=", id)
    .where("fax.fax_line_id", "=", lineId)
    .where("fax.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { direction, at, pages, timezone } = row;
  return {
    direction,
    partyNumber: row.party_number,
    partyName: row.party_name,
    at,
    pages,
    pdfKey: row.pdf_key,
    timezone,
  };
}

/** What was deleted before this time. Faxes of one order share their files. */
export async function listDeleted(query: Kysely<DB>, before: Date, limit: number): Promise<DeletedItem[]> {
  const { rows } = await sql<DeletedItem>`
    select gone.id, array(
      select distinct key
      from unnest(array[gone.tiff_key, gone.pdf_key, gone.picture_key, gone.receipt_key]) as own (key)
      where key is not null
        and not exists (select from faxes as other where other.id <> gone.id and other.tiff_key = own.key)
        and not exists (select from faxes as other where other.id <> gone.id and other.pdf_key = own.key)
        and not exists (select from faxes as other where other.id <> gone.id and other.picture_key = own.key)
    ) as keys
    from faxes as gone
    where gone.deleted_at <= ${before}
    order by gone.deleted_at
    limit ${limit}`.execute(query);
  return rows;
}
