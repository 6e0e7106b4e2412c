import type { VoicemailFilter, VoicemailListQuery } from "@offhook/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface VoicemailReaderRef {
  readonly userId: number;
  readonly customerId: number;
  /** The boxes that are listed. */
  readonly boxIds: readonly number[];
}

type Page = VoicemailListQuery;
type TaskFilter = Exclude<VoicemailFilter, "all" | "new">;

/** Ids of a page, newest first. */
export async function listVoicemailIds(
  query: Kysely<DB>,
  reader: VoicemailReaderRef,
  page: Page,
): Promise<string[]> {
  const statement =
    page.filter !== "all" && page.filter !== "new"
      ? withTasks(reader, page, page.filter)
      : page.number === undefined
        ? ofBoxes(reader, page)
        : ofNumber(reader, page, page.number);
  const { rows } = await statement.execute(query);
  return rows.map(({ id }) => id);
}

/** Each box gives its first rows from an index; only those are put in order. */
function ofBoxes({ boxIds }: VoicemailReaderRef, page: Page): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select page.id
    from unnest(${[...boxIds]}::integer[]) as box (id)
    cross join lateral (
      select each.id, each.received_at from voicemail_messages as each
      where each.voicemail_box_id = box.id and ${isMeant(page)}
      order by each.received_at desc, each.id desc
      limit ${page.limit}
    ) as page
    order by page.received_at desc, page.id desc
    limit ${page.limit}`;
}

function ofNumber(
  { customerId, boxIds }: VoicemailReaderRef,
  page: Page,
  number: string,
): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select each.id from voicemail_messages as each
    where each.customer_id = ${customerId} and each.caller_number = ${number}
      and each.voicemail_box_id = any(${[...boxIds]}::integer[]) and ${isMeant(page)}
    order by each.received_at desc, each.id desc
    limit ${page.limit}`;
}

/** Open tasks are few beside messages: they lead the way. */
function withTasks(
  { userId, customerId, boxIds }: VoicemailReaderRef,
  page: Page,
  filter: TaskFilter,
): RawBuilder<{ id: string }> {
  const whose: Readonly<Record<TaskFilter, RawBuilder<unknown>>> = {
    mine: sql`task.assigned_to = ${userId}`,
    unassigned: sql`task.assigned_to is null`,
    unresolved: sql`true`,
  };
  return sql<{ id: string }>`
    select each.id
    from tasks as task
    join voicemail_messages as each on each.id = task.source_id and each.customer_id = task.customer_id
    where task.customer_id = ${customerId} and task.source = 'voicemail' and task.status = 'new'
      and task.is_current and ${whose[filter]}
      and each.voicemail_box_id = any(${[...boxIds]}::integer[])
      and ${page.number === undefined ? sql`true` : sql`each.caller_number = ${page.number}`}
      and ${isMeant(page)}
    order by each.received_at desc, each.id desc
    limit ${page.limit}`;
}

function isMeant({ dir, filter, before }: Page): RawBuilder<unknown> {
  const parts = [sql`each.deleted_at is null`];
  if (dir !== undefined) parts.push(sql`each.folder = ${dir}`);
  if (filter === "new") parts.push(sql`each.heard_at is null`);
  if (before !== undefined)
    parts.push(
      sql`(each.received_at, each.id) < (select received_at, id from voicemail_messages where id = ${before})`,
    );
  return sql.join(parts, sql` and `);
}

/** For timelines: messages of any of these callers, newest first. */
export async function listVoicemailIdsWith(
  query: Kysely<DB>,
  { customerId, boxIds }: VoicemailReaderRef,
  about: { readonly numbers: readonly string[]; readonly until: Date | undefined; readonly limit: number },
): Promise<string[]> {
  const { numbers, until, limit } = about;
  const { rows } = await sql<{ id: string }>`
    select page.id
    from unnest(${[...numbers]}::text[]) as party (number)
    cross join lateral (
      select each.id, each.received_at from voicemail_messages as each
      where each.customer_id = ${customerId} and each.caller_number = party.number
        and each.voicemail_box_id = any(${[...boxIds]}::integer[]) and each.deleted_at is null
        and ${until === undefined ? sql`true` : sql`each.received_at <= ${until}`}
      order by each.received_at desc, each.id desc
      limit ${limit}
    ) as page
    order by page.received_at desc, page.id desc
    limit ${limit}`.execute(query);
  return rows.map(({ id }) => id);
}

export interface VoicemailFilePlace {
  readonly callerNumber: string;
  readonly callerName: string;
  readonly receivedAt: Date;
  readonly durationMs: number;
  readonly objectKey: string;
  readonly timezone: string;
}

export async function findFilePlace(
  query: Kysely<DB>,
  userId: number,
  boxId: number,
  id: string,
): Promise<VoicemailFilePlace | undefined> {
  const row = await query
    .selectFrom("voicemail_messages as message")
    .innerJoin("customers", "customers.id", "message.customer_id")
    .leftJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "message.caller_number",
      "message.caller_name",
      "message.received_at",
      "message.duration_ms",
      "message.object_key",
      sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone"),
    ])
    .where("message.id", "=", id)
    .where("message.voicemail_box_id", "=", boxId)
    .where("message.deleted_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      callerNumber: row.caller_number,
      callerName: row.caller_name,
      receivedAt: row.received_at,
      durationMs: row.duration_ms,
      objectKey: row.object_key,
      timezone: row.timezone,
    }
  );
}
