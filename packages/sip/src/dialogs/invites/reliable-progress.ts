import type { Body } from "../../messages/create-response.ts";
import type { RAck } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import type { DialogServices } from "../dialog-services.ts";
import { AnswerRepeater } from "./answer-repeater.ts";

export interface Progress {
  readonly status: number;
  readonly headers: SipHeaders;
  readonly body: Body | undefined;
  /** The far end has it. */
  readonly onConfirmed: (prack: SipRequest) => void;
}

interface Sent {
  readonly progress: Progress;
  readonly number: number;
  readonly repeater: AnswerRepeater;
}

/** Provisional responses that must arrive (RFC 3262 §3): numbered, repeated until their PRACK, one at a time. */
export class ReliableProgress {
  readonly #services: DialogServices;
  readonly #invite: SipRequest;
  readonly #send: (progress: Progress) => void;
  readonly #onGiveUp: () => void;
  readonly #waiting: Progress[] = [];
  #current: Sent | undefined;
  #nextNumber: number;
  #whenDone: (() => void) | undefined;

  constructor(
    services: DialogServices,
    invite: SipRequest,
    send: (progress: Progress) => void,
    onGiveUp: () => void,
  ) {
    this.#services = services;
    this.#invite = invite;
    this.#send = send;
    this.#onGiveUp = onGiveUp;
    this.#nextNumber = services.identifiers.between(1, 2 ** 24);
  }

  get isDone(): boolean {
    return this.#current === undefined;
  }

  add(progress: Progress): void {
    if (this.#current) this.#waiting.push(progress);
    else this.#start(progress);
  }

  /** Runs `task` when everything sent has been confirmed; at once when nothing is open. */
  whenDone(task: () => void): void {
    if (this.isDone) task();
    else this.#whenDone = task;
  }

  /** False for a PRACK that confirms nothing we wait for (answer 481). */
  confirm(rack: RAck | undefined, prack: SipRequest): boolean {
    const sent = this.#current;
    const { sequence, method } = this.#invite.cseq;
    if (!sent || rack?.responseNumber !== sent.number) return false;
    if (rack.sequence !== sequence || rack.method !== method) return false;
    sent.repeater.stop();
    this.#current = undefined;
    sent.progress.onConfirmed(prack);
    const next = this.#waiting.shift();
    if (next) this.#start(next);
    else this.#whenDone?.();
    return true;
  }

  close(): void {
    this.#current?.repeater.stop();
    this.#current = undefined;
    this.#waiting.length = 0;
    this.#whenDone = undefined;
  }

  #start(progress: Progress): void {
    const { clock, timers } = this.#services;
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    const headers = progress.headers.overriddenBy(
      SipHeaders.of(["Require", "100rel"], ["RSeq", String(number)]),
    );
    const send = (): void => this.#send({ ...progress, headers });
    const maxPauseMs = Number.POSITIVE_INFINITY;
    const repeater = new AnswerRepeater({ clock, timers, send, onGiveUp: this.#onGiveUp, maxPauseMs });
    this.#current = { progress, number, repeater };
    repeater.start();
    send();
  }
}
