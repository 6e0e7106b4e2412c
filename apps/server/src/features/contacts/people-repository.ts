import type { Presence } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface PersonRow {
  readonly id: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly title: string;
  readonly teams_nickname: string;
  readonly company: string;
  readonly extension: string | null;
  readonly email: string;
  readonly mobile: string;
  readonly pbx_line: string | null;
  readonly direct_number: string | null;
  readonly photo_key: string | null;
  readonly color: string | null;
  readonly status_name: string | null;
  readonly status_emoji: string | null;
  readonly status_expires_at: Date | null;
  readonly presence: Presence;
  readonly chat_id: string | null;
}

export async function listPeople(query: Kysely<DB>, customerId: number): Promise<PersonRow[]> {
  const rows = await selectPeople(query, customerId).execute();
  return rows.map(toPersonRow);
}

export async function findPerson(
  query: Kysely<DB>,
  customerId: number,
  userId: number,
): Promise<PersonRow | undefined> {
  const row = await selectPeople(query, customerId).where("users.id", "=", userId).executeTakeFirst();
  return row && toPersonRow(row);
}

function toPersonRow(row: Omit<PersonRow, "presence"> & { readonly presence: number | null }): PersonRow {
  return { ...row, presence: (row.presence ?? 0) as Presence };
}

function selectPeople(query: Kysely<DB>, customerId: number) {
  return query
    .selectFrom("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .leftJoin("active_statuses", "active_statuses.user_id", "users.id")
    .leftJoin("user_statuses", "user_statuses.id", "active_statuses.status_id")
    .leftJoin("user_presence", "user_presence.user_id", "users.id")
    .leftJoin("chat_users", "chat_users.account_id", "users.id")
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom("phone_users")
          .innerJoin("phones", "phones.id", "phone_users.phone_id")
          .select(["phones.name", "phones.callerid_external"])
          .whereRef("phone_users.user_id", "=", "users.id")
          .orderBy("phone_users.position")
          .orderBy("phones.id")
          .limit(1)
          .as("line"),
      (join) => join.onTrue(),
    )
    .select([
      "users.id",
      "users.firstname",
      "users.lastname",
      "users.title",
      "users.teams_nickname",
      "customers.name as company",
      "users.extension",
      "users.email",
      "users.mobile",
      "line.name as pbx_line",
      "line.callerid_external as direct_number",
      "users.photo_key",
      "users.color",
      "user_statuses.name as status_name",
      "user_statuses.emoji as status_emoji",
      "active_statuses.expires_at as status_expires_at",
      "user_presence.presence",
      "chat_users.id as chat_id",
    ])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .orderBy("users.firstname")
    .orderBy("users.lastname")
    .orderBy("users.id");
}
