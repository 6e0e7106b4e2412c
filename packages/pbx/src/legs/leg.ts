import type { CancelTimer } from "@offhook/kernel";
import type { DtmfDigit, MediaEvents } from "@offhook/media/protocol";
import type { Flow, IncomingRefer, InviteUsage } from "@offhook/sip";
import type { Channel } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { LegAudio } from "./audio/leg-audio.ts";
import type { AgreedMedia, LegMedia } from "./audio/leg-media.ts";
import type { DialogEvents, LegDialog } from "./leg-dialog.ts";

export type LegKind = "browser" | "phone" | "trunk";

/** What a leg tells call control. */
export interface LegEvents {
  onRinging(hasEarlyMedia: boolean): void;
  onAnswered(): void;
  onEnded(cause: HangupCause): void;
  onLost(): void;
  onAgreed(agreed: AgreedMedia): void;
  onDigit(digit: DtmfDigit): void;
  onRefer(refer: IncomingRefer): void;
}

export interface LegParts {
  readonly channel: Channel;
  readonly callId: string;
  readonly companyId: string;
  readonly kind: LegKind;
  readonly media: LegMedia;
  readonly audio: LegAudio;
  readonly events: LegEvents;
  readonly onProblem: (message: string, error: unknown) => void;
  readonly schedule: (delayMs: number, task: () => void) => CancelTimer;
}

const OUT_OF_ROOM: ReadonlySet<unknown> = new Set([
  "media.tooManyLegs",
  "media.noFreePort",
  "media.overloaded",
]);

/** The media process has no room for the leg: nothing is wrong with the call, and later it may go. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && "code" in error && OUT_OF_ROOM.has(error.code);

/** How long the BYE of a party that has closed its audio in good order may take. */
const LAST_WORD_MS = 1_000;

/** SIP's word for a request that was given up. */
const TRANSFER_ENDED = 487;

/** One device's leg: its SIP dialog and its audio. After `release` it says nothing more. */
export abstract class Leg {
  readonly channel: Channel;
  readonly kind: LegKind;
  readonly audio: LegAudio;
  readonly media: LegMedia;
  protected readonly parts: LegParts;
  /** Undefined until there is a dialog. */
  protected dialog: LegDialog | undefined;
  #refer: IncomingRefer | undefined;
  /** Its transfer has succeeded or failed, and the far end is just being told. */
  #isTelling = false;
  #afterTelling: () => void = () => {};
  #isOver = false;
  #isFlowGone = false;
  #isSilent = false;

  constructor(parts: LegParts) {
    this.parts = parts;
    this.channel = parts.channel;
    this.kind = parts.kind;
    this.audio = parts.audio;
    this.media = parts.media;
  }

  abstract get sipCallId(): string | undefined;
  abstract get flow(): Flow;
  /** Ends the SIP side in the way its state asks for. */
  protected abstract endSignaling(cause: HangupCause): void;

  get id(): string {
    return this.channel.id;
  }

  get companyId(): string {
    return this.parts.companyId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get usage(): InviteUsage | undefined {
    return this.dialog?.usage;
  }

  get isConfirmed(): boolean {
    return this.usage?.state.name === "confirmed" || this.usage?.state.name === "unacknowledged";
  }

  release(cause: HangupCause): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.media.close();
    // Nobody tells of its transfer any more, and the phone would wait for that word.
    this.reportTransfer(TRANSFER_ENDED);
    // A phone that is hung up on does not know the call any more, and refuses to hear how its transfer went.
    if (this.#isTelling) this.#afterTelling = () => this.endSignaling(cause);
    else this.endSignaling(cause);
  }

  /** Another part of the phone system goes on with its dialog; the leg itself says nothing more. */
  handOver(): InviteUsage | undefined {
    if (this.#isOver || !this.isConfirmed) return undefined;
    this.#isOver = true;
    this.media.close();
    return this.usage;
  }

  /** Says nothing to the far end: another process goes on with the call. */
  setAside(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.media.close();
    this.usage?.setAside();
  }

  /** Keeps the REFER, so that the far end hears how its transfer goes. */
  follow(refer: IncomingRefer): void {
    this.#refer = refer;
  }

  reportTransfer(status: number): void {
    const refer = this.#refer;
    if (!refer) return;
    if (status < 200) {
      refer.report(status);
      return;
    }
    this.#refer = undefined;
    this.#isTelling = true;
    refer.finish(status, () => {
      this.#isTelling = false;
      this.#afterTelling();
    });
  }

  /** Its connection is closed. With audio still flowing it may come back over another one. */
  flowClosed(): void {
    this.#isFlowGone = true;
    // Before the answer there is nothing to come back to.
    if (!this.isConfirmed || this.#isSilent) this.lose();
  }

  /** Its device has registered over another connection. */
  moveTo(flow: Flow): void {
    this.#isFlowGone = false;
    this.usage?.link.moveToFlow(flow);
  }

  onMediaTimeout(): void {
    this.#isSilent = true;
    if (this.#isFlowGone) this.lose();
    else this.#askWhetherAlive();
  }

  onMediaResumed(): void {
    this.#isSilent = false;
  }

  /** The media process lost the leg. A phone can be offered a new one; a browser has to come back by itself. */
  onMediaLost(reason: MediaEvents["legLost"]["reason"]): void {
    if (this.#isOver) return;
    this.audio.stop();
    if (this.kind !== "browser" && this.dialog && this.isConfirmed) this.dialog.renewMedia();
    else if (reason === "transportClosed" && !this.#isFlowGone) this.#awaitLastWord();
    else this.lose();
  }

  /** Its audio cannot be connected as it was agreed. */
  onMediaRefused(message: string): void {
    this.fail(new Error(message));
  }

  protected lose(): void {
    if (!this.#isOver) this.parts.events.onLost();
  }

  /** The SIP side is over by itself. */
  protected ended(cause: HangupCause): void {
    if (this.#isOver) return;
    // Forgotten or unreachable is not the same as hung up: the call waits for its user to come back.
    if (cause === "lost") {
      this.lose();
      return;
    }
    this.#isOver = true;
    this.media.close();
    this.parts.events.onEnded(cause);
  }

  protected fail(error: unknown): void {
    if (this.#isOver) return;
    this.parts.onProblem("A leg's audio failed", error);
    const cause = isOutOfRoom(error) ? "congestion" : "failed";
    this.release(cause);
    this.parts.events.onEnded(cause);
  }

  protected dialogEvents(): DialogEvents {
    const { events } = this.parts;
    return {
      onAgreed: (agreed) => events.onAgreed(agreed),
      onDigit: (digit) => events.onDigit(digit),
      onRefer: (refer) => events.onRefer(refer),
      onEnded: (cause) => this.ended(cause),
      onMediaFailed: (error) => this.fail(error),
    };
  }

  /**
   * A page closes its audio when its user hangs up, and the BYE may come later by its own way; or when it is reloaded,
   * and then its connection closes too.
   */
  #awaitLastWord(): void {
    this.#isSilent = true;
    this.parts.schedule(LAST_WORD_MS, () => this.lose());
  }

  /** Silence alone proves nothing: phones send none on hold. Whoever does not answer either is gone. */
  #askWhetherAlive(): void {
    this.usage?.request("OPTIONS", {}, (outcome) => {
      if (outcome.kind === "failed" && this.#isSilent) this.lose();
    });
  }
}
