import type { StoredUser, TagQuery, UserChange, UserId } from "@offhook/chat";
import { type Kysely, type Selectable, sql } from "kysely";
import { fromJson, millis, millisOrUndefined, toJson } from "../../database/postgres/row-values.ts";
import type { ChatUsers, DB } from "../../database/schema/database-schema.ts";
import { type ChatAccountFace, faceOfAccount, nameTags } from "./chat-face.ts";

type UserRow = Selectable<ChatUsers> & { readonly [Column in keyof AccountColumns]: AccountColumns[Column] };
/** Null where there is no account. */
type AccountColumns = {
  readonly [Column in Exclude<keyof ChatAccountFace, "account_id">]: ChatAccountFace[Column] | null;
};

/** With what the profile of the account says, so that chat never shows an old name. */
function selectUsers(query: Kysely<DB>) {
  return query
    .selectFrom("chat_users")
    .leftJoin("users as account", "account.id", "chat_users.account_id")
    .leftJoin("files as photo", "photo.key", "account.photo_key")
    .leftJoin("active_statuses as active", "active.user_id", "account.id")
    .leftJoin("user_statuses as shown_status", "shown_status.id", "active.status_id")
    .selectAll("chat_users")
    .select([
      "account.username",
      "account.firstname",
      "account.lastname",
      "account.teams_nickname",
      "account.color",
      "account.photo_key",
      "photo.type as photo_type",
      "shown_status.name as status_name",
      "shown_status.emoji as status_emoji",
    ]);
}

export async function findChatUsers(query: Kysely<DB>, ids: readonly UserId[]): Promise<StoredUser[]> {
  const rows = await selectUsers(query)
    .where("chat_users.id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows.map(toStoredUser);
}

export async function updateChatUser(query: Kysely<DB>, id: UserId, change: UserChange): Promise<void> {
  await query
    .updateTable("chat_users")
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.defacs === undefined
        ? {}
        : { access_auth: change.defacs.auth, access_anon: change.defacs.anon }),
      ...(change.meWant === undefined ? {} : { me_want: change.meWant }),
      ...("public" in change ? { public: toJson(change.public) } : {}),
      ...("trusted" in change ? { trusted: toJson(change.trusted) } : {}),
      ...("private" in change ? { private: toJson(change.private) } : {}),
      ...("findPrivate" in change ? { find_private: toJson(change.findPrivate) } : {}),
      ...(change.tags === undefined ? {} : { tags: [...change.tags] }),
      ...(change.userAgent === undefined ? {} : { user_agent: change.userAgent }),
      ...(change.seenAt === undefined ? {} : { seen_at: new Date(change.seenAt) }),
      ...(change.updatedAt === undefined ? {} : { updated_at: new Date(change.updatedAt) }),
      // An update must set something, also when nothing else is new.
      id,
    })
    .where("id", "=", id)
    .execute();
}

export async function deleteChatUser(query: Kysely<DB>, id: UserId): Promise<void> {
  await query.deleteFrom("chat_users").where("id", "=", id).execute();
}

export async function findChatUsersByTags(
  query: Kysely<DB>,
  customerId: number | null,
  wanted: TagQuery,
  limit: number,
): Promise<StoredUser[]> {
  const rows = await selectUsers(query)
    .where(sql<boolean>`chat_users.customer_id is not distinct from ${customerId}`)
    .where((where) => where.and(wanted.map((group) => hasTag(group))))
    .where("chat_users.state", "=", "ok")
    .where("account.disabled_at", "is", null)
    .orderBy("chat_users.id")
    .limit(limit)
    .execute();
  return rows.map(toStoredUser);
}

export async function findChatUsersByName(
  query: Kysely<DB>,
  customerId: number | null,
  words: readonly string[],
  limit: number,
): Promise<StoredUser[]> {
  const name = sql<string>`' ' || lower(account.firstname || ' ' || account.lastname || ' ' || account.teams_nickname)`;
  const rows = await selectUsers(query)
    .where(sql<boolean>`chat_users.customer_id is not distinct from ${customerId}`)
    .where((where) => where.and(words.map((word) => sql<boolean>`strpos(${name}, ${` ${word}`}) > 0`)))
    .where("chat_users.state", "=", "ok")
    .where("account.id", "is not", null)
    .where("account.disabled_at", "is", null)
    .orderBy("account.firstname")
    .orderBy("account.lastname")
    .orderBy("chat_users.id")
    .limit(limit)
    .execute();
  return rows.map(toStoredUser);
}

/** The words of a name are as good as tags. */
function hasTag(group: readonly string[]) {
  return sql<boolean>`(chat_users.tags && ${[...group]}::text[]
    or string_to_array(lower(account.firstname || ' ' || account.lastname), ' ') && ${[...group]}::text[])`;
}

function toStoredUser(row: UserRow): StoredUser {
  const account = accountOf(row);
  return {
    id: row.id,
    customerId: row.customer_id,
    state: row.state === "susp" ? "susp" : "ok",
    defacs: { auth: row.access_auth, anon: row.access_anon },
    meWant: row.me_want,
    public: account ? faceOfAccount(account, row.public) : fromJson(row.public),
    trusted: fromJson(row.trusted),
    private: fromJson(row.private),
    findPrivate: fromJson(row.find_private),
    tags: account ? [...new Set([...row.tags, ...nameTags(account)])] : row.tags,
    userAgent: row.user_agent,
    seenAt: millisOrUndefined(row.seen_at),
    createdAt: millis(row.created_at),
    updatedAt: millis(row.updated_at),
  };
}

function accountOf(row: UserRow): ChatAccountFace | undefined {
  const { account_id, username, firstname, lastname, teams_nickname } = row;
  if (account_id === null || username === null) return undefined;
  return {
    ...row,
    account_id,
    username,
    firstname: firstname ?? "",
    lastname: lastname ?? "",
    teams_nickname: teams_nickname ?? "",
  };
}
