import type { CallRecord, CallRecordFilter, CallRecordStatus } from "@offhook/contract";
import type { ClosedLegRecord, LegRecord } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/database-schema.ts";

/** What a line or a queue that was deleted meanwhile leaves behind is a record without it. */
export async function insertOpenRecord(query: Kysely<DB>, leg: LegRecord): Promise<void> {
  const startedAt = new Date(leg.startedAt);
  await sql`
    insert into call_records (
      id, call_id, customer_id, phone_id, trunk_id, queue_id, dir, own_number, number, name, dialled,
      started_at, seen_at
    )
    select ${leg.id}, ${leg.callId}, customers.id,
      (select id from phones where id = ${idOf(leg.endpointId)} and customer_id = customers.id),
      ${leg.trunkId ?? null},
      (select id from queues where id = ${idOf(leg.queueId)} and customer_id = customers.id),
      ${leg.direction}, ${digits(leg.ownNumber)}, ${digits(leg.number)}, ${leg.name}, ${digits(leg.dialled)},
      ${startedAt}, ${startedAt}
    from customers where id = ${idOf(leg.companyId)}
    on conflict (id) do nothing`.execute(query);
}

/** Numbers are kept without the plus, as everywhere in the console. */
const digits = (number: string): string => number.replace(/^\+/, "");
const idOf = (id: string | undefined): number | null => (id === undefined ? null : Number(id));

export async function noteAnswer(query: Kysely<DB>, legIds: readonly string[], at: Date): Promise<void> {
  await query
    .updateTable("call_records")
    .set({ answered_at: at })
    .where("id", "in", [...legIds])
    .where("answered_at", "is", null)
    .where("ended_at", "is", null)
    .execute();
}

export async function noteLife(query: Kysely<DB>, at: Date): Promise<void> {
  await query.updateTable("call_records").set({ seen_at: at }).where("ended_at", "is", null).execute();
}

/** Whether this was the first time: a record is closed once. */
export async function closeRecord(query: Kysely<DB>, leg: ClosedLegRecord): Promise<boolean> {
  const closed = await query
    .updateTable("call_records")
    .set({
      number: digits(leg.number),
      name: leg.name,
      answered_at: leg.answeredAt === undefined ? null : new Date(leg.answeredAt),
      seen_at: new Date(leg.endedAt),
      ended_at: new Date(leg.endedAt),
      duration_ms: Math.round(leg.durationMs),
      status: leg.status,
      cause: leg.cause,
      is_blocked: leg.isBlocked,
      device_id: leg.deviceId ?? null,
      cost: leg.cost,
      quality: JSON.stringify(leg.quality),
    })
    .where("id", "=", leg.id)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return closed.length > 0;
}

export async function listOpenRecordIds(query: Kysely<DB>): Promise<string[]> {
  const rows = await query.selectFrom("call_records").select("id").where("ended_at", "is", null).execute();
  return rows.map(({ id }) => id);
}

/** Ends what a killed server left open, at the moment it was last known to go on. */
export async function closeCrashedRecord(query: Kysely<DB>, id: string): Promise<void> {
  await sql`
    update call_records set
      ended_at = greatest(seen_at, answered_at, started_at),
      duration_ms = case when answered_at is null then 0
        else extract(epoch from greatest(seen_at, answered_at) - answered_at) * 1000 end,
      status = case when answered_at is null then 'failed' else 'answer' end,
      cause = 'crashed'
    where id = ${id} and ended_at is null`.execute(query);
}

export interface RecordRow {
  readonly id: string;
  readonly customerId: number;
  readonly phoneId: number;
  readonly record: CallRecord;
}

/** Ended records of lines, with what their line is called and whether somebody has read them. */
function finished(query: Kysely<DB>) {
  return query
    .selectFrom("call_records as record")
    .innerJoin("phones", "phones.id", "record.phone_id")
    .leftJoin("queues", "queues.id", "record.queue_id")
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
      "phones.name as phone",
      "phones.label",
      "queues.name as queue",
      "unread.item_id as unread",
    ])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom("call_recordings")
            .select("call_recordings.id")
            .whereRef("call_recordings.call_id", "=", "record.call_id")
            .whereRef("call_recordings.phone_id", "=", "record.phone_id"),
        )
        .as("recorded"),
    )
    .where("record.ended_at", "is not", null);
}

type FinishedRow = Awaited<ReturnType<ReturnType<typeof finished>["execute"]>>[number];

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
      duration: Math.round((row.duration_ms ?? 0) / 1000),
      new: row.unread !== null,
      blocked: row.is_blocked,
      queue: row.queue,
      recorded: Boolean(row.recorded),
    },
  };
}

export async function findRecord(query: Kysely<DB>, id: string): Promise<RecordRow | undefined> {
  const row = await finished(query).where("record.id", "=", id).executeTakeFirst();
  return row && toRow(row);
}

/** The same, only where the user reads the line. */
export async function findReadableRecord(
  query: Kysely<DB>,
  userId: number,
  id: string,
): Promise<RecordRow | undefined> {
  const row = await readable(query, userId).where("record.id", "=", id).executeTakeFirst();
  return row && toRow(row);
}

function readable(query: Kysely<DB>, userId: number) {
  return finished(query).where((where) =>
    where.exists(
      where
        .selectFrom("phone_users")
        .select("phone_users.user_id")
        .whereRef("phone_users.phone_id", "=", "record.phone_id")
        .where("phone_users.user_id", "=", userId),
    ),
  );
}

export interface RecordPage {
  readonly phone?: string | undefined;
  readonly filter: CallRecordFilter;
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listReadableRecords(
  query: Kysely<DB>,
  userId: number,
  { phone, filter, before, limit }: RecordPage,
): Promise<CallRecord[]> {
  let page = readable(query, userId);
  if (phone !== undefined) page = page.where("phones.name", "=", phone);
  if (filter === "outgoing") page = page.where("record.dir", "=", "out");
  if (filter === "incoming") page = page.where("record.dir", "=", "in");
  if (filter === "missed")
    page = page.where("record.dir", "=", "in").where("record.status", "not in", ["answer", "elsewhere"]);
  if (before !== undefined)
    page = page.where(
      sql<boolean>`(record.started_at, record.id) < (select started_at, id from call_records where id = ${before})`,
    );
  const rows = await page
    .orderBy("record.started_at", "desc")
    .orderBy("record.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => toRow(row).record);
}
