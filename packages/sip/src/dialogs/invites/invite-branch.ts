import type { Body } from "../../messages/create-response.ts";
import { RAck, RSeq } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Require } from "../../messages/headers/token-headers.ts";
import type { SipRequest, SipResponse } from "../../messages/sip-message.ts";
import type { Flow } from "../../transactions/flow.ts";
import type { InviteUsage } from "./invite-usage.ts";

/** The provisional response asks for a PRACK (RFC 3262 §4). */
export function isReliableProgress(response: SipResponse): boolean {
  return response.headers.all(Require).includes("100rel") && response.headers.has("rseq");
}

export interface SentAck {
  readonly bytes: Uint8Array;
  readonly flow: Flow;
}

/** One far end of a call of ours: a fork may have several, each a dialog of its own. */
export class InviteBranch {
  readonly usage: InviteUsage;
  #lastNumber: number | undefined;
  #answered: { readonly invite: SipRequest; ack: Uint8Array | undefined } | undefined;

  constructor(usage: InviteUsage) {
    this.usage = usage;
  }

  /** Whether its first 2xx has come. */
  get isAnswered(): boolean {
    return this.#answered !== undefined;
  }

  /** RFC 3262 §4: only the next number counts; a repeat or one ahead of its turn is as if it had not come. */
  takeReliable(response: SipResponse): boolean {
    const number = response.headers.first(RSeq);
    if (number === undefined) return false;
    if (this.#lastNumber !== undefined && number !== this.#lastNumber + 1) return false;
    this.#lastNumber = number;
    return true;
  }

  sendPrack(response: SipResponse, body: Body | undefined): void {
    const responseNumber = response.headers.first(RSeq) ?? 0;
    const rack = RAck.format({ responseNumber, ...response.cseq });
    // Its fate does not matter: without it the response comes again, and at the end the call fails on the far side.
    this.usage.link.send("PRACK", { headers: SipHeaders.of(["RAck", rack]), body }, { onOutcome: () => {} });
  }

  noteAnswer(invite: SipRequest): void {
    this.#answered = { invite, ack: undefined };
    this.usage.noteAnswered();
  }

  /** The ACK of the 2xx: once, with the answer if we owe one. */
  acknowledge(body: Body | undefined): void {
    const answered = this.#answered;
    if (!answered || answered.ack) return;
    answered.ack = this.usage.link.acknowledge(answered.invite, body);
    this.usage.noteAcknowledged();
  }

  /** The 2xx came again: our ACK was lost (RFC 3261 §13.2.2.4). Nothing while the answer is still being made. */
  repeatAck(): void {
    const ack = this.sentAck;
    if (ack) ack.flow.send(ack.bytes);
  }

  get sentAck(): SentAck | undefined {
    const bytes = this.#answered?.ack;
    return bytes && { bytes, flow: this.usage.link.flow };
  }
}
