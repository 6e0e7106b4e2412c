import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, SipCredentials } from "../../database/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";

export type CredentialRow = Selectable<SipCredentials>;

export interface OwnLine {
  readonly id: number;
  readonly name: string;
}

/** The line a user's calls go out from: the chosen one, or the first. */
export async function findActiveLine(query: Kysely<DB>, { userId }: Actor): Promise<OwnLine | undefined> {
  return query
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .leftJoin("user_settings", "user_settings.user_id", "phone_users.user_id")
    .select(["phones.id", "phones.name"])
    .where("phone_users.user_id", "=", userId)
    .orderBy(sql`(phones.name = user_settings.settings ->> 'activePhoneLine') desc nulls last`)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .limit(1)
    .executeTakeFirst();
}

/** Of two requests at once both get the name that was there first. */
export async function saveCredential(query: Kysely<DB>, row: CredentialRow): Promise<CredentialRow> {
  return query
    .insertInto("sip_credentials")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["session_id", "phone_id"]).doUpdateSet({ expires_at: row.expires_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function listCredentials(query: Kysely<DB>, now: Date): Promise<CredentialRow[]> {
  return query
    .selectFrom("sip_credentials")
    .innerJoin("sessions", "sessions.id", "sip_credentials.session_id")
    .selectAll("sip_credentials")
    .where("sip_credentials.expires_at", ">", now)
    .where("sessions.ended_at", "is", null)
    .execute();
}

export async function deleteCredentials(query: Kysely<DB>, sessionIds: readonly string[]): Promise<void> {
  await query
    .deleteFrom("sip_credentials")
    .where("session_id", "in", [...sessionIds])
    .execute();
}

export async function deleteExpiredCredentials(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("sip_credentials").where("expires_at", "<=", now).execute();
}
