import type { SipRequest } from "../../messages/sip-message.ts";
import type { DialogServices } from "../dialog-services.ts";
import { AnswerRepeater } from "./answer-repeater.ts";

export interface AwaitedAck {
  /** Sends the 2xx once more. */
  readonly send: () => void;
  readonly onAck: (ack: SipRequest) => void;
  readonly onGiveUp: () => void;
}

/** The 2xx of ours that no ACK has come for, by the number of their INVITE. */
export class AwaitedAcks {
  readonly #services: DialogServices;
  readonly #awaited = new Map<number, { repeater: AnswerRepeater; onAck: (ack: SipRequest) => void }>();

  constructor(services: DialogServices) {
    this.#services = services;
  }

  get isEmpty(): boolean {
    return this.#awaited.size === 0;
  }

  /** Repeats a 2xx that has just been sent until its ACK comes (RFC 3261 §13.3.1.4). */
  expect(sequence: number, { send, onAck, onGiveUp }: AwaitedAck): void {
    const { clock, timers } = this.#services;
    const giveUp = (): void => {
      this.#awaited.delete(sequence);
      onGiveUp();
    };
    const repeater = new AnswerRepeater({ clock, timers, send, onGiveUp: giveUp, maxPauseMs: timers.t2 });
    this.#awaited.set(sequence, { repeater, onAck });
    repeater.start();
  }

  /** A repeated ACK finds nothing any more, which is right. */
  receive(ack: SipRequest): void {
    const { sequence } = ack.cseq;
    const awaited = this.#awaited.get(sequence);
    if (!awaited) return;
    this.#awaited.delete(sequence);
    awaited.repeater.stop();
    awaited.onAck(ack);
  }

  close(): void {
    for (const { repeater } of this.#awaited.values()) repeater.stop();
    this.#awaited.clear();
  }
}
