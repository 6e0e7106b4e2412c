import type { Database } from "../../../database/database.ts";

export interface SentFiles {
  readonly pdfKey: string | null;
  readonly pictureKey: string | null;
  readonly subject: string;
}

export async function findSentFiles({ query }: Database, id: string): Promise<SentFiles | undefined> {
  const row = await query
    .selectFrom("faxes")
    .select(["pdf_key", "picture_key", "subject"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { pdfKey: row.pdf_key, pictureKey: row.picture_key, subject: row.subject };
}
