import type { Kysely, Selectable } from "kysely";
import type { DB, SipCredentials } from "../../database/schema/database-schema.ts";

export type CredentialRow = Selectable<SipCredentials>;

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
