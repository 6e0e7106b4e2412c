import { storableText } from "@offhook/kernel";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Several times as much as a page of small print has. */
const LONGEST_TEXT = 20_000;
/** Of one fax: hundreds of pages of a letter, or a document made to fill the database. */
const LONGEST_FAX_TEXT = 100_000;

/** These faxes have the same pages. What is longer than it may be is found by its beginning. */
export async function saveFaxTexts(
  query: Kysely<DB>,
  faxIds: readonly string[],
  words: readonly string[],
): Promise<void> {
  const pages = keptPages(words);
  if (pages.length === 0) return;
  // A statement for each fax: all pages of all of them may be more values than one takes.
  for (const fax_id of faxIds)
    await query
      .insertInto("fax_texts")
      .values(pages.map((page) => ({ fax_id, ...page })))
      .execute();
}

/** A fax that is sent once more has the pages of another one. */
export async function copyFaxTexts(query: Kysely<DB>, from: string, to: string): Promise<void> {
  await query
    .insertInto("fax_texts")
    .columns(["fax_id", "page", "text"])
    .expression((is) =>
      is
        .selectFrom("fax_texts")
        .select(({ val }) => [val(to).as("fax_id"), "page", "text"])
        .where("fax_id", "=", from),
    )
    .execute();
}

export interface FaxPageText {
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

/** In the order of the pages; what was sent as a picture, or has come in, is missing. */
export async function listFaxTexts(
  query: Kysely<DB>,
  faxIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FaxPageText[]>> {
  const texts = new Map<string, FaxPageText[]>();
  if (faxIds.length === 0) return texts;
  const rows = await query
    .selectFrom("fax_texts")
    .selectAll()
    .where("fax_id", "in", faxIds)
    .orderBy("fax_id")
    .orderBy("page")
    .execute();
  for (const { fax_id, page, text } of rows)
    texts.set(fax_id, [...(texts.get(fax_id) ?? []), { page, text }]);
  return texts;
}

/** Pages without text have no row. */
function keptPages(words: readonly string[]): FaxPageText[] {
  const kept: FaxPageText[] = [];
  let room = LONGEST_FAX_TEXT;
  for (const [index, said] of words.entries()) {
    const text = storableText(said, Math.min(LONGEST_TEXT, room)).trim();
    if (text !== "") kept.push({ page: index + 1, text });
    room -= text.length;
  }
  return kept;
}
