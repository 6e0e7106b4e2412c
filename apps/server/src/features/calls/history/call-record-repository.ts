import type {
  CallDecline,
  CallRecord,
  CallRecordFilter,
  CallRecordStatus,
  CallReturn,
} from "@offhook/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";

export interface RecordRow {
  readonly id: string;
  readonly customerId: number;
  readonly phoneId: number;
  readonly record: CallRecord;
}

/** Ended records of lines, with what their line is called, whether somebody has read them and who returned them. */
function finished(query: Kysely<DB>) {
  return query
    .selectFrom("call_records as record")
    .innerJoin("phones", "phones.id", "record.phone_id")
    .leftJoin("queues", "queues.id", "record.queue_id")
    .leftJoin("users as returner", "returner.id", "record.returned_by")
    .leftJoin("users as decliner", "decliner.id", "record.declined_by")
    .leftJoin("phones as returner_phone", "returner_phone.id", "record.returned_phone_id")
    .leftJoin("unread_items as unread", (join) =>
      join
        .onRef("unread.customer_id", "=", "record.customer_id")
        .on("unread.type", "=", "phn")
        .onRef("unread.line", "=", "phones.name")
        .onRef("unread.item_id", "=", "record.id"),
    )
    .select([
      "record.id",
      "record.call_id",
      "record.customer_id",
      "record.phone_id",
      "record.dir",
      "record.own_number",
      "record.number",
      "record.name",
      "record.dialled",
      "record.started_at",
      "record.status",
      "record.duration_ms",
      "record.is_blocked",
      "record.is_doorbell",
      "record.declined_by",
      "record.returned_at",
      "record.returned_via",
      "record.returned_by",
      "phones.name as phone",
      "phones.label",
      "queues.name as queue",
      "unread.item_id as unread",
      userNameOf("returner").as("returner_name"),
      "returner_phone.label as returner_label",
      userNameOf("decliner").as("decliner_name"),
      sql<boolean>`exists (
        select from call_recordings
        where call_recordings.call_id = record.call_id and call_recordings.phone_id = record.phone_id
      )`.as("recorded"),
      sql<boolean>`exists (
        select from voicemail_messages
        where voicemail_messages.call_id = record.call_id and record.dir = 'in'
      )`.as("voicemail"),
      sql<boolean>`exists (
        select from call_notes
        where call_notes.call_id = record.call_id and call_notes.phone_id = record.phone_id
      )`.as("noted"),
    ])
    .where("record.ended_at", "is not", null);
}

type FinishedRow = Awaited<ReturnType<ReturnType<typeof finished>["execute"]>>[number];

function toReturn(row: FinishedRow): CallReturn | null {
  if (row.returned_at === null) return null;
  return {
    // Written through the table's own check.
    via: row.returned_via as CallReturn["via"],
    by: row.returner_name || row.returner_label || "",
    user_id: row.returned_by,
    at: Math.floor(row.returned_at.getTime() / 1000),
  };
}

function toDecline(row: FinishedRow): CallDecline | null {
  if (row.declined_by === null) return null;
  return {
    by: row.decliner_name ?? "",
    user_id: row.declined_by,
  };
}

function toRow(row: FinishedRow): RecordRow {
  const isIncoming = row.dir === "in";
  return {
    id: row.id,
    customerId: row.customer_id,
    phoneId: row.phone_id ?? 0,
    record: {
      id: row.id,
      callid: row.call_id,
      phone: row.phone,
      cnumber: isIncoming ? row.dialled || row.own_number : row.number,
      snumber: isIncoming ? row.number : row.own_number,
      sname: isIncoming ? row.name : row.label,
      number: row.number,
      name: row.name,
      dir: isIncoming ? "in" : "out",
      // Both written through the table's own checks.
      status: row.status as CallRecordStatus,
      time: Math.floor(row.started_at.getTime() / 1000),
      time_ms: row.started_at.getTime(),
      duration: Math.round((row.duration_ms ?? 0) / 1000),
      new: row.unread !== null,
      blocked: row.is_blocked,
      doorbell: row.is_doorbell,
      declined: toDecline(row),
      queue: row.queue,
      recorded: row.recorded,
      voicemail: row.voicemail,
      noted: row.noted,
      returned: toReturn(row),
    },
  };
}

/** Those of the given ones that stand in a line's history, oldest first. */
export async function findRecords(query: Kysely<DB>, ids: readonly string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  // One parameter whatever their number: the database plans the same statement once.
  const rows = await finished(query)
    .modifyFront(OFTEN)
    .where(sql<boolean>`record.id = any(${[...ids]}::text[])`)
    .orderBy("record.started_at")
    .orderBy("record.id")
    .execute();
  return rows.map(toRow);
}

