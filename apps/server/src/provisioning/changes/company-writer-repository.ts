import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import type { CompanyFile, SectionItem, SectionName } from "../file/company-file.ts";

/** What writing needs besides the rows themselves. */
export interface WriteContext {
  readonly query: Kysely<DB>;
  readonly customerId: number;
  readonly sealer: Sealer;
  hashPassword(password: string): Promise<string>;
  /** Signs the user out everywhere, as part of the same transaction. */
  disableUser(userId: number): Promise<void>;
  /** The user's next request has the features they now may use. */
  rolesChanged(userId: number): void;
  /** Given where rows must have known ids, as those of the demo. */
  newId(section: SectionName, key: string): number | undefined;
}

/** How one kind of thing gets into the store and out of it. `save` makes it where it is missing. */
export interface SectionWriter<Name extends SectionName> {
  save(context: WriteContext, item: SectionItem<Name>, isNew: boolean): Promise<void>;
  remove(context: WriteContext, key: string): Promise<void>;
  /** Why it has to stay; undefined when it may go. */
  reasonToStay?(context: WriteContext, key: string): Promise<string | undefined>;
}

/** A value for an identity column: the wanted one, or that of the sequence. */
export const idValue = (context: WriteContext, section: SectionName, key: string): { id?: number } => {
  const id = context.newId(section, key);
  return id === undefined ? {} : { id };
};

export async function userIds(
  { query, customerId }: WriteContext,
  usernames: readonly string[],
): Promise<number[]> {
  if (usernames.length === 0) return [];
  const rows = await query
    .selectFrom("users")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("username", "in", usernames)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

export const userIdOf = async (
  context: WriteContext,
  username: string | undefined,
): Promise<number | null> =>
  username === undefined ? null : ((await userIds(context, [username]))[0] ?? null);

interface Dependents {
  readonly table: string;
  readonly count: number;
}

/** What would be deleted along with a line, asked of the catalog so that no table of a later feature is forgotten. */
export async function findDependents(
  query: Kysely<DB>,
  lineTable: "sms_lines" | "fax_lines",
  lineId: number,
): Promise<Dependents | undefined> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = 'c' and confrelid = ${lineTable}::regclass
      and conrelid::regclass::text not like '%\\_users'
    order by 1`.execute(query);
  for (const { table, column } of rows) {
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${lineId}`.execute(
      query,
    );
    const count = counted.rows[0]?.count ?? 0;
    if (count > 0) return { table, count };
  }
  return undefined;
}

type MemberTable = "phone_users" | "voicemail_box_users" | "sms_line_users" | "fax_line_users";
const LINE_COLUMN: Readonly<Record<MemberTable, string>> = {
  phone_users: "phone_id",
  voicemail_box_users: "voicemail_box_id",
  sms_line_users: "sms_line_id",
  fax_line_users: "fax_line_id",
};

/** Users who stay keep the line's place in their own list of lines; new users get the next one. */
export async function setMembers(
  context: WriteContext,
  table: MemberTable,
  lineId: number,
  usernames: readonly string[],
): Promise<void> {
  const wanted = await userIds(context, usernames);
  const members = sql.table(table);
  const column = sql.ref(LINE_COLUMN[table]);
  await sql`delete from ${members} where ${column} = ${lineId} and user_id <> all(${wanted})`.execute(
    context.query,
  );
  await sql`
    insert into ${members} (${column}, user_id, position)
    select ${lineId}, added.id, coalesce((select max(position) + 1 from ${members} own where own.user_id = added.id), 0)
    from unnest(${wanted}::integer[]) as added (id)
    on conflict do nothing`.execute(context.query);
}

/** Of those who read the box. */
export async function setManagers(
  context: WriteContext,
  boxId: number,
  usernames: readonly string[],
): Promise<void> {
  const managers = await userIds(context, usernames);
  await context.query
    .updateTable("voicemail_box_users")
    .set({ is_manager: sql<boolean>`user_id = any(${managers}::integer[])` })
    .where("voicemail_box_id", "=", boxId)
    .execute();
}

export async function saveCompany(
  query: Kysely<DB>,
  company: CompanyFile["company"],
  customerId: number | undefined,
): Promise<number> {
  const columns = { ...company, fax_covers: JSON.stringify(company.fax_covers) };
  if (customerId !== undefined) {
    await query.updateTable("customers").set(columns).where("id", "=", customerId).execute();
    return customerId;
  }
  const { id } = await query
    .insertInto("customers")
    .values(columns)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
