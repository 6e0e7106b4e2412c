import type { FaxRecipient, FaxResolution } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import type { DrawnPages, FaxContent } from "./order-repository.ts";

/** Faxes of one order whose pages are to be drawn: the same but for their covers. */
export interface UndrawnFaxes {
  readonly line: FaxLine;
  readonly userId: number | null;
  readonly at: Date;
  readonly pages: number;
  readonly resolution: FaxResolution;
  readonly content: FaxContent;
  /** The one that is needed first comes first. */
  readonly faxes: readonly UndrawnFax[];
}

export interface UndrawnFax {
  readonly id: string;
  readonly to: FaxRecipient;
}

const undrawn = (query: Kysely<DB>) =>
  query
    .selectFrom("faxes as fax")
    .where("fax.state", "=", "waiting")
    .where("fax.tiff_key", "is", null)
    .orderBy("fax.next_try_at")
    .orderBy("fax.at")
    .orderBy("fax.position");

/** The order that is needed first. */
export async function findUndrawn(query: Kysely<DB>): Promise<UndrawnFaxes | undefined> {
  const first = await undrawn(query)
    .innerJoin("fax_lines as line", "line.id", "fax.fax_line_id")
    .selectAll("fax")
    .select("line.number")
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const { uuid, sent_by: userId } = first;
  const rows =
    uuid === null || userId === null
      ? [first]
      : await undrawn(query)
          .select(["fax.id", "fax.party_number", "fax.party_name"])
          .where("fax.sent_by", "=", userId)
          .where("fax.uuid", "=", uuid)
          .execute();
  return {
    line: { id: first.fax_line_id, customerId: first.customer_id, number: first.number },
    userId,
    at: first.at,
    pages: first.pages,
    // Both written by this feature alone.
    resolution: first.resolution as FaxResolution,
    content: first.content as unknown as FaxContent,
    faxes: rows.map(({ id, party_number: number, party_name: name }) => ({ id, to: { number, name } })),
  };
}

/** Gives the pages to these faxes; ids of those that still wanted them. */
export async function saveDrawn(
  query: Kysely<DB>,
  ids: readonly string[],
  drawn: DrawnPages,
): Promise<string[]> {
  const rows = await query
    .updateTable("faxes")
    .set({ ...drawn, content: null })
    .where("state", "=", "waiting")
    .where("tiff_key", "is", null)
    .where("id", "in", ids)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
