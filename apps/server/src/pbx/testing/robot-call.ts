import {
  type Body,
  decodeUtf8,
  dtmfBody,
  encodeUtf8,
  type IncomingInvite,
  type InviteUsage,
  nameAddr,
  type OutgoingInvite,
  PASSIVE_OBSERVER,
  parseUri,
} from "@offhook/sip";
import { expect, vi } from "vitest";
import type { RobotAudio } from "./robot-audio.ts";

/** Of 32768: far above what silence and coding noise leave. */
const AUDIBLE = 600;
const WAIT = { timeout: 20_000, interval: 40 };

export type RobotCallState = "calling" | "ringing" | "talking" | "ended";

export const sdpBody = (text: string): Body => ({ type: "application/sdp", content: encodeUtf8(text) });

/** One call as a robot has it. */
export class RobotCall {
  readonly audio: RobotAudio;
  /** Whom it shows as the other end. */
  readonly from: string;
  readonly transferNews: number[] = [];
  state: RobotCallState;
  /** The last status it was told, or the cause of the end. */
  news = "";
  invite: IncomingInvite | undefined;
  outgoing: OutgoingInvite | undefined;
  #usage: InviteUsage | undefined;

  constructor(audio: RobotAudio, state: RobotCallState, from = "") {
    this.audio = audio;
    this.state = state;
    this.from = from;
  }

  get usage(): InviteUsage {
    if (!this.#usage) throw new Error("The call has no dialog");
    return this.#usage;
  }

  adopt(usage: InviteUsage): void {
    this.#usage = usage;
    usage.observer = {
      ...PASSIVE_OBSERVER,
      onConfirmed: (answer) => this.#listen(answer),
      onOffer: (offer) => {
        this.#listen(offer.offer);
        offer.answer(sdpBody(this.audio.describe()), { onAnswer: (answer) => this.#listen(answer) });
      },
      onRequest: (request) => request.respond(200),
      onEnded: ({ cause }) => this.end(cause),
    };
  }

  answered(usage: InviteUsage, description: Body | undefined): void {
    this.adopt(usage);
    this.#listen(description);
    this.state = "talking";
    this.news = "200";
  }

  end(news: string): void {
    this.state = "ended";
    this.news = news;
    this.audio.close();
  }

  answer(): void {
    const { invite } = this;
    if (!invite?.isOpen) throw new Error(`Nothing to answer: ${this.state} ${this.news}`);
    this.#listen(invite.offer);
    invite.accept(sdpBody(this.audio.describe()));
    this.state = "talking";
  }

  refuse(status: number): void {
    this.invite?.refuse(status);
  }

  hangUp(): void {
    if (this.#usage && this.state === "talking") this.#usage.hangUp();
    else if (this.outgoing) this.outgoing.cancel();
    else this.refuse(480);
  }

  hold(isHeld: boolean): void {
    this.usage.reinvite({
      makeOffer: () => sdpBody(this.audio.describe(isHeld ? "sendonly" : "sendrecv")),
      onResult: () => {},
    });
  }

  /** Blind with a number; attended with another call of the same phone. */
  transfer(to: string | RobotCall): void {
    const target = parseUri(typeof to === "string" ? `sip:${to}@offhook.test` : replacing(to));
    if (!target) throw new Error(`No address: ${String(to)}`);
    this.usage.refer(
      { target: nameAddr(target) },
      {
        onAccepted: () => this.transferNews.push(202),
        onProgress: (status) => this.transferNews.push(status),
        onFinished: () => {},
        onRefused: (response) => this.transferNews.push(response?.status ?? 0),
      },
    );
  }

  /** One key after the other, as telephone events in the audio. */
  async press(keys: string): Promise<void> {
    for (const key of keys) {
      this.audio.voice.press(key as Parameters<typeof this.audio.voice.press>[0]);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  pressByInfo(key: string): void {
    this.usage.request("INFO", { body: dtmfBody({ key, durationMs: 100 }) }, () => {});
  }

  async talks(): Promise<void> {
    await vi.waitFor(() => expect(`${this.state} ${this.news}`).toMatch(/^talking/), WAIT);
  }

  async hasEnded(news = "", timeout = WAIT.timeout): Promise<void> {
    const wanted = new RegExp(`^ended ${news}`);
    await vi.waitFor(() => expect(`${this.state} ${this.news}`).toMatch(wanted), { ...WAIT, timeout });
  }

  async hears(hz: number): Promise<void> {
    await vi.waitFor(() => expect(this.audio.heard(hz), `${hz} Hz`).toBeGreaterThan(AUDIBLE), WAIT);
  }

  async hearsNo(hz: number): Promise<void> {
    await vi.waitFor(() => expect(this.audio.heard(hz), `no ${hz} Hz`).toBeLessThan(AUDIBLE / 6), WAIT);
  }

  /** Music, a prompt, or anybody's voice. */
  async hearsSomething(): Promise<void> {
    await vi.waitFor(() => expect(this.audio.loudness(), "sound").toBeGreaterThan(AUDIBLE / 3), WAIT);
  }

  async hearsSpeech(): Promise<void> {
    await this.hearsSomething();
    await vi.waitFor(() => expect(this.audio.quietest(), "gaps between words").toBeLessThan(150), WAIT);
  }

  async hearsMusic(): Promise<void> {
    await vi.waitFor(() => expect(this.audio.quietest(), "sound without gaps").toBeGreaterThan(500), WAIT);
  }

  #listen(description: Body | undefined): void {
    if (description) this.audio.sendTo(decodeUtf8(description.content));
  }
}

function replacing(other: RobotCall): string {
  const { dialog } = other.usage.link;
  if (!dialog) throw new Error("The other call has no dialog");
  const replaces = `${dialog.callId};to-tag=${dialog.remoteTag};from-tag=${dialog.localTag}`;
  return `sip:other@offhook.test?Replaces=${encodeURIComponent(replaces)}`;
}
