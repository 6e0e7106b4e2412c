import type { OwnNumber } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Viewer } from "../book/contact-repository.ts";

/** A colleague and one of their numbers, as it is written somewhere. */
export interface ColleagueNumber {
  readonly userId: number;
  readonly label: "extension" | "work" | "mobile";
  readonly number: string;
}

export async function listColleagueNumbers(
  query: Kysely<DB>,
  customerId: number,
): Promise<ColleagueNumber[]> {
  const { rows } = await sql<ColleagueNumber>`
    select id as "userId", 'extension' as label, extension as number
    from users where customer_id = ${customerId} and disabled_at is null and coalesce(extension, '') <> ''
    union all
    select phone_users.user_id, 'extension', phones.extension
    from phones join phone_users on phone_users.phone_id = phones.id
    join users on users.id = phone_users.user_id and users.disabled_at is null
    where phones.customer_id = ${customerId} and coalesce(phones.extension, '') <> ''
    union all
    select phone_users.user_id, 'work', phones.callerid_external
    from phones join phone_users on phone_users.phone_id = phones.id
    join users on users.id = phone_users.user_id and users.disabled_at is null
    where phones.customer_id = ${customerId} and phones.callerid_external <> ''
      -- A number that several lines show is the company's, and nobody's own.
      and not exists (
        select from phones as others
        where others.customer_id = phones.customer_id and others.id <> phones.id
          and others.callerid_external = phones.callerid_external
      )
    union all
    select id, 'mobile', mobile
    from users where customer_id = ${customerId} and disabled_at is null and mobile <> ''`.execute(query);
  return rows;
}

export interface KnownNumber {
  readonly key: string;
  readonly label: string;
  readonly id: number;
  readonly owner_id: number | null;
  readonly fname: string;
  readonly lname: string;
  readonly organization: string;
  readonly emails: string;
  readonly photo_key: string | null;
}

/** The contacts behind these keys that the viewer may see, the viewer's own first. */
export async function findContactsByKey(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  keys: readonly string[],
): Promise<KnownNumber[]> {
  if (keys.length === 0) return [];
  return query
    .selectFrom("contact_numbers")
    .innerJoin("contacts", "contacts.id", "contact_numbers.contact_id")
    .select([
      "contact_numbers.key",
      "contact_numbers.label",
      "contacts.id",
      "contacts.owner_id",
      "contacts.fname",
      "contacts.lname",
      "contacts.organization",
      "contacts.emails",
      "contacts.photo_key",
    ])
    .where("contact_numbers.customer_id", "=", customerId)
    .where("contact_numbers.key", "in", keys)
    .where("contacts.deleted_at", "is", null)
    .where((where) =>
      where.or([where("contacts.owner_id", "=", userId), where("contacts.is_public", "=", true)]),
    )
    .orderBy(sql`contacts.owner_id is distinct from ${userId}`)
    .orderBy("contacts.id")
    .orderBy("contact_numbers.label")
    .limit(2_000)
    .execute();
}

export async function listNumberKeys(query: Kysely<DB>, contactIds: readonly number[]): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = await query
    .selectFrom("contact_numbers")
    .select("key")
    .where("contact_id", "in", contactIds)
    .execute();
  return rows.map(({ key }) => key);
}

/** The lists of tags of the contacts that the whole company sees under a key. Nobody's private ones. */
export async function findSharedTagLists(
  query: Kysely<DB>,
  customerId: number,
  key: string,
): Promise<string[]> {
  const rows = await query
    .selectFrom("contact_numbers")
    .innerJoin("contacts", "contacts.id", "contact_numbers.contact_id")
    .select("contacts.tags")
    .where("contact_numbers.customer_id", "=", customerId)
    .where("contact_numbers.key", "=", key)
    .where("contacts.is_public", "=", true)
    .where("contacts.deleted_at", "is", null)
    .where("contacts.tags", "!=", "")
    .limit(100)
    .execute();
  return rows.map(({ tags }) => tags);
}

/** Which of the numbers are blocked on a line of the viewer, or for the whole company. */
export async function findBlocked(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await query
    .selectFrom("blocked_callers")
    .select("caller_number")
    .where("customer_id", "=", customerId)
    .where("caller_number", "in", numbers)
    .where((where) =>
      where.or([
        where("phone_id", "is", null),
        where(
          "phone_id",
          "in",
          where.selectFrom("phone_users").select("phone_id").where("user_id", "=", userId),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.caller_number));
}

/** Everything of the company that can be called, or that it calls from. */
export async function listOwnNumbers(query: Kysely<DB>, customerId: number): Promise<OwnNumber[]> {
  const { rows } = await sql<OwnNumber>`
    select number, name, kind from (
      select extension as number, coalesce(nullif(label, ''), name) as name, 'extension' as kind, 1 as rank
      from phones where customer_id = ${customerId} and coalesce(extension, '') <> ''
      union all
      select callerid_external, coalesce(nullif(label, ''), name), 'phone', 6
      from phones where customer_id = ${customerId} and callerid_external <> ''
      union all
      select number, name, 'sms', 3 from sms_lines where customer_id = ${customerId}
      union all
      select number, name, 'fax', 4 from fax_lines where customer_id = ${customerId}
      union all
      select extension, name, 'queue', 2 from queues where customer_id = ${customerId}
      union all
      select extension, name, 'huntgroup', 2 from hunt_groups
      where customer_id = ${customerId} and coalesce(extension, '') <> ''
      union all
      select extension, name, 'conference', 2 from conference_rooms where customer_id = ${customerId}
      union all
      select inbound.number, coalesce(queues.name, hunt_groups.name, phones.label, inbound.number), inbound.dtype, 5
      from inbound_numbers as inbound
      left join queues on inbound.dtype = 'queue'
        and queues.customer_id = inbound.customer_id and queues.extension = inbound.dnumber
      left join hunt_groups on inbound.dtype = 'huntgroup'
        and hunt_groups.customer_id = inbound.customer_id and hunt_groups.extension = inbound.dnumber
      left join phones on inbound.dtype = 'phone'
        and phones.customer_id = inbound.customer_id and phones.extension = inbound.dnumber
      where inbound.customer_id = ${customerId} and inbound.dtype in ('queue', 'huntgroup', 'phone', 'voicemail')
    ) as own
    order by rank, number, name`.execute(query);
  const known = new Set<string>();
  return rows.filter(({ number, kind }) => {
    const isNew = !known.has(`${kind} ${number}`);
    known.add(`${kind} ${number}`);
    return isNew;
  });
}
