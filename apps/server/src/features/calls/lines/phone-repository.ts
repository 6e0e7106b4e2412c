import { bitFrom, type DestinationType, type Phone, type PhoneUpdate } from "@offhook/contract";
import type { Kysely, Selectable } from "kysely";
import type { DB, Phones } from "../../../database/schema/database-schema.ts";

export interface PhoneOwner {
  readonly userId: number;
  readonly customerId: number;
}

export interface OwnPhone {
  readonly id: number;
  readonly phone: Phone;
}

function toPhone(row: Selectable<Phones>): Phone {
  return {
    name: row.name,
    label: row.label,
    extension: row.extension,
    acr: bitFrom(row.acr),
    dnd: bitFrom(row.dnd),
    forwarding: row.forwarding,
    // Written through the contract's schema only.
    dtype: row.dtype as DestinationType,
    dnumber: row.dnumber,
    btype: row.btype as DestinationType,
    bnumber: row.bnumber,
    utype: row.utype as DestinationType,
    unumber: row.unumber,
    unumber_group: row.unumber_group,
    music: row.music,
    music_ringing: bitFrom(row.music_ringing),
    totalmaximum: row.totalmaximum,
    callerid: row.callerid_internal,
    callerid_external: row.callerid_external,
  };
}

function phonesOf(query: Kysely<DB>, { userId, customerId }: PhoneOwner) {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .selectAll("phones")
    .where("phone_users.user_id", "=", userId)
    .where("phones.customer_id", "=", customerId)
    .orderBy("phone_users.position")
    .orderBy("phones.id");
}

export async function listOwnPhones(query: Kysely<DB>, owner: PhoneOwner): Promise<Phone[]> {
  return (await phonesOf(query, owner).execute()).map(toPhone);
}

export async function findOwnPhone(
  query: Kysely<DB>,
  owner: PhoneOwner,
  name: string,
): Promise<OwnPhone | undefined> {
  const row = await phonesOf(query, owner).where("phones.name", "=", name).executeTakeFirst();
  return row && { id: row.id, phone: toPhone(row) };
}

/** The same, locked, so that of two changes the second sees the first. */
export async function lockOwnPhone(
  query: Kysely<DB>,
  owner: PhoneOwner,
  name: string,
): Promise<OwnPhone | undefined> {
  const row = await phonesOf(query, owner)
    .where("phones.name", "=", name)
    .forUpdate("phones")
    .executeTakeFirst();
  return row && { id: row.id, phone: toPhone(row) };
}

export async function savePhone(
  query: Kysely<DB>,
  id: number,
  { phone: _name, acr, dnd, music_ringing, ...rest }: PhoneUpdate,
): Promise<Phone> {
  const row = await query
    .updateTable("phones")
    .set({
      ...rest,
      ...(acr !== undefined && { acr: acr === "1" }),
      ...(dnd !== undefined && { dnd: dnd === "1" }),
      ...(music_ringing !== undefined && { music_ringing: music_ringing === "1" }),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPhone(row);
}

export async function saveForwarding(query: Kysely<DB>, id: number, forwarding: string): Promise<Phone> {
  const row = await query
    .updateTable("phones")
    .set({ forwarding })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPhone(row);
}

/** Everyone who shares the line. */
export async function listPhoneUsers(query: Kysely<DB>, phoneId: number): Promise<number[]> {
  const rows = await query
    .selectFrom("phone_users")
    .select("user_id")
    .where("phone_id", "=", phoneId)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}
