import type { PassedOverReason } from "@offhook/contract";
import { storableText } from "@offhook/kernel";
import type { PassedOver } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";

/** What is kept of a line: why, and what belongs to that. */
interface StoredLine {
  readonly reason: PassedOverReason;
  readonly detail: string | null;
}

/** The last reason of a line counts. What a group or queue that was deleted meanwhile has told is left out. */
export async function savePassedOver(query: Kysely<DB>, told: readonly PassedOver[]): Promise<void> {
  if (told.length === 0) return;
  await sql`
    ${OFTEN} insert into passed_over_calls (
      customer_id, call_id, queue_id, hunt_group_id, at, number, name, lines
    )
    select each.customer_id, each.call_id, queues.id, hunt_groups.id, each.at, each.number, each.name, each.lines
    from jsonb_to_recordset(${JSON.stringify(rowsOf(told))}::jsonb) as each (
      customer_id integer, call_id text, queue_id integer, hunt_group_id integer, at timestamptz, number text,
      name text, lines jsonb
    )
    left join queues on queues.id = each.queue_id and queues.customer_id = each.customer_id
    left join hunt_groups on hunt_groups.id = each.hunt_group_id and hunt_groups.customer_id = each.customer_id
    where queues.id is not null or hunt_groups.id is not null
    on conflict (call_id, queue_id, hunt_group_id)
      do update set lines = passed_over_calls.lines || excluded.lines`.execute(query);
}

/** One row for each call and group: a statement changes a row once. */
function rowsOf(told: readonly PassedOver[]) {
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  for (const each of told) {
    const key = `${each.callId} ${each.by.kind} ${each.by.id}`;
    const before = rows.get(key);
    const row = rowOf(each);
    rows.set(key, before ? { ...before, lines: { ...before.lines, ...row.lines } } : row);
  }
  return [...rows.values()];
}

function rowOf({ companyId, callId, by, at, number, name, lines }: PassedOver) {
  return {
    customer_id: Number(companyId),
    call_id: callId,
    queue_id: by.kind === "queue" ? Number(by.id) : null,
    hunt_group_id: by.kind === "huntGroup" ? Number(by.id) : null,
    at: new Date(at),
    // Numbers are kept without the plus, as everywhere in the console.
    number: storableText(number.replace(/^\+/, "")),
    name: storableText(name),
    lines: Object.fromEntries(
      lines.map(({ endpointId, reason, detail }): [string, StoredLine] => [
        endpointId,
        { reason, detail: detail === undefined ? null : storableText(detail) },
      ]),
    ),
  };
}

export interface PassedOverRow {
  readonly id: number;
  readonly call_id: string;
  readonly at: Date;
  readonly number: string;
  readonly name: string;
  readonly via: string;
  readonly phone: string;
  readonly line: StoredLine;
}

export interface PassedOverFilter {
  readonly customerId: number;
  readonly phoneIds: readonly number[];
  readonly from: Date;
  /** One call alone. */
  readonly callId?: string;
}

const MAX_CALLS = 200;

/**
 * Newest first, and each call once for a line. A line that rang, however late, has an entry in its history instead;
 * whether it still will is known when somebody has answered or the call is over.
 */
export async function listPassedOver(
  query: Kysely<DB>,
  { customerId, phoneIds, from, callId }: PassedOverFilter,
): Promise<PassedOverRow[]> {
  if (phoneIds.length === 0) return [];
  const { rows } = await sql<PassedOverRow>`
    select * from (
      select distinct on (passed.call_id, phones.id)
        passed.id, passed.call_id, passed.at, passed.number, passed.name,
        coalesce(queues.name, hunt_groups.name) as via, phones.name as phone,
        passed.lines -> phones.id::text as line
      from passed_over_calls as passed
      join phones on phones.customer_id = passed.customer_id and jsonb_exists(passed.lines, phones.id::text)
      left join queues on queues.id = passed.queue_id
      left join hunt_groups on hunt_groups.id = passed.hunt_group_id
      where passed.customer_id = ${customerId} and passed.at >= ${from}
        and (${callId ?? null}::text is null or passed.call_id = ${callId ?? null})
        and phones.id = any(${[...phoneIds]}::integer[])
        and not exists (
          select from call_records as own where own.call_id = passed.call_id and own.phone_id = phones.id
        )
        and (
          not exists (
            select from call_records as open where open.call_id = passed.call_id and open.ended_at is null
          )
          or exists (
            select from call_records as taken
            where taken.call_id = passed.call_id and taken.dir = 'in' and taken.answered_at is not null
          )
        )
      order by passed.call_id, phones.id, passed.at desc
    ) as newest
    order by at desc, id desc
    limit ${MAX_CALLS}`.execute(query);
  return rows;
}

/** The lines that took these calls, the first one of each. */
export async function listTakers(
  query: Kysely<DB>,
  callIds: readonly string[],
): Promise<{ call_id: string; phone_id: number }[]> {
  if (callIds.length === 0) return [];
  const { rows } = await sql<{ call_id: string; phone_id: number }>`
    select distinct on (call_id) call_id, phone_id from call_records
    where call_id = any(${[...callIds]}::text[]) and dir = 'in' and answered_at is not null
      and phone_id is not null
    order by call_id, answered_at`.execute(query);
  return rows;
}

export async function findLineId(
  query: Kysely<DB>,
  customerId: number,
  name: string,
): Promise<number | undefined> {
  const line = await query
    .selectFrom("phones")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("name", "=", name)
    .executeTakeFirst();
  return line?.id;
}

export async function forgetPassedOver(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("passed_over_calls").where("at", "<", before).execute();
}
