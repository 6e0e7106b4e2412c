import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DeletedItem } from "../../platform/loops/forgetting-loop.ts";
import type { DB } from "../schema/database-schema.ts";
import { userName } from "../user-name-repository.ts";
import type { ItemTables } from "./item-tables.ts";

export interface ItemReader {
  readonly user_id: number;
  readonly name: string;
  /** In seconds. */
  readonly at: number;
}

/** Which items of a line are new, who has read them, and which are deleted. */
export class ItemRepository {
  readonly #tables: ItemTables;

  constructor(tables: ItemTables) {
    this.#tables = tables;
  }

  /** Those that are on the line and not deleted. */
  listIdsIn(query: Kysely<DB>, lineId: number, ids: readonly string[]): Promise<string[]> {
    return idsOf(
      query,
      sql`select id from ${this.#items} where ${this.#isThere(lineId)} and ${isOneOf(ids)}`,
    );
  }

  /** Ids of what was new. Without ids: everything on the line. */
  clearNew(
    query: Kysely<DB>,
    lineId: number,
    ids: readonly string[] | undefined,
    at: Date,
  ): Promise<string[]> {
    const { readAt, canBeNew } = this.#tables;
    return idsOf(
      query,
      sql`
        update ${this.#items} set ${sql.id(readAt)} = ${at}
        where ${this.#isThere(lineId)} and ${canBeNew} and ${sql.id(readAt)} is null
          and ${ids ? isOneOf(ids) : sql`true`}
        returning id`,
    );
  }

  /** Ids of what was not new. */
  setNew(query: Kysely<DB>, lineId: number, ids: readonly string[]): Promise<string[]> {
    const { readAt, canBeNew } = this.#tables;
    return idsOf(
      query,
      sql`
        update ${this.#items} set ${sql.id(readAt)} = null
        where ${this.#isThere(lineId)} and ${canBeNew} and ${sql.id(readAt)} is not null and ${isOneOf(ids)}
        returning id`,
    );
  }

  /** Ids of what the user had not read before. */
  insertReader(query: Kysely<DB>, ids: readonly string[], userId: number, at: Date): Promise<string[]> {
    const { readers, itemId } = this.#tables;
    if (ids.length === 0) return Promise.resolve([]);
    return idsOf(
      query,
      sql`
        insert into ${sql.table(readers)} (${sql.id(itemId)}, user_id, read_at)
        select id, ${userId}::integer, ${at}::timestamptz from unnest(${[...ids]}::text[]) as read (id)
        on conflict do nothing
        returning ${sql.id(itemId)} as id`,
    );
  }

  /** Ids of what the user had read. */
  deleteReader(query: Kysely<DB>, ids: readonly string[], userId: number): Promise<string[]> {
    const { readers, itemId } = this.#tables;
    return idsOf(
      query,
      sql`
        delete from ${sql.table(readers)}
        where user_id = ${userId} and ${sql.id(itemId)} = any(${[...ids]}::text[])
        returning ${sql.id(itemId)} as id`,
    );
  }

  /** Within a statement: the users who have read an item of this name, in their order. */
  readBy(item: string): RawBuilder<number[]> {
    const { readers, itemId } = this.#tables;
    return sql`array(
      select reader.user_id from ${sql.table(readers)} as reader
      where ${sql.ref(`reader.${itemId}`)} = ${sql.ref(`${item}.id`)} order by reader.read_at, reader.user_id
    )`;
  }

  async listReaders(query: Kysely<DB>, id: string): Promise<ItemReader[]> {
    const { readers, itemId } = this.#tables;
    const { rows } = await sql<{ id: number; firstname: string; lastname: string; read_at: Date }>`
      select users.id, users.firstname, users.lastname, reader.read_at
      from ${sql.table(readers)} as reader join users on users.id = reader.user_id
      where ${sql.ref(`reader.${itemId}`)} = ${id}
      order by reader.read_at, users.id`.execute(query);
    return rows.map((row) => ({
      user_id: row.id,
      name: userName(row),
      at: Math.floor(row.read_at.getTime() / 1000),
    }));
  }

  /** Null takes the deletion back. */
  async saveDeletedAt(query: Kysely<DB>, id: string, deletedAt: Date | null): Promise<void> {
    await sql`update ${this.#items} set deleted_at = ${deletedAt} where id = ${id}`.execute(query);
  }

  async forgetDeleted(query: Kysely<DB>, { id, keys }: DeletedItem): Promise<void> {
    await sql`delete from ${this.#items} where id = ${id}`.execute(query);
    await sql`delete from files where key = any(${[...keys]}::text[])`.execute(query);
  }

  async firstDeletedAt(query: Kysely<DB>): Promise<Date | undefined> {
    const { rows } = await sql<{ deleted_at: Date }>`
      select deleted_at from ${this.#items} where deleted_at is not null
      order by deleted_at limit 1`.execute(query);
    return rows[0]?.deleted_at;
  }

  get #items(): RawBuilder<unknown> {
    return sql.table(this.#tables.items);
  }

  #isThere(lineId: number): RawBuilder<unknown> {
    return sql`${sql.id(this.#tables.lineId)} = ${lineId} and deleted_at is null`;
  }
}

const isOneOf = (ids: readonly string[]): RawBuilder<unknown> => sql`id = any(${[...ids]}::text[])`;

async function idsOf(query: Kysely<DB>, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${statement}`.execute(query);
  return rows.map(({ id }) => id);
}
