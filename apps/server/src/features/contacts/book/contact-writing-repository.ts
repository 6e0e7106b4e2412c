import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import {
  applyFields,
  type ContactFields,
  type GivenFields,
  NO_FIELDS,
  type NumberKey,
  numberKeys,
} from "./contact-fields.ts";

export interface NewContact extends ContactFields {
  readonly photo_key: string | null;
}

/** Whose the new contacts are. */
export interface NewContactsOwner {
  readonly customerId: number;
  readonly userId: number;
  readonly isPublic: boolean;
  readonly version: number;
  readonly at: Date;
}

const ROWS_AT_ONCE = 2_000;

/** Writes contacts as they are given, without asking who is there already. Their ids, in the same order. */
export async function writeContacts(
  query: Kysely<DB>,
  owner: NewContactsOwner,
  given: readonly (GivenFields & { readonly photo_key?: string | null })[],
  region: string,
): Promise<number[]> {
  const contacts = given.map(({ photo_key, ...fields }) => ({
    ...applyFields(NO_FIELDS, fields, region),
    photo_key: photo_key ?? null,
  }));
  const ids = await insertContacts(query, owner, contacts);
  await insertNumbers(query, owner.customerId, contacts, ids, region);
  return ids;
}

/** The ids, in the order of the rows. As JSON: twenty parameters for each of thousands of rows take far longer. */
export async function insertContacts(
  query: Kysely<DB>,
  owner: NewContactsOwner,
  contacts: readonly NewContact[],
  onWritten: (count: number) => Promise<void> = async () => {},
): Promise<number[]> {
  const { customerId, userId, isPublic, version, at } = owner;
  const ids: number[] = [];
  for (let start = 0; start < contacts.length; start += ROWS_AT_ONCE) {
    const inserted = await sql<{ id: number }>`
      insert into contacts (
        customer_id, owner_id, is_public, was_public, version, created_at, changed_at, fname, lname, mobile, work,
        home, fax, conference, other, emails, organization, title, notes, tags, photo_key
      )
      select ${customerId}, ${userId}, ${isPublic}, ${isPublic}, ${version}, ${at}, ${at}, fname, lname, mobile, work,
        home, fax, conference, other, emails, organization, title, notes, tags, photo_key
      from jsonb_array_elements(${JSON.stringify(contacts.slice(start, start + ROWS_AT_ONCE))}::jsonb)
        with ordinality as given (fields, position),
        jsonb_to_record(fields) as contact (
          fname text, lname text, mobile text, work text, home text, fax text, conference text, other text,
          emails text, organization text, title text, notes text, tags text, photo_key text
        )
      order by position
      returning id`.execute(query);
    ids.push(...inserted.rows.map(({ id }) => id).sort((first, second) => first - second));
    await onWritten(ids.length);
  }
  return ids;
}

export async function insertNumbers(
  query: Kysely<DB>,
  customerId: number,
  contacts: readonly ContactFields[],
  ids: readonly number[],
  region: string,
): Promise<void> {
  const rows: (NumberKey & { contactId: number })[] = contacts.flatMap((fields, index) =>
    numberKeys(fields, region).map((key) => ({ ...key, contactId: ids[index] ?? 0 })),
  );
  await sql`
    insert into contact_numbers (customer_id, contact_id, label, position, key)
    select ${customerId}, added.contact_id, added.label, added.position, added.key
    from unnest(
      ${rows.map((row) => row.contactId)}::integer[], ${rows.map((row) => row.label)}::text[],
      ${rows.map((row) => row.position)}::integer[], ${rows.map((row) => row.key)}::text[]
    ) as added (contact_id, label, position, key)`.execute(query);
}
