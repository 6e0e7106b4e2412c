import { type InviteUsage, PASSIVE_OBSERVER } from "@offhook/sip";
import type { OutsideLeg, OutsideVoice } from "./outside-audio.ts";

export type OutsideCallState = "calling" | "ringing" | "talking" | "ended";

/** A call of somebody outside, seen from there. */
export class OutsideCall {
  /** Their own number and the one at the other end, as the signaling has them. */
  readonly from: string;
  readonly to: string;
  readonly leg: OutsideLeg;
  state: OutsideCallState;
  /** Keys the other end has pressed. */
  digits = "";
  /** Where an emergency call comes from, as its INVITE says: the location document, or the words of our header. */
  place: string | undefined;
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

  /**
   * Answered: connects the audio and begins to speak. Nobody waits for it, and whoever hangs up in the same moment has
   * closed the leg that this still works on.
   */
  converse(description: string, voice: OutsideVoice): void {
    if (this.state === "ended") return;
    this.state = "talking";
    this.#speak(description, voice).catch(() => this.hangUp());
  }

  hangUp(): void {
    if (this.state === "ended") return;
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
    this.leg.close();
    for (const listener of this.#ended) listener();
  }

  async #speak(description: string, voice: OutsideVoice): Promise<void> {
    if (await this.leg.connect(description)) await this.leg.speak(voice);
    else this.hangUp();
  }
}
