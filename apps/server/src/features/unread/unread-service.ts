import {
  channelName,
  type ReadRequest,
  type UnreadCounters,
  type UnreadRequest,
  type UnreadUpdateEvent,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { DomainError } from "../../platform/domain-error.ts";
import {
  countUnread,
  deleteUnread,
  insertUnread,
  listReadableLines,
  listReaders,
  lockUnread,
  type UnreadLine,
} from "./unread-repository.ts";

export interface UnreadServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const lineNotFound = (): DomainError =>
  new DomainError("notFound", "messages.lineNotFound", "You have no access to this line");

/** What nobody has read yet, on every kind of line, and the counters that come of it. */
export class UnreadService {
  readonly #deps: UnreadServiceDeps;

  constructor(deps: UnreadServiceDeps) {
    this.#deps = deps;
  }

  count(actor: Actor): Promise<UnreadCounters> {
    return countFor(this.#deps.database, actor.userId);
  }

  markRead(actor: Actor, request: ReadRequest): Promise<UnreadCounters> {
    return this.#deps.database.transaction((tx) => this.markReadWithin(tx, actor, request));
  }

  async markReadWithin(
    tx: Transaction,
    actor: Actor,
    { type, line, ids }: ReadRequest,
  ): Promise<UnreadCounters> {
    const only = type === "all" ? {} : { type, line };
    const lines = await listReadableLines(tx.query, actor, only);
    if (line !== undefined && lines.length === 0) throw lineNotFound();
    await this.removeWithin(tx, lines, type === "all" ? undefined : ids);
    return countFor(tx, actor.userId);
  }

  markUnread(actor: Actor, request: UnreadRequest): Promise<UnreadCounters> {
    return this.#deps.database.transaction((tx) => this.markUnreadWithin(tx, actor, request));
  }

  async markUnreadWithin(
    tx: Transaction,
    actor: Actor,
    { type, line, ids = [] }: UnreadRequest,
  ): Promise<UnreadCounters> {
    const [own] = await listReadableLines(tx.query, actor, { type, line });
    if (!own) throw lineNotFound();
    if (ids.length > 0) await this.addWithin(tx, own, ids);
    return countFor(tx, actor.userId);
  }

  countWithin(tx: Transaction, actor: Actor): Promise<UnreadCounters> {
    return countFor(tx, actor.userId);
  }

  /** For the feature whose item has come in or was marked unread: part of the same transaction. */
  async addWithin(tx: Transaction, line: UnreadLine, itemIds: readonly string[]): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    await lockUnread(tx.query, line.customerId);
    if (await insertUnread(tx.query, line, itemIds, now)) await publishCounters(tx, [line]);
  }

  /** For the feature whose items were read or are gone. Without ids: all of the lines. */
  async removeWithin(
    tx: Transaction,
    lines: readonly UnreadLine[],
    itemIds: readonly string[] | undefined,
  ): Promise<void> {
    const [first] = lines;
    if (!first) return;
    await lockUnread(tx.query, first.customerId);
    const changed: UnreadLine[] = [];
    for (const line of lines) if (await deleteUnread(tx.query, line, itemIds)) changed.push(line);
    await publishCounters(tx, changed);
  }
}

async function countFor({ query }: Pick<Database, "query">, userId: number): Promise<UnreadCounters> {
  const counters = await countUnread(query, [userId]);
  return counters.get(userId) ?? { sms: 0, phn: 0, vox: 0, fax: 0 };
}

/** Everyone who reads a line hears their own new counters. */
async function publishCounters(tx: Transaction, lines: readonly UnreadLine[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const readers = await listReaders(tx.query, lines);
  for (const [userId, counters] of await countUnread(tx.query, readers)) {
    const event: UnreadUpdateEvent = { type: "UNREAD_UPDATE", ...counters };
    tx.publish({ customerId: first.customerId, channel: channelName("user", userId), event });
  }
}
