import type { LiveVoicemail, LiveVoicemailPickUp } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import { findUserName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { type CallPhones, commandRefused, findActiveLine, noLine } from "../../calls/index.ts";
import { listOwnMailboxes } from "../mailbox-access-repository.ts";
import { messageOver, pickedUpAlready, voicemailNotFound } from "../voicemail-errors.ts";
import type { LiveDeposit } from "./live-deposit.ts";
import type { LiveDeposits } from "./live-deposits.ts";
import type { LiveSound } from "./live-sound.ts";

export interface LiveVoicemailServiceDeps {
  readonly database: Database;
  readonly deposits: LiveDeposits;
  readonly sound: LiveSound;
  readonly phones: Pick<CallPhones, "commands" | "accountOf">;
}

/** What readers of a box may do while somebody speaks to it. */
export class LiveVoicemailService {
  readonly #deps: LiveVoicemailServiceDeps;

  constructor(deps: LiveVoicemailServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<LiveVoicemail[]> {
    const boxes = await listOwnMailboxes(this.#deps.database.query, actor);
    return this.#deps.deposits.ofBoxes(new Set(boxes.map(({ id }) => id))).map(({ view }) => view);
  }

  async sound(actor: Actor, id: string): Promise<{ url: string }> {
    const deposit = await this.#require(actor, id);
    if (!deposit.isSpeaking) throw messageOver();
    return { url: this.#deps.sound.link(id, actor.sessionId) };
  }

  async pickUp(actor: Actor, { id, here }: LiveVoicemailPickUp): Promise<{ callid: string }> {
    const { database, deposits, phones } = this.#deps;
    const deposit = await this.#require(actor, id);
    const line = actor.features.has("calls") ? await findActiveLine(database.query, actor) : undefined;
    if (!line) throw noLine();
    const account = here ? phones.accountOf(actor.sessionId, line.id) : undefined;
    if (here && account === undefined) throw commandRefused("unreachable");
    const by = { user_id: actor.userId, name: await findUserName(database.query, actor.userId) };
    // From here on in one go: of two who pick up at once, one is first.
    if (deposit.pickedUpBy) throw pickedUpAlready(deposit.pickedUpBy.name);
    const { callId, companyId } = deposit.message;
    const endpointId = String(line.id);
    const result = phones.commands.pickUpMessage({ companyId, callId, endpointId, account });
    if (!result.isDone)
      throw result.refusal === "wrongState" ? messageOver() : commandRefused(result.refusal);
    deposits.pickedUp(deposit, by);
    return { callid: callId };
  }

  async #require(actor: Actor, id: string): Promise<LiveDeposit> {
    const boxes = await listOwnMailboxes(this.#deps.database.query, actor);
    const deposit = this.#deps.deposits.find(id);
    if (!deposit || !boxes.some((box) => box.id === deposit.box.id)) throw voicemailNotFound();
    return deposit;
  }
}
