import type { BookedCall, SuspiciousKind } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export function listSpending(query: Kysely<DB>, sinceDay: string) {
  return query.selectFrom("toll_spending").selectAll().where("day", ">=", sinceDay).execute();
}

export async function addSpending(
  query: Kysely<DB>,
  companyId: string,
  day: string,
  amount: number,
): Promise<void> {
  await sql`
    insert into toll_spending (customer_id, day, amount)
    select id, ${day}, ${amount} from customers where id = ${Number(companyId)}
    on conflict (customer_id, day) do update set amount = toll_spending.amount + excluded.amount`.execute(
    query,
  );
}

/** Nothing where the company or the line has just been removed. */
export async function insertTollCall(query: Kysely<DB>, call: BookedCall): Promise<void> {
  const phoneId = call.endpointId === undefined ? null : Number(call.endpointId);
  await sql`
    insert into toll_calls (id, customer_id, phone_id, number, kind, is_new, started_at)
    select ${call.id}, customers.id, phones.id, ${call.number}, ${call.kind}, ${call.isNew}, ${new Date(call.at)}
    from customers left join phones on phones.id = ${phoneId}::integer
    where customers.id = ${Number(call.companyId)}
    on conflict (id) do nothing`.execute(query);
}

export async function saveTalked(query: Kysely<DB>, id: string, talkedMs: number): Promise<void> {
  await query
    .updateTable("toll_calls")
    .set({ talked_ms: Math.round(talkedMs) })
    .where("id", "=", id)
    .execute();
}

export async function listTollCalls(query: Kysely<DB>, since: Date): Promise<BookedCall[]> {
  const rows = await query
    .selectFrom("toll_calls")
    .selectAll()
    .where("started_at", ">", since)
    .orderBy("started_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    companyId: String(row.customer_id),
    endpointId: row.phone_id === null ? undefined : String(row.phone_id),
    number: row.number,
    kind: row.kind as BookedCall["kind"],
    isNew: row.is_new,
    at: row.started_at.getTime(),
    talkedMs: Number(row.talked_ms),
  }));
}

/** Numbers abroad that somebody of the company has called. */
export function listAbroadNumbers(query: Kysely<DB>) {
  return query
    .selectFrom("toll_calls")
    .select(["customer_id", "number"])
    .distinct()
    .where("kind", "=", "foreign")
    .execute();
}

export async function deleteOldTollCalls(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("toll_calls").where("started_at", "<", before).execute();
}

export function listTollStops(query: Kysely<DB>, now: Date) {
  return query.selectFrom("toll_stops").selectAll().where("until", ">", now).execute();
}

export async function saveTollStop(
  query: Kysely<DB>,
  phoneId: number,
  what: SuspiciousKind,
  until: Date,
): Promise<void> {
  await query
    .insertInto("toll_stops")
    .values({ phone_id: phoneId, what, until })
    .onConflict((conflict) => conflict.columns(["phone_id", "what"]).doUpdateSet({ until }))
    .execute();
}

/** The line's counters of the last day begin anew; what it called abroad stays known. */
export async function deleteTollStops(query: Kysely<DB>, phoneId: number, dayAgo: Date): Promise<void> {
  await query.deleteFrom("toll_stops").where("phone_id", "=", phoneId).execute();
  await query
    .updateTable("toll_calls")
    // Not handed to the company, which has limits too.
    .set({ started_at: dayAgo })
    .where("phone_id", "=", phoneId)
    .where("started_at", ">", dayAgo)
    .execute();
}
