import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface StoredFaxDocument {
  readonly id: string;
  readonly name: string;
  readonly objectKey: string;
  readonly bytes: number;
  readonly thumbnailKeys: readonly string[];
}

/** Those of them that the user has handed in; looking at them keeps them for another week. */
export async function lookAtDocuments(
  query: Kysely<DB>,
  userId: number,
  ids: readonly string[],
  now: Date,
): Promise<StoredFaxDocument[]> {
  if (ids.length === 0) return [];
  const rows = await query
    .updateTable("fax_documents")
    .set({ seen_at: now })
    .where("user_id", "=", userId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .returning(["id", "name", "object_key", "bytes", "thumbnail_keys"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    objectKey: row.object_key,
    bytes: row.bytes,
    thumbnailKeys: row.thumbnail_keys,
  }));
}

/** False where the user has handed it in before. */
export async function insertDocument(
  query: Kysely<DB>,
  owner: { readonly userId: number; readonly customerId: number },
  { id, name, objectKey, bytes, thumbnailKeys }: StoredFaxDocument,
  now: Date,
): Promise<boolean> {
  const inserted = await query
    .insertInto("fax_documents")
    .values({
      user_id: owner.userId,
      customer_id: owner.customerId,
      id,
      name,
      object_key: objectKey,
      bytes,
      thumbnail_keys: [...thumbnailKeys],
      seen_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length > 0;
}

export interface ForgottenDocument {
  readonly userId: number;
  readonly id: string;
  readonly keys: readonly string[];
}

/** Those nobody has looked at since, but for what the pages of a fax are still to be drawn from. */
export async function listForgottenDocuments(
  query: Kysely<DB>,
  before: Date,
  limit: number,
): Promise<ForgottenDocument[]> {
  const { rows } = await sql<{ user_id: number; id: string; keys: string[] }>`
    select document.user_id, document.id, document.object_key || document.thumbnail_keys as keys
    from fax_documents as document
    where document.seen_at <= ${before} and not exists (
      select from faxes where state = 'waiting' and content is not null and sent_by = document.user_id
    )
    order by document.seen_at limit ${limit}`.execute(query);
  return rows.map(({ user_id, id, keys }) => ({ userId: user_id, id, keys }));
}

export async function deleteDocument(
  query: Kysely<DB>,
  { userId, id, keys }: ForgottenDocument,
): Promise<void> {
  await query.deleteFrom("fax_documents").where("user_id", "=", userId).where("id", "=", id).execute();
  await query
    .deleteFrom("files")
    .where("key", "in", [...keys, ""])
    .execute();
}

export async function oldestDocumentAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("fax_documents")
    .select("seen_at")
    .orderBy("seen_at")
    .limit(1)
    .executeTakeFirst();
  return row?.seen_at;
}

export async function findDraft(query: Kysely<DB>, userId: number): Promise<unknown> {
  const row = await query
    .selectFrom("fax_drafts")
    .select("draft")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.draft ?? null;
}

export async function saveDraft(
  query: Kysely<DB>,
  userId: number,
  draft: object | null,
  now: Date,
): Promise<void> {
  if (draft === null) {
    await query.deleteFrom("fax_drafts").where("user_id", "=", userId).execute();
    return;
  }
  const row = { draft: JSON.stringify(draft), saved_at: now };
  await query
    .insertInto("fax_drafts")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}
