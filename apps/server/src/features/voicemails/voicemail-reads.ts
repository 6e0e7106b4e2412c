import type { ReadRequest, UnreadRequest } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { UnreadLine, UnreadService } from "../unread/index.ts";
import { listOwnMailboxes, type Mailbox, requireOwnMailbox } from "./mailbox-access-repository.ts";
import { publishChanged, unreadLine } from "./voicemail-changes.ts";
import {
  clearNew,
  deleteReader,
  findMailboxOwner,
  insertReader,
  listIdsIn,
  setNew,
} from "./voicemail-repository.ts";

export interface VoicemailReadsDeps {
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
}

/** Items of a line that are no longer unread. */
export interface ReadOnLine {
  readonly line: UnreadLine;
  readonly ids: readonly string[];
}

type Ids = readonly string[] | undefined;

/** Who has read which message. A message is new until the first of them. */
export class VoicemailReads {
  readonly #deps: VoicemailReadsDeps;

  constructor(deps: VoicemailReadsDeps) {
    this.#deps = deps;
  }

  /**
   * Without a line all boxes of the user, without ids everything that is new in them. What was new has to leave the
   * counters, when the caller waits for no row any more: whoever holds those must not.
   */
  async markReadWithin(
    tx: Transaction,
    actor: Actor,
    { line, ids }: Pick<ReadRequest, "line" | "ids">,
  ): Promise<ReadOnLine[]> {
    const mailboxes =
      line === undefined
        ? await listOwnMailboxes(tx.query, actor)
        : [await requireOwnMailbox(tx.query, actor, line)];
    const read: ReadOnLine[] = [];
    for (const mailbox of mailboxes) {
      const wereNew = await this.#read(tx, mailbox, ids, actor.userId);
      if (wereNew.length > 0) read.push({ line: unreadLine(mailbox), ids: wereNew });
    }
    return read;
  }

  async markUnreadWithin(
    tx: Transaction,
    actor: Actor,
    { line, ids = [] }: Pick<UnreadRequest, "line" | "ids">,
  ): Promise<void> {
    const mailbox = await requireOwnMailbox(tx.query, actor, line);
    const own = await listIdsIn(tx.query, mailbox.id, ids);
    const nowNew = await setNew(tx.query, mailbox.id, own);
    const forgotten = await deleteReader(tx.query, own, actor.userId);
    await publishChanged(tx, mailbox, [...new Set([...nowNew, ...forgotten])]);
    if (nowNew.length > 0) await this.#deps.unread.addWithin(tx, unreadLine(mailbox), nowNew);
  }

  /** By telephone: it is the owner who knows the PIN. A box without one has no reader to name. */
  async heardWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    const ownerId = await findMailboxOwner(tx.query, mailbox.id);
    const wereNew = await this.#read(tx, mailbox, [id], ownerId);
    if (wereNew.length > 0) await this.#deps.unread.removeWithin(tx, [unreadLine(mailbox)], wereNew);
  }

  /** Ids of what was new. */
  async #read(tx: Transaction, mailbox: Mailbox, ids: Ids, userId: number | null): Promise<string[]> {
    const at = new Date(this.#deps.clock.now());
    const meant = ids && (await listIdsIn(tx.query, mailbox.id, ids));
    const wereNew = await clearNew(tx.query, mailbox.id, meant, at);
    const read = userId === null ? [] : await insertReader(tx.query, meant ?? wereNew, userId, at);
    await publishChanged(tx, mailbox, [...new Set([...wereNew, ...read])]);
    return wereNew;
  }
}
