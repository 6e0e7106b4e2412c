import type { FaxResolution } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { FaxLine } from "../fax-line-repository.ts";

export interface ArrivedFax {
  readonly id: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly station: string;
  readonly at: Date;
  readonly pages: number;
  readonly damaged: readonly number[];
  readonly resolution: FaxResolution;
  readonly subject: string;
  readonly sourceId: string;
  readonly tiffKey: string;
  readonly pdfKey: string | null;
  readonly pdfBytes: number | null;
  readonly pictureKey: string | null;
}

/** False where it has come in before. */
export async function insertArrival(query: Kysely<DB>, line: FaxLine, fax: ArrivedFax): Promise<boolean> {
  const inserted = await query
    .insertInto("faxes")
    .values({
      id: fax.id,
      customer_id: line.customerId,
      fax_line_id: line.id,
      direction: "INBOX",
      state: "received",
      party_number: fax.callerNumber,
      party_name: fax.callerName,
      station: fax.station,
      at: fax.at,
      pages: fax.pages,
      damaged: [...fax.damaged],
      resolution: fax.resolution,
      subject: fax.subject,
      source_id: fax.sourceId,
      tiff_key: fax.tiffKey,
      pdf_key: fax.pdfKey,
      pdf_bytes: fax.pdfBytes,
      picture_key: fax.pictureKey,
      max_tries: 0,
    })
    .onConflict((conflict) => conflict.columns(["fax_line_id", "source_id"]).doNothing())
    .returning("id")
    .execute();
  return inserted.length > 0;
}

export async function findArrival(
  query: Kysely<DB>,
  lineId: number,
  sourceId: string,
): Promise<string | undefined> {
  const row = await query
    .selectFrom("faxes")
    .select("id")
    .where("fax_line_id", "=", lineId)
    .where("source_id", "=", sourceId)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the company takes nothing from this number, on any of its lines. */
export async function isBlocked(
  query: Kysely<DB>,
  { customerId }: FaxLine,
  number: string,
): Promise<boolean> {
  const row = await query
    .selectFrom("blocked_callers")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("phone_id", "is", null)
    .where("caller_number", "=", number)
    .executeTakeFirst();
  return row !== undefined;
}
