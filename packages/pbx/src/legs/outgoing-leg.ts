import type { CancelTimer } from "@offhook/kernel";
import type {
  Body,
  Flow,
  InviteFailure,
  InviteProgress,
  InviteSuccess,
  OutgoingInvite,
  OutgoingInviteObserver,
  OutgoingInviteParts,
} from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import { causeOfStatus } from "../calls/sip-status.ts";
import { SILENCE_MS } from "../silence.ts";
import { whenNegotiated } from "./audio/leg-media.ts";
import { Leg, type LegParts } from "./leg.ts";
import { LegDialog, sdpBody, sdpText } from "./leg-dialog.ts";
import { reasonHeaders } from "./sip-headers-of-calls.ts";

export interface OutgoingLegParts extends LegParts {
  readonly request: Omit<OutgoingInviteParts, "offer">;
  readonly send: (parts: OutgoingInviteParts, observer: OutgoingInviteObserver) => OutgoingInvite;
  /** It was called and has not even said that it tries. */
  readonly onSilent: () => void;
}

/** A leg to a device we call: a browser is asked to offer, everybody else gets our offer. */
export class OutgoingLeg extends Leg {
  readonly #outgoing: OutgoingLegParts;
  #invite: OutgoingInvite | undefined;
  #hasEarlyMedia = false;
  #hasRung = false;
  #cancelSilence: CancelTimer = () => {};

  constructor(parts: OutgoingLegParts) {
    super(parts);
    this.#outgoing = parts;
    if (parts.kind === "browser") this.#send(undefined);
    else this.#offer();
  }

  get sipCallId(): string | undefined {
    return this.#invite?.callId;
  }

  get flow(): Flow {
    return this.usage?.link.flow ?? this.#outgoing.request.flow;
  }

  protected endSignaling(cause: HangupCause): void {
    this.#cancelSilence();
    const headers = reasonHeaders(cause);
    if (this.dialog) this.dialog.hangUp(headers);
    else this.#invite?.cancel(headers);
  }

  #offer(): void {
    whenNegotiated(
      this.media.offer(),
      (description) => {
        if (!this.isOver) this.#send(sdpBody(description));
      },
      (error: unknown) => this.fail(error),
    );
  }

  #send(offer: Body | undefined): void {
    const { request, send } = this.#outgoing;
    const hearing =
      <News>(hear: (news: News) => void) =>
      (news: News): void => {
        this.#cancelSilence();
        hear(news);
      };
    this.#invite = send(
      { ...request, offer },
      {
        onProgress: hearing((progress) => this.#onProgress(progress)),
        onAnswered: hearing((success) => this.#onAnswered(success)),
        onFailed: hearing((failure) => this.ended(this.#causeOf(failure))),
      },
    );
    // A page that is away for a moment comes back by a new connection, and is waited for longer.
    if (!this.isOver && this.kind !== "browser")
      this.#cancelSilence = this.parts.schedule(SILENCE_MS, () => this.#giveUp());
  }

  /** Nobody is there: the caller must not listen to nothing until the last of all tries is over. */
  #giveUp(): void {
    if (this.isOver) return;
    this.#outgoing.onSilent();
    this.release("unreachable");
    this.parts.events.onEnded("unreachable");
  }

  #causeOf(failure: InviteFailure): HangupCause {
    // A page whose connection breaks while it rings is being reloaded, most likely.
    if (failure.kind === "failed" && this.kind === "browser") return "lost";
    const cause = causeOfFailure(failure);
    // Most desk phones send 486 for the "Reject" key too. One that has no line free, or does not want to be
    // disturbed, says so without having rung. What a carrier says stays as it is: the phone behind it is not ours.
    return cause === "busy" && this.#hasRung && this.kind !== "trunk" ? "declined" : cause;
  }

  #onProgress({ response, description, answer }: InviteProgress): void {
    if (this.isOver || response.status <= 100) return;
    if (response.status === 180) this.#hasRung = true;
    const isEarlyMedia = description !== undefined && answer === undefined && this.kind !== "browser";
    if (!isEarlyMedia || this.#hasEarlyMedia) {
      this.parts.events.onRinging(this.#hasEarlyMedia);
      return;
    }
    this.#hasEarlyMedia = true;
    whenNegotiated(
      this.media.accept(sdpText(description)),
      () => {
        if (!this.isOver) this.parts.events.onRinging(true);
      },
      // A description that we cannot use yet spoils nothing: the answer may bring a better one.
      () => this.parts.events.onRinging(false),
    );
  }

  #onAnswered({ usage, description, answer }: InviteSuccess): void {
    this.dialog = new LegDialog(usage, this.media, this.dialogEvents());
    if (this.isOver) {
      this.dialog.hangUp(undefined);
      return;
    }
    this.parts.events.onAnswered();
    if (answer && description) this.#answerInAck(sdpText(description), answer);
    else if (description) this.#accept(sdpText(description));
    else if (!this.#hasEarlyMedia) this.fail(new Error("Answered without any description"));
  }

  /** INVITE without offer: theirs came with the 2xx, and the ACK waits for our answer. */
  #answerInAck(offer: string, answer: (body: Body) => void): void {
    whenNegotiated(
      this.media.answer(offer),
      ({ description, ...agreed }) => {
        answer(sdpBody(description));
        if (!this.isOver) this.parts.events.onAgreed(agreed);
      },
      (error: unknown) => this.fail(error),
    );
  }

  #accept(description: string): void {
    whenNegotiated(
      this.media.accept(description),
      (agreed) => {
        if (!this.isOver) this.parts.events.onAgreed(agreed);
      },
      (error: unknown) => this.fail(error),
    );
  }
}

function causeOfFailure(failure: InviteFailure): HangupCause {
  switch (failure.kind) {
    case "refused":
      return causeOfStatus(failure.response.status);
    case "failed":
      return "unreachable";
    case "cancelled":
      return "cancelled";
    case "unanswered":
      return "noAnswer";
  }
}
