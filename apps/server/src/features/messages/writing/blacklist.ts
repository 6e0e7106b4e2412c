import type { AddToSmsBlacklist, RemoveFromSmsBlacklist, SmsBlacklistEntry } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import {
  findConversation,
  lockConversation,
  updateConversation,
} from "../conversations/conversation-repository.ts";
import { meantNumbers, publishConversation } from "../conversations/conversation-threads.ts";
import { partyNumber } from "../conversations/party-number.ts";
import { listOwnSmsLines, requireOwnLine, type SmsLine } from "../conversations/sms-line-repository.ts";
import { notOnBlacklist, ownNumber } from "../message-errors.ts";
import { deleteBlacklisted, insertBlacklisted, listBlacklisted } from "./blacklist-repository.ts";

export interface BlacklistDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Numbers a line neither hears from nor writes to. */
export class Blacklist {
  readonly #deps: BlacklistDeps;

  constructor(deps: BlacklistDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, smsLine: string | undefined): Promise<SmsBlacklistEntry[]> {
    const { query } = this.#deps.database;
    const lines =
      smsLine === undefined
        ? await listOwnSmsLines(query, actor)
        : [await requireOwnLine(query, actor, smsLine)];
    return listBlacklisted(
      query,
      lines.map(({ id }) => id),
    );
  }

  async add(actor: Actor, { sms_line, recipient, reason }: AddToSmsBlacklist): Promise<SmsBlacklistEntry[]> {
    const { database, clock } = this.#deps;
    await database.transaction(async (tx) => {
      const line = await requireOwnLine(tx.query, actor, sms_line);
      const numbers = await meantNumbers(tx.query, actor.customerId, recipient);
      const known = await findConversation(tx.query, line.id, numbers);
      const number = known?.number ?? partyNumber(recipient, await findRegion(tx.query, actor.customerId));
      if (number === line.number) throw ownNumber();
      await insertBlacklisted(tx.query, {
        customer_id: actor.customerId,
        sms_line_id: line.id,
        number,
        reason,
        created_by: actor.userId,
        created_at: new Date(clock.now()),
      });
      await this.#mark(tx, line, [number], true);
    });
    return this.list(actor, sms_line);
  }

  async remove(actor: Actor, { sms_line, recipient }: RemoveFromSmsBlacklist): Promise<SmsBlacklistEntry[]> {
    await this.#deps.database.transaction(async (tx) => {
      const line = await requireOwnLine(tx.query, actor, sms_line);
      const numbers = await meantNumbers(tx.query, actor.customerId, recipient);
      const removed = await deleteBlacklisted(tx.query, line.id, numbers);
      if (removed.length === 0) throw notOnBlacklist();
      await this.#mark(tx, line, removed, false);
    });
    return this.list(actor, sms_line);
  }

  async #mark(tx: Transaction, line: SmsLine, numbers: readonly string[], isBlocked: boolean): Promise<void> {
    const found = await findConversation(tx.query, line.id, numbers);
    if (!found) return;
    const conversation = await lockConversation(tx.query, found.id);
    await updateConversation(tx.query, conversation.id, { is_blocked: isBlocked });
    if (!conversation.deleted_at) await publishConversation(tx, { line, conversation });
  }
}
