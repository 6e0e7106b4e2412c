import { type CallHistoryEvent, type CallReturn, channelName, type PbxEvent } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { UnreadService } from "../../unread/index.ts";
import { listPhoneUsers } from "../lines/phone-repository.ts";
import {
  closeAnsweredParts,
  closeMissedCalls,
  findReturning,
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

/** Missed calls that somebody has returned, on lines of one company. */
interface ReturnedCalls {
  readonly customerId: number;
  readonly calls: readonly ReturnedCall[];
  readonly returned: CallReturn;
}

/** Missed calls are work: they stay open until somebody who saw them returns them. */
export class MissedCalls {
  readonly #unread: Pick<UnreadService, "removeWithin">;

  constructor(unread: Pick<UnreadService, "removeWithin">) {
    this.#unread = unread;
  }

  /**
   * Two people have talked: whatever was missed from that number is dealt with. What comes of it is to be told with
   * `tellWithin`, once all records are changed: counts of unread calls are locked after records by everyone.
   */
  async talkedWithin(tx: Transaction, talks: readonly AnsweredCall[]): Promise<readonly ReturnedCalls[]> {
    const all: ReturnedCalls[] = [];
    const withSomebody = talks.filter(({ number }) => number !== "");
    for (const { dir, ...call } of await findReturning(tx.query, withSomebody)) {
      const userIds = await listPhoneUsers(tx.query, call.phoneId);
      all.push(...(await this.#close(tx, { ...call, via: dir === "out" ? "call" : "answer", userIds })));
    }
    return all;
  }

  /** For whoever sends messages: a text to the number returns its calls too. */
  async textedWithin(tx: Transaction, { userId, ...text }: SentText): Promise<void> {
    if (text.number === "") return;
    await this.tellWithin(tx, await this.#close(tx, { ...text, via: "text", userIds: [userId] }));
  }

  /** Parts of calls that end unanswered after another part was taken. */
  async settleWithin(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await closeAnsweredParts(tx.query, ids);
  }

  /** The readers of the lines hear of it. */
  async tellWithin(tx: Transaction, all: readonly ReturnedCalls[]): Promise<void> {
    for (const { customerId, calls, returned } of all) {
      for (const lineId of new Set(calls.map(({ phoneId }) => phoneId))) {
        const onLine = calls.filter(({ phoneId }) => phoneId === lineId);
        await this.#tell(tx, customerId, onLine, returned);
      }
    }
  }

  async #close(tx: Transaction, given: ReturnOfCalls): Promise<ReturnedCalls[]> {
    const calls = await closeMissedCalls(tx.query, given);
    if (calls.length === 0) return [];
    const returned: CallReturn = {
      via: given.via,
      by: await nameOfReturner(tx.query, given),
      user_id: onlyOne(given.userIds),
      at: Math.floor(given.at.getTime() / 1000),
    };
    return [{ customerId: given.customerId, calls, returned }];
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
    // A user who calls back has seen that there was a call.
    await this.#unread.removeWithin(tx, [{ customerId, type: "phn", line: phone }], ids);
    const read: PbxEvent = { type: "HISTORY_READ", phone, ids };
    tx.publish({ customerId, channel, event: read });
  }
}
