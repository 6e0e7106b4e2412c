import { type Kysely, type RawBuilder, sql } from "kysely";
import { limitOfText, OFTEN } from "../postgres/prepared-statements.ts";
import type { DB } from "../schema/database-schema.ts";
import type { ItemTables } from "./item-tables.ts";

export interface ItemReaderRef {
  readonly userId: number;
  readonly customerId: number;
  /** The lines that are listed. */
  readonly lineIds: readonly number[];
}

export interface ItemPage {
  /** Only those that have an open task, of the user, of nobody or of anybody. */
  readonly tasks: "mine" | "unassigned" | "unresolved" | undefined;
  /** The one number at the other end. */
  readonly number: string | undefined;
  /** What else is asked of an item, which is called `each`. */
  readonly meant: readonly RawBuilder<unknown>[];
  readonly isNewestFirst: boolean;
  /** The item that the page follows. */
  readonly after: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Items of the lines that a user reads, page by page. */
export class ItemListRepository {
  readonly #tables: ItemTables;

  constructor(tables: ItemTables) {
    this.#tables = tables;
  }

  /** Ids of a page, in the order asked for. */
  async listIds(query: Kysely<DB>, reader: ItemReaderRef, page: ItemPage): Promise<string[]> {
    const found =
      page.tasks !== undefined
        ? this.#withTasks(reader, page, page.tasks)
        : page.number === undefined
          ? this.#ofLines(reader, page)
          : this.#ofNumber(reader, page, page.number);
    const { rows } = await sql<{ id: string }>`
      ${found} limit ${page.limit} offset ${page.offset}`.execute(query);
    return rows.map(({ id }) => id);
  }

  /** For timelines: items from or to any of these numbers, newest first. */
  async listIdsWith(
    query: Kysely<DB>,
    { customerId, lineIds }: ItemReaderRef,
    about: { readonly numbers: readonly string[]; readonly until: Date | undefined; readonly limit: number },
  ): Promise<string[]> {
    const { numbers, until, limit } = about;
    const { rows } = await sql<{ id: string }>`
      select page.id
      from unnest(${[...numbers]}::text[]) as party (number)
      cross join lateral (
        select each.id, ${this.#at} as at from ${this.#each}
        where each.customer_id = ${customerId} and ${this.#party} = party.number
          and ${this.#isOn(lineIds)} and each.deleted_at is null
          and ${until === undefined ? sql`true` : sql`${this.#at} <= ${until}`}
        order by ${this.#at} desc, each.id desc
        limit ${limit}
      ) as page
      order by page.at desc, page.id desc
      limit ${limit}`.execute(query);
    return rows.map(({ id }) => id);
  }

  /** Each line gives its first rows from an index; only those are put in order. */
  #ofLines({ lineIds }: ItemReaderRef, page: ItemPage): RawBuilder<unknown> {
    return sql`
      ${OFTEN} select page.id
      from unnest(${[...lineIds]}::integer[]) as line (id)
      cross join lateral (
        select each.id, ${this.#at} as at from ${this.#each}
        where ${sql.ref(`each.${this.#tables.lineId}`)} = line.id and ${this.#isMeant(page)}
        ${inOrder(page, this.#at, sql`each.id`)}
        limit ${limitOfText(page.limit + page.offset)}
      ) as page
      ${inOrder(page, sql`page.at`, sql`page.id`)}`;
  }

  #ofNumber(reader: ItemReaderRef, page: ItemPage, number: string): RawBuilder<unknown> {
    return sql`
      select each.id from ${this.#each}
      where each.customer_id = ${reader.customerId} and ${this.#party} = ${number}
        and ${this.#isOn(reader.lineIds)} and ${this.#isMeant(page)}
      ${inOrder(page, this.#at, sql`each.id`)}`;
  }

  /** Open tasks are few beside items: they lead the way. */
  #withTasks(
    { userId, customerId, lineIds }: ItemReaderRef,
    page: ItemPage,
    tasks: NonNullable<ItemPage["tasks"]>,
  ): RawBuilder<unknown> {
    const whose = {
      mine: sql`task.assigned_to = ${userId}`,
      unassigned: sql`task.assigned_to is null`,
      unresolved: sql`true`,
    };
    return sql`
      select each.id
      from tasks as task
      join ${this.#each} on each.id = task.source_id and each.customer_id = task.customer_id
      where task.customer_id = ${customerId} and task.source = ${this.#tables.source} and task.status = 'new'
        and task.is_current and ${whose[tasks]} and ${this.#isOn(lineIds)}
        and ${page.number === undefined ? sql`true` : sql`${this.#party} = ${page.number}`}
        and ${this.#isMeant(page)}
      ${inOrder(page, this.#at, sql`each.id`)}`;
  }

  #isMeant({ meant, after, isNewestFirst }: ItemPage): RawBuilder<unknown> {
    const parts = [sql`each.deleted_at is null`, ...meant];
    if (after !== undefined) {
      const { items, at } = this.#tables;
      const last = sql`(select ${sql.id(at)}, id from ${sql.table(items)} where id = ${after})`;
      parts.push(sql`(${this.#at}, each.id) ${isNewestFirst ? sql`<` : sql`>`} ${last}`);
    }
    return sql.join(parts, sql` and `);
  }

  #isOn(lineIds: readonly number[]): RawBuilder<unknown> {
    return sql`${sql.ref(`each.${this.#tables.lineId}`)} = any(${[...lineIds]}::integer[])`;
  }

  get #each(): RawBuilder<unknown> {
    return sql`${sql.table(this.#tables.items)} as each`;
  }

  get #at(): RawBuilder<unknown> {
    return sql.ref(`each.${this.#tables.at}`);
  }

  get #party(): RawBuilder<unknown> {
    return sql.ref(`each.${this.#tables.party}`);
  }
}

function inOrder(
  { isNewestFirst }: ItemPage,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const way = isNewestFirst ? sql`desc` : sql`asc`;
  return sql`order by ${at} ${way}, ${id} ${way}`;
}
