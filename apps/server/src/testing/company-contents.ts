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
  const tables = await tablesOfCompanies(database);
  for (const { table } of tables) rows[table] = [];
  // One statement, since some tests ask after every step.
  const parts = tables.map(({ table, filter }) => {
    const isOfCompany =
      filter === "customer_id"
        ? sql`t.customer_id = ${customerId}`
        : sql`t.user_id in (select id from users where customer_id = ${customerId})`;
    return sql`select ${sql.lit(table)} as table, to_jsonb(t) as row from ${sql.table(table)} t where ${isOfCompany}`;
  });
  const all = sql<{ table: string; row: { id?: unknown } }>`${sql.join(parts, sql` union all `)}`;
  for (const { table, row } of (await all.execute(database.query)).rows) {
    rows[table]?.push(JSON.stringify(row));
    if (typeof row.id === "number") ids.add(row.id);
  }
  for (const texts of Object.values(rows)) texts.sort();
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

interface CompanyTable {
  readonly table: string;
  readonly filter: string;
}

const tablesOf = new WeakMap<Database, Promise<readonly CompanyTable[]>>();

/** Asked for once: PostgreSQL takes longer to tell its columns than to read a small company. */
function tablesOfCompanies(database: Database): Promise<readonly CompanyTable[]> {
  const known = tablesOf.get(database);
  if (known) return known;
  const asked = askTables(database.query);
  tablesOf.set(database, asked);
  return asked;
}

async function askTables(query: Kysely<DB>): Promise<readonly CompanyTable[]> {
  const { rows } = await sql<CompanyTable>`
    select table_name as table, min(column_name) as filter from information_schema.columns
    where table_schema = 'public' and column_name in ('customer_id', 'user_id')
    group by table_name order by table_name`.execute(query);
  return rows;
}
