import { type InviteUsage, PASSIVE_OBSERVER } from "@offhook/sip";
import type { OutsideLeg } from "./outside-audio.ts";

export type OutsideCallState = "calling" | "ringing" | "talking" | "ended";

/** A call of somebody outside, seen from there. */
export class OutsideCall {
  /** Their own number and the one at the other end, as the signalling has them. */
  readonly from: string;
  readonly to: string;
  readonly leg: OutsideLeg;
  state: OutsideCallState;
  /** Keys the other end has pressed. */
  digits = "";
  /** The final answer to a call of ours that was refused. */
  refusal: number | undefined;
  readonly #ended: (() => void)[] = [];
  #usage: InviteUsage | undefined;
  #abandon: () => void = () => {};

  constructor(parts: { from: string; to: string; leg: OutsideLeg; state: OutsideCallState }) {
    this.from = parts.from;
    this.to = parts.to;
    this.leg = parts.leg;
    this.state = parts.state;
  }

  /** How to give up a call that nobody has answered yet. */
  set abandon(abandon: () => void) {
    this.#abandon = abandon;
  }

  attach(usage: InviteUsage): void {
    this.#usage = usage;
    usage.observer = {
      ...PASSIVE_OBSERVER,
      onRequest: (request) => request.respond(200),
      onEnded: () => this.end(),
    };
  }

  talk(): void {
    if (this.state !== "ended") this.state = "talking";
  }

  hangUp(): void {
    if (this.state === "talking") this.#usage?.hangUp();
    else this.#abandon();
    this.end();
  }

  whenEnded(listener: () => void): void {
    this.#ended.push(listener);
  }

  end(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    void this.leg.close();
    for (const listener of this.#ended) listener();
  }
}
