import {
  channelName,
  type SaveSmsDraft,
  type SmsAddress,
  type SmsDraft,
  type SmsDraftsQuery,
  type SmsEvent,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Kysely } from "kysely";
import type { Database, Transaction } from "../../../database/database.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { meantNumbers } from "../conversations/conversation-threads.ts";
import { requireOwnLine } from "../conversations/sms-line-repository.ts";
import { receiverInvalid } from "../message-errors.ts";
import { type DraftPlace, deleteDraft, listDrafts, saveDraft } from "./draft-repository.ts";

export interface DraftsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** What users have begun to write, on whatever device they go on. */
export class Drafts {
  readonly #deps: DraftsDeps;

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, { sms_line, conversation }: SmsDraftsQuery): Promise<SmsDraft[]> {
    const { query } = this.#deps.database;
    const line = sms_line === undefined ? undefined : await requireOwnLine(query, actor, sms_line);
    const number =
      conversation === undefined ? undefined : await numberOf(query, actor.customerId, conversation);
    return listDrafts(query, actor.userId, { lineId: line?.id, number });
  }

  async save(actor: Actor, request: SaveSmsDraft): Promise<SmsDraft | null> {
    const { database, clock } = this.#deps;
    if (request.msgdata.trim() === "") return this.delete(actor, request);
    return database.transaction(async (tx) => {
      const { place, line } = await placeOf(tx, actor, request);
      const at = clock.now();
      await saveDraft(tx.query, place, {
        customerId: actor.customerId,
        text: request.msgdata,
        at: new Date(at),
      });
      const draft = { sms_line: line, conversation: place.number, msgdata: request.msgdata, time: at };
      publishDraft(tx, actor, { type: "SMS_DRAFT", smsLine: line, id: place.number, draft });
      return draft;
    });
  }

  async delete(actor: Actor, address: SmsAddress): Promise<null> {
    return this.#deps.database.transaction(async (tx) => {
      const { place, line } = await placeOf(tx, actor, address);
      if (await deleteDraft(tx.query, place))
        publishDraft(tx, actor, { type: "SMS_DRAFT", smsLine: line, id: place.number, draft: null });
      return null;
    });
  }
}

async function placeOf(
  tx: Transaction,
  actor: Actor,
  { sms_line, conversation }: SmsAddress,
): Promise<{ place: DraftPlace; line: string }> {
  const line = await requireOwnLine(tx.query, actor, sms_line);
  const number = await numberOf(tx.query, actor.customerId, conversation);
  return { place: { userId: actor.userId, lineId: line.id, number }, line: line.number };
}

/** As it would be dialed, or as it is: half a number may have a draft too. */
async function numberOf(query: Kysely<DB>, customerId: number, conversation: string): Promise<string> {
  const number = (await meantNumbers(query, customerId, conversation)).at(-1);
  if (number === undefined) throw receiverInvalid();
  return number;
}

function publishDraft(tx: Transaction, { customerId, userId }: Actor, event: SmsEvent): void {
  tx.publish({ customerId, channel: channelName("user", userId), event });
}
