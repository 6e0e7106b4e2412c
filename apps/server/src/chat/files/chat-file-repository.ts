import type { SeqRange, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { isObjectKey } from "../../platform/files/object-store.ts";

export interface ChatFile {
  readonly key: string;
  readonly uploader: UserId;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const FILE_ADDRESS = /^\/v0\/file\/s\/([0-9a-f]{32})(?:\.\w{1,8})?(?:\?|$)/;

/** The key in an address such as `/v0/file/s/<key>.jpg`; undefined for one that is not ours. */
function fileKeyOf(address: string): string | undefined {
  const key = FILE_ADDRESS.exec(address)?.[1];
  return key !== undefined && isObjectKey(key) ? key : undefined;
}

export async function insertChatFile(query: Kysely<DB>, file: ChatFile, at: number): Promise<void> {
  await query
    .insertInto("chat_files")
    .values({ ...file, created_at: new Date(at) })
    .execute();
}

export async function findChatFile(query: Kysely<DB>, key: string): Promise<ChatFile | undefined> {
  const row = await query
    .selectFrom("chat_files")
    .select(["key", "uploader", "name", "type", "size"])
    .where("key", "=", key)
    .executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

/** The picture of a colleague's profile, which everybody in the company sees. */
export async function findColleaguePicture(
  query: Kysely<DB>,
  key: string,
  reader: UserId,
): Promise<ChatFile | undefined> {
  const row = await query
    .selectFrom("files")
    .innerJoin("users", "users.photo_key", "files.key")
    .innerJoin("chat_users", "chat_users.customer_id", "users.customer_id")
    .select(["files.key", "files.type", "files.size"])
    .where("files.key", "=", key)
    .where("chat_users.id", "=", reader)
    .executeTakeFirst();
  return row && { ...row, size: Number(row.size), uploader: reader, name: "" };
}

/**
 * The files of a message can be read by everyone who reads its topic. A sender can only share a file that they can
 * read: it is their own, or part of a topic they are a member of (a forwarded message).
 */
export async function keepChatFiles(
  query: Kysely<DB>,
  addresses: readonly string[],
  { topic, seq }: { readonly topic: string; readonly seq: number },
  user: UserId,
): Promise<void> {
  const keys = addresses.flatMap((address) => fileKeyOf(address) ?? []);
  if (keys.length === 0) return;
  await sql`
    insert into chat_file_topics (key, topic, seq)
    select file.key, ${topic}, ${seq} from chat_files as file
    where file.key = any(${keys}::text[]) and not file.is_dropped and (
      file.uploader = ${user} or exists (
        select from chat_file_topics as kept
        join chat_subscriptions as subscription on subscription.topic = kept.topic
        where kept.key = file.key and subscription.chat_user_id = ${user} and subscription.deleted_at is null
      )
    )
    on conflict do nothing`.execute(query);
}

/** Messages were deleted for all, or lost these files with an edit: nobody reads them there any more. */
export async function releaseChatFiles(
  query: Kysely<DB>,
  topic: string,
  { low, hi, keep = "" }: SeqRange & { readonly keep?: string },
): Promise<void> {
  await sql`
    with released as (
      delete from chat_file_topics
      where topic = ${topic} and seq >= ${low} and seq < ${hi} and seq > 0 and strpos(${keep}, key) = 0
      returning key, seq
    )
    update chat_files as file set is_dropped = true
    from released
    where file.key = released.key
      and not exists (
        select from chat_file_topics as kept
        where kept.key = file.key
          and not exists (select from released as gone where gone.key = kept.key and kept.topic = ${topic} and gone.seq = kept.seq)
      )
      and not exists (
        select from chat_users as shown
        where shown.id = file.uploader and strpos(shown.public::text, file.key) > 0
      )`.execute(query);
}

/** Also a user's profile picture: all their colleagues see it. */
export async function canReadChatFile(query: Kysely<DB>, key: string, user: UserId): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select exists (
      select from chat_files where key = ${key} and uploader = ${user} and not is_dropped
      union all
      select from chat_file_topics as kept
      join chat_subscriptions as subscription on subscription.topic = kept.topic
      where kept.key = ${key} and subscription.chat_user_id = ${user} and subscription.deleted_at is null
      union all
      select from chat_files as file
      join chat_users as shown on shown.id = file.uploader
      join chat_users as reader on reader.customer_id is not distinct from shown.customer_id
      where file.key = ${key} and reader.id = ${user} and strpos(shown.public::text, file.key) > 0
    ) as allowed`.execute(query);
  return rows[0]?.allowed ?? false;
}

/** Files that belong to no topic and are nobody's picture, uploaded before `before`. */
export async function listUnusedChatFiles(
  query: Kysely<DB>,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom("chat_files")
    .select("key")
    .where((where) => where.or([where("created_at", "<", new Date(before)), where("is_dropped", "=", true)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chat_file_topics")
            .select("chat_file_topics.topic")
            .whereRef("chat_file_topics.key", "=", "chat_files.key"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chat_users")
            .select("chat_users.id")
            .whereRef("chat_users.id", "=", "chat_files.uploader")
            .where(sql<boolean>`strpos(chat_users.public::text, chat_files.key) > 0`),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.key);
}

export async function deleteChatFile(query: Kysely<DB>, key: string): Promise<void> {
  await query.deleteFrom("chat_files").where("key", "=", key).execute();
}
