import type { ReadRequest, UnreadRequest } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Kysely } from "kysely";
import type { Transaction } from "../../database/database.ts";
import type { ItemRepository } from "../../database/items/item-repository.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";
import type { UnreadLine } from "./unread-repository.ts";
import type { UnreadService } from "./unread-service.ts";

/** Items of a line that are no longer unread. */
export interface ReadOnLine {
  readonly line: UnreadLine;
  readonly ids: readonly string[];
}

/** The items of a feature, each on a line that several people read. */
export interface ReadableItems<Line> {
  readonly repository: ItemRepository;
  /** The lines the user reads. */
  listOwn(query: Kysely<DB>, actor: Actor): Promise<Line[]>;
  /** Throws where the user reads no such line. */
  requireOwn(query: Kysely<DB>, actor: Actor, name: string): Promise<Line>;
  unreadLine(line: Line): UnreadLine;
  /** Tells how these items of one line now are. */
  publishChanged(tx: Transaction, line: Line, ids: readonly string[]): Promise<void>;
}

export interface ItemReadsDeps {
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
}

/** Who has read which item. An item is new until the first of them. */
export class ItemReads<Line extends { readonly id: number }> {
  readonly #deps: ItemReadsDeps;
  readonly #items: ReadableItems<Line>;

  constructor(deps: ItemReadsDeps, items: ReadableItems<Line>) {
    this.#deps = deps;
    this.#items = items;
  }

  /**
   * Without a line all lines of the user, without ids everything that is new on them. What was new has to leave the
   * counters, when the caller waits for no row any more: whoever holds those must not.
   */
  async markReadWithin(
    tx: Transaction,
    actor: Actor,
    { line: name, ids }: Pick<ReadRequest, "line" | "ids">,
  ): Promise<ReadOnLine[]> {
    const items = this.#items;
    const lines =
      name === undefined
        ? await items.listOwn(tx.query, actor)
        : [await items.requireOwn(tx.query, actor, name)];
    const read: ReadOnLine[] = [];
    for (const line of lines) {
      const wereNew = await this.readWithin(tx, line, ids, actor.userId);
      if (wereNew.length > 0) read.push({ line: items.unreadLine(line), ids: wereNew });
    }
    return read;
  }

  async markUnreadWithin(
    tx: Transaction,
    actor: Actor,
    { line: name, ids = [] }: Pick<UnreadRequest, "line" | "ids">,
  ): Promise<void> {
    const items = this.#items;
    const { repository } = items;
    const line = await items.requireOwn(tx.query, actor, name);
    const own = await repository.listIdsIn(tx.query, line.id, ids);
    const nowNew = await repository.setNew(tx.query, line.id, own);
    const forgotten = await repository.deleteReader(tx.query, own, actor.userId);
    await items.publishChanged(tx, line, [...new Set([...nowNew, ...forgotten])]);
    if (nowNew.length > 0) await this.#deps.unread.addWithin(tx, items.unreadLine(line), nowNew);
  }

  /** Ids of what was new. Without a user there is no reader to name. */
  async readWithin(
    tx: Transaction,
    line: Line,
    ids: readonly string[] | undefined,
    userId: number | null,
  ): Promise<string[]> {
    const { repository, publishChanged } = this.#items;
    const at = new Date(this.#deps.clock.now());
    const meant = ids && (await repository.listIdsIn(tx.query, line.id, ids));
    const wereNew = await repository.clearNew(tx.query, line.id, meant, at);
    const read = userId === null ? [] : await repository.insertReader(tx.query, meant ?? wereNew, userId, at);
    await publishChanged(tx, line, [...new Set([...wereNew, ...read])]);
    return wereNew;
  }
}
