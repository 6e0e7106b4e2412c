import type { AnyPushEvent } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { Database, NewEvent } from "../database.ts";
import { OFTEN } from "../postgres/prepared-statements.ts";
import type { DB } from "../schema/database-schema.ts";

export interface LoggedEvent {
  readonly id: number;
  readonly channel: string;
  /** As it was written, by whatever version of the server. */
  readonly event: AnyPushEvent;
}

/**
 * Writes the events and returns the last number of each company. Taking numbers locks the company's row until
 * the end of the transaction, so this comes last in it, and companies are taken in one order so that two
 * transactions never wait for each other.
 */
export async function appendEvents(
  query: Kysely<DB>,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<number, number>> {
  const lastEventIds = new Map<number, number>();
  const customerIds = [...new Set(events.map((event) => event.customerId))].sort((a, b) => a - b);
  for (const customerId of customerIds) {
    const ofCompany = events.filter((event) => event.customerId === customerId);
    lastEventIds.set(customerId, await appendCompanyEvents(query, customerId, ofCompany));
  }
  return lastEventIds;
}

async function appendCompanyEvents(
  query: Kysely<DB>,
  customerId: number,
  events: readonly NewEvent[],
): Promise<number> {
  const added = JSON.stringify(events.map(({ channel, event }) => ({ channel, event })));
  const { rows } = await sql<{ last_id: number }>`
    ${OFTEN} with company as (
      update customers set last_event_id = last_event_id + ${events.length}
      where id = ${customerId}
      returning id, last_event_id, last_event_id - ${events.length} as previous_event_id
    ), written as (
      insert into events (customer_id, id, channel, event)
      select company.id, company.previous_event_id + position, added ->> 'channel', added -> 'event'
      from company, jsonb_array_elements(${added}::jsonb) with ordinality as each (added, position)
    )
    select last_event_id as last_id from company`.execute(query);
  const lastId = rows[0]?.last_id;
  if (lastId === undefined) throw new Error(`An event was published for an unknown company ${customerId}`);
  return lastId;
}

/** Events after `afterId`, oldest first. A reader who goes on from the last one it got misses none. */
export async function readEvents(
  database: Pick<Database, "query">,
  customerId: number,
  afterId: number,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await database.query
    .selectFrom("events")
    .modifyFront(OFTEN)
    .select(["id", "channel", "event"])
    .where("customer_id", "=", customerId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, channel: row.channel, event: row.event as AnyPushEvent }));
}

/** What came after `afterId`: the last number, and whether there was anything but events of these types. */
export async function summarizeEvents(
  database: Pick<Database, "query">,
  customerId: number,
  afterId: number,
  types: readonly string[],
): Promise<{ readonly lastId: number | undefined; readonly hasOthers: boolean }> {
  const { rows } = await sql<{ last_id: number | null; has_others: boolean | null }>`
    select max(id) as last_id, bool_or(event ->> 'type' <> all (${[...types]}::text[])) as has_others
    from events where customer_id = ${customerId} and id > ${afterId}`.execute(database.query);
  return { lastId: rows[0]?.last_id ?? undefined, hasOthers: rows[0]?.has_others ?? false };
}

/** Stands in the log for a state that a later event of its channel tells anew; nobody is told of it. */
export const REPLACED = "REPLACED";

/**
 * Takes what they say from events that were followed by another of the same type on the same channel. Their numbers
 * stay: readers count on having no gaps. Looks at those written since then, and returns how many it emptied.
 */
export async function replaceEvents(
  { query }: Pick<Database, "query">,
  { types, since }: { readonly types: readonly string[]; readonly since: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update events set event = ${JSON.stringify({ type: REPLACED })}::jsonb
    from (
      select customer_id, id,
        lead(id) over (partition by customer_id, channel, event ->> 'type' order by id) as next_id
      from events
      where created_at >= ${since} and event ->> 'type' = any (${[...types]}::text[])
    ) as state
    where events.customer_id = state.customer_id and events.id = state.id and state.next_id is not null`.execute(
    query,
  );
  return Number(numAffectedRows ?? 0);
}

/** The oldest event still kept; undefined when none is. A client that needs an older one must load everything anew. */
export async function oldestEventId(
  database: Pick<Database, "query">,
  customerId: number,
): Promise<number | undefined> {
  const row = await database.query
    .selectFrom("events")
    .select("id")
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The number of every company's last event. */
export async function lastEventIds(
  database: Pick<Database, "query">,
): Promise<readonly { readonly customerId: number; readonly lastId: number }[]> {
  const rows = await database.query.selectFrom("customers").select(["id", "last_event_id"]).execute();
  return rows.map((row) => ({ customerId: row.id, lastId: row.last_event_id }));
}

/** The number of the company's last event, also when that event itself is no longer kept. */
export async function lastEventId(database: Pick<Database, "query">, customerId: number): Promise<number> {
  const [lastId = 0] = await lastEventIdsOf(database, [customerId]);
  return lastId;
}

/** The same for several companies, in their order. */
export async function lastEventIdsOf(
  database: Pick<Database, "query">,
  customerIds: readonly number[],
): Promise<number[]> {
  const rows = await database.query
    .selectFrom("customers")
    .select(["id", "last_event_id"])
    .where("id", "in", [...new Set(customerIds)])
    .execute();
  const lastIds = new Map(rows.map((row) => [row.id, row.last_event_id]));
  return customerIds.map((id) => lastIds.get(id) ?? 0);
}

const MS_PER_DAY = 86_400_000;

/** Forgets events older than `days`; numbering goes on where it was. Returns how many were forgotten. */
export async function pruneEvents(
  database: Pick<Database, "query">,
  options: { readonly days: number; readonly now: number },
): Promise<number> {
  const { numDeletedRows } = await database.query
    .deleteFrom("events")
    .where("created_at", "<", new Date(options.now - options.days * MS_PER_DAY))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
