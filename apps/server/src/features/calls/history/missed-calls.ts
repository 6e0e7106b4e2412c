import { type CallHistoryEvent, type CallReturn, channelName, type PbxEvent } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { UnreadService } from "../../messages/index.ts";
import {
  closeAnsweredPart,
  closeMissedCalls,
  listLineUsers,
  nameOfReturner,
  onlyOne,
  type ReturnedCall,
  type ReturnOfCalls,
} from "./missed-call-repository.ts";

export interface AnsweredCall {
  readonly customerId: number;
  readonly phoneId: number;
  readonly dir: "in" | "out";
  readonly number: string;
  /** When the two began to talk. */
  readonly at: Date;
}

export interface SentText {
  readonly customerId: number;
  readonly userId: number;
  /** Digits, as in the history. */
  readonly number: string;
  readonly at: Date;
}

/** Missed calls are work: they stay open until somebody who saw them returns them. */
export class MissedCalls {
  readonly #unread: Pick<UnreadService, "removeWithin">;

  constructor(unread: Pick<UnreadService, "removeWithin">) {
    this.#unread = unread;
  }

  /** Two people have talked: whatever was missed from that number is dealt with. */
  async talkedWithin(tx: Transaction, { dir, ...call }: AnsweredCall): Promise<void> {
    const userIds = await listLineUsers(tx.query, call.phoneId);
    await this.#close(tx, { ...call, via: dir === "out" ? "call" : "answer", userIds });
  }

  /** For whoever sends messages: a text to the number returns its calls too. */
  async textedWithin(tx: Transaction, { userId, ...text }: SentText): Promise<void> {
    await this.#close(tx, { ...text, via: "text", userIds: [userId] });
  }

  /** A part of a call that ends unanswered after another one was taken. */
  async settleWithin(tx: Transaction, id: string): Promise<void> {
    await closeAnsweredPart(tx.query, id);
  }

  async #close(tx: Transaction, given: ReturnOfCalls): Promise<void> {
    if (given.number === "") return;
    const calls = await closeMissedCalls(tx.query, given);
    if (calls.length === 0) return;
    const returned: CallReturn = {
      via: given.via,
      by: await nameOfReturner(tx.query, given),
      user_id: onlyOne(given.userIds),
      at: Math.floor(given.at.getTime() / 1000),
    };
    for (const lineId of new Set(calls.map(({ phoneId }) => phoneId))) {
      const onLine = calls.filter(({ phoneId }) => phoneId === lineId);
      await this.#tell(tx, given.customerId, onLine, returned);
    }
  }

  async #tell(
    tx: Transaction,
    customerId: number,
    calls: readonly ReturnedCall[],
    returned: CallReturn,
  ): Promise<void> {
    const [first] = calls;
    if (!first) return;
    const { phone, phoneId, isOwn } = first;
    const ids = calls.map(({ id }) => id);
    const channel = channelName("phone", phoneId);
    const event: CallHistoryEvent = { type: "HISTORY_RETURNED", phone, ids, returned };
    tx.publish({ customerId, channel, event });
    if (!isOwn) return;
    // Who calls back has seen that there was a call.
    await this.#unread.removeWithin(tx, [{ customerId, type: "phn", line: phone }], ids);
    const read: PbxEvent = { type: "HISTORY_READ", phone, ids };
    tx.publish({ customerId, channel, event: read });
  }
}
