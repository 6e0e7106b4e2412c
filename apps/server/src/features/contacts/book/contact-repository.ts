import { type Kysely, type Selectable, sql } from "kysely";
import type { Contacts, DB } from "../../../database/schema/database-schema.ts";
import type { NumberKey } from "./contact-fields.ts";

export type ContactRow = Selectable<Contacts>;

export interface Viewer {
  readonly userId: number;
  readonly customerId: number;
}

/** The next number of the company's book. From here to the end of the transaction nobody else changes the book. */
export async function nextVersion(query: Kysely<DB>, customerId: number): Promise<number> {
  const { version } = await query
    .insertInto("contact_books")
    .values({ customer_id: customerId, version: 1 })
    .onConflict((conflict) =>
      conflict.column("customer_id").doUpdateSet({ version: sql`contact_books.version + 1` }),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

export async function findBook(
  query: Kysely<DB>,
  customerId: number,
): Promise<{ version: number; forgotten_version: number }> {
  const book = await query
    .selectFrom("contact_books")
    .select(["version", "forgotten_version"])
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return book ?? { version: 0, forgotten_version: 0 };
}

/** A contact the viewer may see, also a deleted one of their own. */
export async function findContact(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  id: number,
): Promise<ContactRow | undefined> {
  return query
    .selectFrom("contacts")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where((where) =>
      where.or([
        where("owner_id", "=", userId),
        where.and([where("is_public", "=", true), where("deleted_at", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

export async function listContacts(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  options: { readonly ids?: readonly number[]; readonly ownedOnly?: boolean } = {},
): Promise<ContactRow[]> {
  let rows = query
    .selectFrom("contacts")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .where((where) =>
      options.ownedOnly
        ? where("owner_id", "=", userId)
        : where.or([where("owner_id", "=", userId), where("is_public", "=", true)]),
    )
    .orderBy("fname")
    .orderBy("lname")
    .orderBy("id");
  if (options.ids) rows = rows.where("id", "in", options.ids);
  return rows.execute();
}

/** What is in the lists of tags of contacts that the viewer sees, each list once. */
export async function listTagLists(query: Kysely<DB>, { userId, customerId }: Viewer): Promise<string[]> {
  const rows = await query
    .selectFrom("contacts")
    .select("tags")
    .where("customer_id", "=", customerId)
    .where("tags", "!=", "")
    .where("deleted_at", "is", null)
    .where((where) => where.or([where("owner_id", "=", userId), where("is_public", "=", true)]))
    .groupBy("tags")
    // As the company writes a tag, rather than as somebody does for themselves.
    .orderBy(sql`bool_or(is_public)`, "desc")
    .orderBy("tags")
    .execute();
  return rows.map(({ tags }) => tags);
}

export async function findByUuid(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  uuid: string,
): Promise<ContactRow | undefined> {
  return query
    .selectFrom("contacts")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("owner_id", "=", userId)
    .where("uuid", "=", uuid)
    .executeTakeFirst();
}

/** Whoever of those the viewer sees has one of these keys as work or mobile number; the oldest first. */
export async function findDuplicate(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  keys: readonly string[],
  exceptId: number | undefined,
): Promise<number | undefined> {
  if (keys.length === 0) return undefined;
  let found = query
    .selectFrom("contact_numbers")
    .innerJoin("contacts", "contacts.id", "contact_numbers.contact_id")
    .select("contacts.id")
    .where("contact_numbers.customer_id", "=", customerId)
    .where("contact_numbers.key", "in", keys)
    .where("contact_numbers.label", "in", ["work", "mobile"])
    .where("contacts.deleted_at", "is", null)
    .where((where) =>
      where.or([where("contacts.owner_id", "=", userId), where("contacts.is_public", "=", true)]),
    )
    // One's own comes first: that is the one that can be merged with.
    .orderBy(sql`contacts.owner_id is distinct from ${userId}`)
    .orderBy("contacts.id")
    .limit(1);
  if (exceptId !== undefined) found = found.where("contacts.id", "!=", exceptId);
  return (await found.executeTakeFirst())?.id;
}

export type NewContact = Omit<ContactRow, "id">;

export async function insertContact(query: Kysely<DB>, contact: NewContact): Promise<number> {
  const { id } = await query.insertInto("contacts").values(contact).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateContact(
  query: Kysely<DB>,
  id: number,
  change: Partial<Omit<ContactRow, "id" | "customer_id">>,
): Promise<void> {
  await query.updateTable("contacts").set(change).where("id", "=", id).execute();
}

export async function replaceNumbers(
  query: Kysely<DB>,
  contact: { readonly id: number; readonly customerId: number },
  keys: readonly NumberKey[],
): Promise<void> {
  await query.deleteFrom("contact_numbers").where("contact_id", "=", contact.id).execute();
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ ...key, contact_id: contact.id, customer_id: contact.customerId }));
  await query.insertInto("contact_numbers").values(rows).execute();
}
