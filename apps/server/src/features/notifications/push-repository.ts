import type { Feature, PushNotice } from "@offhook/contract";
import { type Kysely, type Selectable, sql } from "kysely";
import { isOnForUser } from "../../database/feature-roles.ts";
import type { DB, PushMessages, PushSubscriptions } from "../../database/schema/database-schema.ts";
import { findUserName } from "../../database/user-name-repository.ts";

export type SubscriptionRow = Selectable<PushSubscriptions>;

/** A subscription with what its user wants to hear. */
export interface Listener extends SubscriptionRow {
  readonly settings: unknown;
}

/** What waits, with where it goes. */
export type DueMessage = Selectable<PushMessages> & Pick<SubscriptionRow, "endpoint" | "p256dh" | "auth">;

export async function saveSubscription(query: Kysely<DB>, row: SubscriptionRow): Promise<void> {
  // Two people who share a browser share its subscription: it belongs to the one who has signed in last.
  await query
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", row.endpoint)
    .where("session_id", "<>", row.session_id)
    .execute();
  const { session_id: _key, ...rest } = row;
  await query
    .insertInto("push_subscriptions")
    .values(row)
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(rest))
    .execute();
}

export async function deleteSubscriptions(query: Kysely<DB>, sessionIds: readonly string[]): Promise<void> {
  await query
    .deleteFrom("push_subscriptions")
    .where("session_id", "in", [...sessionIds])
    .execute();
}

export async function hasSubscription(query: Kysely<DB>, sessionId: string): Promise<boolean> {
  const row = await query
    .selectFrom("push_subscriptions")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listSubscribed(
  query: Kysely<DB>,
): Promise<Pick<SubscriptionRow, "session_id" | "user_id">[]> {
  return query
    .selectFrom("push_subscriptions")
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .select(["push_subscriptions.session_id", "push_subscriptions.user_id"])
    .where("sessions.ended_at", "is", null)
    .execute();
}

const listeners = (query: Kysely<DB>) =>
  query
    .selectFrom("push_subscriptions")
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .leftJoin("user_settings", "user_settings.user_id", "push_subscriptions.user_id")
    .selectAll("push_subscriptions")
    .select("user_settings.settings")
    .where("sessions.ended_at", "is", null);

/** Of these users, those who have the feature that the news is of. */
export async function listListeners(
  query: Kysely<DB>,
  customerId: number,
  userIds: readonly number[],
  feature: Feature,
): Promise<Listener[]> {
  if (userIds.length === 0) return [];
  return listeners(query)
    .innerJoin("users", "users.id", "push_subscriptions.user_id")
    .where(isOnForUser(feature))
    .where("push_subscriptions.customer_id", "=", customerId)
    .where("push_subscriptions.user_id", "in", [...userIds])
    .execute();
}

/** The users who read this SMS line, and may. */
export async function listTextListeners(
  query: Kysely<DB>,
  customerId: number,
  number: string,
): Promise<Listener[]> {
  return listeners(query)
    .innerJoin("users", "users.id", "push_subscriptions.user_id")
    .innerJoin("sms_line_users", "sms_line_users.user_id", "push_subscriptions.user_id")
    .innerJoin("sms_lines", "sms_lines.id", "sms_line_users.sms_line_id")
    .where("sms_lines.customer_id", "=", customerId)
    .where("push_subscriptions.customer_id", "=", customerId)
    .where("sms_lines.number", "=", number)
    .where(isOnForUser("messaging"))
    .execute();
}

/** A subscription of somebody in team chat, and whether they want to be left in peace. */
export interface ChatListener extends Listener {
  readonly chat_user_id: string;
  readonly is_quiet: boolean;
}

/** Of these chat users, those who may chat and whose browsers have subscribed. */
export async function listChatListeners(
  query: Kysely<DB>,
  chatUserIds: readonly string[],
): Promise<ChatListener[]> {
  return listeners(query)
    .innerJoin("chat_users", "chat_users.account_id", "push_subscriptions.user_id")
    .innerJoin("users", "users.id", "push_subscriptions.user_id")
    .select("chat_users.id as chat_user_id")
    .select(
      sql<boolean>`exists (
        select from phone_users join phones on phones.id = phone_users.phone_id
        where phone_users.user_id = push_subscriptions.user_id and phones.dnd
      )`.as("is_quiet"),
    )
    .where("chat_users.id", "=", sql<string>`any(${[...chatUserIds]}::text[])`)
    .where("users.disabled_at", "is", null)
    .where(isOnForUser("teamChat"))
    .execute();
}

export async function findNameOfChatUser(query: Kysely<DB>, chatUserId: string): Promise<string> {
  const row = await query
    .selectFrom("chat_users")
    .select("account_id")
    .where("id", "=", chatUserId)
    .executeTakeFirst();
  return row?.account_id ? findUserName(query, row.account_id) : "";
}

export interface NewPushMessage {
  readonly sessionId: string;
  readonly notice: PushNotice;
  readonly isUrgent: boolean;
  readonly expiresAt: Date;
}

/** A word on the same takes the place of what has not been sent yet. */
export async function queueMessages(
  query: Kysely<DB>,
  messages: readonly NewPushMessage[],
  now: Date,
): Promise<void> {
  for (const { sessionId, notice } of messages)
    await query
      .deleteFrom("push_messages")
      .where("session_id", "=", sessionId)
      .where("tag", "=", notice.tag)
      .execute();
  if (messages.length === 0) return;
  const rows = messages.map(({ sessionId, notice, isUrgent, expiresAt }) => ({
    session_id: sessionId,
    tag: notice.tag,
    payload: JSON.stringify(notice),
    is_urgent: isUrgent,
    next_at: now,
    expires_at: expiresAt,
  }));
  await sql`
    insert into push_messages (session_id, tag, payload, is_urgent, next_at, expires_at)
    select row.session_id, row.tag, row.payload::jsonb, row.is_urgent, row.next_at, row.expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      session_id text, tag text, payload text, is_urgent boolean, next_at timestamptz, expires_at timestamptz
    )
    join push_subscriptions on push_subscriptions.session_id = row.session_id`.execute(query);
}

export async function listDue(query: Kysely<DB>, now: Date, limit: number): Promise<DueMessage[]> {
  await query.deleteFrom("push_messages").where("expires_at", "<=", now).execute();
  return query
    .selectFrom("push_messages")
    .innerJoin("push_subscriptions", "push_subscriptions.session_id", "push_messages.session_id")
    .selectAll("push_messages")
    .select(["push_subscriptions.endpoint", "push_subscriptions.p256dh", "push_subscriptions.auth"])
    .where("next_at", "<=", now)
    .orderBy("push_messages.id")
    .limit(limit)
    .execute();
}

export async function nextMessageAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("push_messages")
    .select(({ fn }) => fn.min("next_at").as("at"))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export async function deleteMessage(query: Kysely<DB>, id: DueMessage["id"]): Promise<void> {
  await query.deleteFrom("push_messages").where("id", "=", id).execute();
}

export async function postponeMessage(query: Kysely<DB>, id: DueMessage["id"], until: Date): Promise<void> {
  await query
    .updateTable("push_messages")
    .set(({ eb }) => ({ next_at: until, attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
