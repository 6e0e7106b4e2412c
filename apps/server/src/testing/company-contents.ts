import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { DB } from "../database/schema/database-schema.ts";

export interface CompanySnapshot {
  /** Every row that belongs to the company, by table. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  /** Every number that is an id in one of them. */
  readonly ids: readonly number[];
}

/** Everything the database holds of one company, whatever tables there are. */
export async function snapshotOf(database: Database, customerId: number): Promise<CompanySnapshot> {
  const rows: Record<string, string[]> = {};
  const ids = new Set<number>();
  for (const { table, filter } of await tablesOfCompanies(database.query)) {
    const isOfCompany =
      filter === "customer_id"
        ? sql`t.customer_id = ${customerId}`
        : sql`t.user_id in (select id from users where customer_id = ${customerId})`;
    const found = await sql<{ row: { id?: unknown } }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${isOfCompany}`.execute(database.query);
    rows[table] = found.rows.map(({ row }) => JSON.stringify(row)).sort();
    for (const { row } of found.rows) if (typeof row.id === "number") ids.add(row.id);
  }
  return { rows, ids: [...ids] };
}

/** Texts that stand in rows of this company and nowhere, not even within a longer text, in those of another one. */
export async function foreignTexts(database: Database, customerId: number): Promise<string[]> {
  const others = await database.query
    .selectFrom("customers")
    .select("id")
    .where("id", "!=", customerId)
    .execute();
  const known: string[] = [];
  for (const { id } of others) known.push(...(await textsOf(database, id)));
  const elsewhere = known.join("\n");
  return (await textsOf(database, customerId)).filter((text) => !elsewhere.includes(text));
}

async function textsOf(database: Database, customerId: number): Promise<string[]> {
  const { rows } = await snapshotOf(database, customerId);
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    // Short ones are words of the language, times are everybody's.
    if (typeof value === "string" && value.length >= 6 && !/^\d{4}-\d\d-\d\dT/.test(value)) texts.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  for (const row of Object.values(rows).flat()) collect(JSON.parse(row));
  return [...texts];
}

async function tablesOfCompanies(query: Kysely<DB>): Promise<{ table: string; filter: string }[]> {
  const { rows } = await sql<{ table: string; filter: string }>`
    select table_name as table, min(column_name) as filter from information_schema.columns
    where table_schema = 'public' and column_name in ('customer_id', 'user_id')
    group by table_name order by table_name`.execute(query);
  return rows;
}
