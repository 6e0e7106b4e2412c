import { type Kysely, sql } from "kysely";
import type { DB } from "../database/schema/database-schema.ts";

// Any number, as long as nothing else locks with it.
const LOCK = 4_715_007;

/** Of two servers that start on one empty database only one may fill it. */
export async function lockDemo(query: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(query);
}

export async function isEmpty(query: Kysely<DB>): Promise<boolean> {
  return (await query.selectFrom("customers").select("id").limit(1).executeTakeFirst()) === undefined;
}

/**
 * After very many rows were written at once. Left to itself the database would do so in the first minute in which
 * people work, and until then plan as if there were only a few.
 */
export async function takeStock(query: Kysely<DB>): Promise<void> {
  await sql`vacuum (analyze)`.execute(query);
}

/**
 * Very many rows are written several times as fast while no word and no part of one has to find its place in an index:
 * those indexes are made anew from all rows when `work` is done.
 */
export async function withoutWordIndexes(query: Kysely<DB>, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexdef like '% USING gin %'`.execute(query);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(query);
  await work();
  await sql`set local maintenance_work_mem = '512MB'`.execute(query);
  for (const { definition } of rows) await sql.raw(definition).execute(query);
}

/** What the demo companies keep when they are reset: users stay signed in and online, and event numbers go on. */
const KEPT_TABLES = ["customers", "users", "sessions", "user_presence"];

/** The keys of the stored files that nothing speaks of any more. */
export async function clearCompanies(query: Kysely<DB>, customerIds: readonly number[]): Promise<string[]> {
  const files = await query
    .selectFrom("files")
    .select("key")
    .where("customer_id", "in", customerIds)
    .union(
      query
        .selectFrom("chat_files")
        .innerJoin("chat_users", "chat_users.id", "chat_files.uploader")
        .select("chat_files.key")
        .where("chat_users.customer_id", "in", customerIds),
    )
    .execute();
  const users = sql`(select id from users where customer_id = any(${customerIds}))`;
  for (const { table, column } of await ownedTables(query)) {
    const owner = column === "customer_id" ? sql`any(${customerIds})` : sql`any(array${users})`;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${owner}`.execute(query);
  }
  // Two people who have traded addresses would be in each other's way while they get their own back.
  await sql`
    update users set username = 'reset-' || id || '@demo.invalid', extension = null
    where customer_id = any(${customerIds})`.execute(query);
  // Nobody has do not disturb on any more.
  await sql`
    update user_presence set presence = 1
    where presence = 2 and customer_id = any(${customerIds})`.execute(query);
  return files.map(({ key }) => key);
}

/** Asked of the catalog, so that a table of a later feature is not forgotten. */
async function ownedTables(
  query: Kysely<DB>,
): Promise<{ table: string; column: "customer_id" | "user_id" }[]> {
  const { rows } = await sql<{ table: string; column: "customer_id" | "user_id" }>`
    select table_name as "table", min(column_name) as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and column_name in ('customer_id', 'user_id')
      and not (table_name = any(${KEPT_TABLES}))
    group by table_name
    order by table_name`.execute(query);
  return rows;
}

/** Seeded rows have fixed ids below a thousand; those the database gives begin there, so that a reset meets none. */
export async function advanceIdentities(query: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select table_name as "table", pg_get_serial_sequence(quote_ident(table_name), 'id') as "sequence"
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(query);
  for (const { table, sequence } of rows) {
    await sql`
      select setval(${sequence}, greatest(max(id), 999)) from ${sql.table(table)}
      having coalesce(max(id), 0) >= (select last_value from ${sql.raw(sequence)})`.execute(query);
  }
}
