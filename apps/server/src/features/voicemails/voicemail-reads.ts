import type { Transaction } from "../../database/database.ts";
import { ItemReads, type ItemReadsDeps } from "../unread/index.ts";
import { listOwnMailboxes, type Mailbox, requireOwnMailbox } from "./mailbox-access-repository.ts";
import { publishChanged, unreadLine } from "./voicemail-changes.ts";
import { findMailboxOwner, voicemailItems } from "./voicemail-repository.ts";

/** Who has read which message. */
export class VoicemailReads extends ItemReads<Mailbox> {
  readonly #unread: ItemReadsDeps["unread"];

  constructor(deps: ItemReadsDeps) {
    super(deps, {
      repository: voicemailItems,
      listOwn: listOwnMailboxes,
      requireOwn: requireOwnMailbox,
      unreadLine,
      publishChanged,
    });
    this.#unread = deps.unread;
  }

  /** By telephone: it is the owner who knows the PIN. A box without one has no reader to name. */
  async heardWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    const ownerId = await findMailboxOwner(tx.query, mailbox.id);
    const wereNew = await this.readWithin(tx, mailbox, [id], ownerId);
    if (wereNew.length > 0) await this.#unread.removeWithin(tx, [unreadLine(mailbox)], wereNew);
  }
}