/** The same, only where the user reads the line. */
export async function findReadableRecord(
  query: Kysely<DB>,
  userId: number,
  id: string,
): Promise<RecordRow | undefined> {
  const row = await finished(query)
    .where("record.id", "=", id)
    .where((where) =>
      where.exists(
        where
          .selectFrom("phone_users")
          .select("phone_users.user_id")
          .whereRef("phone_users.phone_id", "=", "record.phone_id")
          .where("phone_users.user_id", "=", userId),
      ),
    )
    .executeTakeFirst();
  return row && toRow(row);
}

export interface RecordPage {
  readonly phone?: string | undefined;
  readonly filter: CallRecordFilter;
  readonly number?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

const FILTERS: Readonly<Record<CallRecordFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  missed: sql`each.dir = 'in' and each.status not in ('answer', 'elsewhere') and each.status <> 'declined'`,
  outgoing: sql`each.dir = 'out'`,
  incoming: sql`each.dir = 'in'`,
};

/** Newest first. */
export async function listReadableRecords(
  query: Kysely<DB>,
  userId: number,
  page: RecordPage,
): Promise<CallRecord[]> {
  const ids = page.number === undefined ? idsOfLines(userId, page) : idsOfNumber(userId, page);
  const rows = await finished(query)
    .where("record.id", "in", ids)
    .orderBy("record.started_at", "desc")
    .orderBy("record.id", "desc")
    .execute();
  return rows.map((row) => toRow(row).record);
}

/** Each line gives its first rows from the index of its filter; only those are put in order. */
function idsOfLines(userId: number, { phone, filter, before, limit }: RecordPage): RawBuilder<string> {
  return sql<string>`(
    select page.id
    from phone_users as reader
    join phones as line on line.id = reader.phone_id and ${phone === undefined ? sql`true` : sql`line.name = ${phone}`}
    cross join lateral (
      select each.id, each.started_at from call_records as each
      where each.phone_id = reader.phone_id and each.ended_at is not null
        and ${FILTERS[filter]} and ${olderThan(before)}
      order by each.started_at desc, each.id desc
      limit ${limit}
    ) as page
    where reader.user_id = ${userId}
    order by page.started_at desc, page.id desc
    limit ${limit}
  )`;
}

function idsOfNumber(userId: number, page: RecordPage): RawBuilder<string> {
  const { phone, filter, number, before, limit } = page;
  return sql<string>`(
    select each.id from call_records as each
    where each.customer_id = (select customer_id from users where id = ${userId})
      and each.number = ${number} and each.ended_at is not null
      and each.phone_id in (
        select line.id from phones as line join phone_users on phone_users.phone_id = line.id
        where phone_users.user_id = ${userId} and ${phone === undefined ? sql`true` : sql`line.name = ${phone}`}
      )
      and ${FILTERS[filter]} and ${olderThan(before)}
    order by each.started_at desc, each.id desc
    limit ${limit}
  )`;
}

function olderThan(before: string | undefined): RawBuilder<unknown> {
  if (before === undefined) return sql`true`;
  return sql`(each.started_at, each.id) < (select started_at, id from call_records where id = ${before})`;
}

export interface RecordsWith {
  readonly numbers: readonly string[];
  /** Left out: until now. */
  readonly until: Date | undefined;
  readonly limit: number;
}

/** Calls of the user's lines with any of these numbers, newest first. */
export async function listRecordsWith(
  query: Kysely<DB>,
  userId: number,
  { numbers, until, limit }: RecordsWith,
): Promise<CallRecord[]> {
  if (numbers.length === 0) return [];
  const ids = sql<string>`(
    select page.id
    from unnest(${numbers}::text[]) as party (number)
    cross join lateral (
      select each.id, each.started_at from call_records as each
      where each.customer_id = (select customer_id from users where id = ${userId})
        and each.number = party.number and each.ended_at is not null
        and each.phone_id in (select phone_id from phone_users where user_id = ${userId})
        and ${until === undefined ? sql`true` : sql`each.started_at < ${until}::timestamptz + interval '1 second'`}
      order by each.started_at desc, each.id desc
      limit ${limit}
    ) as page
    order by page.started_at desc, page.id desc
    limit ${limit}
  )`;
  const rows = await finished(query)
    .where("record.id", "in", ids)
    .orderBy("record.started_at", "desc")
    .orderBy("record.id", "desc")
    .execute();
  return rows.map((row) => toRow(row).record);
}
