import type { ProfileBox, ProfilePhone, ProfileUpdate } from "@offhook/contract";
import type { Kysely, Selectable } from "kysely";
import type { Customers, DB, Users } from "../../../database/schema/database-schema.ts";

/** A user as the profile shows them, with what it takes from their company. */
export type ProfileRow = Pick<
  Selectable<Users>,
  | "id"
  | "customer_id"
  | "username"
  | "email"
  | "firstname"
  | "lastname"
  | "title"
  | "company"
  | "mobile"
  | "timezone"
  | "country"
  | "color"
  | "photo_key"
  | "extension"
  | "roles"
  | "teams_nickname"
> & {
  readonly customer: Pick<Selectable<Customers>, "name" | "region" | "timezone" | "chat_disabled">;
};

const USER_COLUMNS = [
  "users.id",
  "users.customer_id",
  "users.username",
  "users.email",
  "users.firstname",
  "users.lastname",
  "users.title",
  "users.company",
  "users.mobile",
  "users.timezone",
  "users.country",
  "users.color",
  "users.photo_key",
  "users.extension",
  "users.roles",
  "users.teams_nickname",
] as const;

export async function findProfile(query: Kysely<DB>, userId: number): Promise<ProfileRow | undefined> {
  const row = await query
    .selectFrom("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select(USER_COLUMNS)
    .select([
      "customers.name as customer_name",
      "customers.region as customer_region",
      "customers.timezone as customer_timezone",
      "customers.chat_disabled as customer_chat_disabled",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { customer_name, customer_region, customer_timezone, customer_chat_disabled, ...user } = row;
  return {
    ...user,
    customer: {
      name: customer_name,
      region: customer_region,
      timezone: customer_timezone,
      chat_disabled: customer_chat_disabled,
    },
  };
}

/** Fields left out stay as they are. */
export async function saveProfile(
  query: Kysely<DB>,
  userId: number,
  update: Omit<ProfileUpdate, "email">,
): Promise<void> {
  const { timezone, country, company, teamsNickname, ...rest } = update;
  const values = {
    ...rest,
    // Empty means the company's own again.
    ...(timezone !== undefined && { timezone: timezone || null }),
    ...(country !== undefined && { country: country || null }),
    ...(company !== undefined && { company: company || null }),
    ...(teamsNickname !== undefined && { teams_nickname: teamsNickname }),
  };
  if (Object.keys(values).length === 0) return;
  await query.updateTable("users").set(values).where("id", "=", userId).execute();
}

/** The key of the photo until now, with the user locked until the end of the transaction. */
export async function lockPhotoKey(query: Kysely<DB>, userId: number): Promise<string | null> {
  const row = await query
    .selectFrom("users")
    .select("photo_key")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.photo_key;
}

export async function savePhotoKey(query: Kysely<DB>, userId: number, key: string | null): Promise<void> {
  await query.updateTable("users").set({ photo_key: key }).where("id", "=", userId).execute();
}

export async function findColleaguePhotoKey(
  query: Kysely<DB>,
  customerId: number,
  userId: number,
): Promise<string | null> {
  const row = await query
    .selectFrom("users")
    .select("photo_key")
    .where("id", "=", userId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.photo_key ?? null;
}

export async function insertFile(
  query: Kysely<DB>,
  file: { key: string; customer_id: number; name: string; type: string; size: number },
): Promise<void> {
  await query.insertInto("files").values(file).execute();
}

export async function deleteFile(query: Kysely<DB>, key: string): Promise<void> {
  await query.deleteFrom("files").where("key", "=", key).execute();
}

export async function listPhones(query: Kysely<DB>, userId: number): Promise<ProfilePhone[]> {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select([
      "phones.name",
      "phones.label",
      "phones.extension",
      "phones.callerid_external as callerID",
      "phones.callerid_internal as callerIDint",
    ])
    .where("phone_users.user_id", "=", userId)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .execute();
}

export async function listSmsLines(
  query: Kysely<DB>,
  userId: number,
): Promise<{ sms_line: string; sms_linename: string }[]> {
  return query
    .selectFrom("sms_lines")
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .select(["sms_lines.number as sms_line", "sms_lines.name as sms_linename"])
    .where("sms_line_users.user_id", "=", userId)
    .orderBy("sms_line_users.position")
    .orderBy("sms_lines.id")
    .execute();
}

export async function listVoicemailBoxes(query: Kysely<DB>, userId: number): Promise<ProfileBox[]> {
  const rows = await query
    .selectFrom("voicemail_boxes")
    .innerJoin("voicemail_box_users", "voicemail_box_users.voicemail_box_id", "voicemail_boxes.id")
    .select(["voicemail_boxes.name", "voicemail_boxes.label", "voicemail_boxes.owner_id"])
    .where("voicemail_box_users.user_id", "=", userId)
    .orderBy("voicemail_box_users.position")
    .orderBy("voicemail_boxes.id")
    .execute();
  return rows.map(({ owner_id, ...box }) => ({ ...box, owned: owner_id === userId }));
}

export interface FaxLineRow {
  readonly number: string;
  readonly name: string;
  readonly owner_id: number | null;
}

export async function listFaxLines(query: Kysely<DB>, userId: number): Promise<FaxLineRow[]> {
  return query
    .selectFrom("fax_lines")
    .innerJoin("fax_line_users", "fax_line_users.fax_line_id", "fax_lines.id")
    .select(["fax_lines.number", "fax_lines.name", "fax_lines.owner_id"])
    .where("fax_line_users.user_id", "=", userId)
    .orderBy("fax_line_users.position")
    .orderBy("fax_lines.id")
    .execute();
}
