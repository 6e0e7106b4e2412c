import type { CancelTimer } from "@offhook/kernel";
import { type Body, createResponse } from "../../messages/create-response.ts";
import { Expires, RAck } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Require, Supported } from "../../messages/headers/token-headers.ts";
import { descriptionOf } from "../../messages/parsing/multipart.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import type { Flow } from "../../transactions/flow.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import { dialogOfCallee } from "../dialog.ts";
import { DialogLink } from "../dialog-link.ts";
import { callHeaders, type DialogServices, serverHeaders } from "../dialog-services.ts";
import type { AnswerParts } from "../incoming-request.ts";
import { decideInterval } from "../session-timers/session-interval.ts";
import { type EarlyOwner, InviteUsage } from "./invite-usage.ts";
import { type Progress, ReliableProgress } from "./reliable-progress.ts";
import type { EndCause } from "./usage-state.ts";

export interface IncomingInviteParts {
  readonly services: DialogServices;
  readonly transaction: ServerTransaction;
  readonly localTag: string;
  /** The call that this one takes the place of (RFC 3891), found and allowed. */
  readonly replaced?: InviteUsage | undefined;
  /** Its answer has been confirmed, or it can no longer be answered: a CANCEL has nothing more to say to it. */
  readonly onOver?: () => void;
}

export interface ProgressParts {
  readonly headers?: SipHeaders;
  readonly body?: Body;
  /** Make sure it arrives, if the caller knows how (RFC 3262). */
  readonly isReliable?: boolean;
  /** For an INVITE without offer: our offer went with this response, the answer came with the PRACK. */
  readonly onAnswer?: (answer: Body | undefined) => void;
}

export interface AcceptParts {
  readonly headers?: SipHeaders;
  /** Leave the replaced call alone; whoever answers ends it in its own time. */
  readonly keepReplaced?: boolean;
}

/** RFC 3261 §13.3.1.1: a proxy on the way drops a call it hears nothing of for three minutes. */
const REMIND_MS = 60_000;

/** A call that somebody should answer. Everything after the answer is the business of its usage. */
export class IncomingInvite implements EarlyOwner {
  readonly usage: InviteUsage;
  readonly request: SipRequest;
  /** Undefined when the caller wants us to make the offer. */
  readonly offer: Body | undefined;
  readonly replaced: InviteUsage | undefined;
  readonly #onOver: () => void;
  readonly #services: DialogServices;
  readonly #transaction: ServerTransaction;
  readonly #localTag: string;
  readonly #reliable: ReliableProgress;
  readonly #cancelRingLimit: CancelTimer;
  #cancelReminder: CancelTimer | undefined;
  #state: "ringing" | "accepting" | "over" = "ringing";
  /** A description of ours has arrived for certain, so the 2xx repeats none. */
  #isDescribed = false;

  constructor({ services, transaction, localTag, replaced, onOver = () => {} }: IncomingInviteParts) {
    this.#onOver = onOver;
    this.#services = services;
    this.#transaction = transaction;
    this.#localTag = localTag;
    this.request = transaction.request;
    this.offer = descriptionOf(this.request);
    this.replaced = replaced;
    const dialog = dialogOfCallee(this.request, localTag);
    this.usage = new InviteUsage(new DialogLink(services, dialog, transaction.flow, undefined), this);
    this.usage.noteCapabilities(this.request);
    if (this.offer) this.usage.moveOffer("offerReceived");
    this.#reliable = new ReliableProgress(
      services,
      this.request,
      (progress) => this.#respond(progress),
      // RFC 3262 §3: a caller that confirms nothing is not there.
      () => this.#conclude(504, {}, "gone"),
    );
    const ringMs = Math.min(
      services.profile.maxRingMs,
      (this.request.headers.first(Expires) ?? Infinity) * 1000,
    );
    this.#cancelRingLimit = services.clock.schedule(ringMs, () => this.#conclude(480, {}, "unanswered"));
  }

  get flow(): Flow {
    return this.#transaction.flow;
  }

  get isOpen(): boolean {
    return this.#state === "ringing";
  }

  /** 180, 183 and the like. A body answers their offer, or is ours, early. */
  progress(status: number, parts: ProgressParts = {}): void {
    if (this.#state !== "ringing" || status <= 100 || status >= 200) return;
    const headers = callHeaders(this.#services.profile, this.flow).overriddenBy(parts.headers);
    // RFC 6337 §2.2: once a description has gone out for certain, later responses of this INVITE bring no other.
    const body = this.#isDescribed ? undefined : parts.body;
    if (this.#mayBeReliable(parts.isReliable === true)) {
      const isOffer = body !== undefined && !this.offer;
      if (body) this.usage.moveOffer(isOffer ? "offerSent" : "answerSent");
      if (body) this.#describe(body);
      const onConfirmed = (prack: SipRequest): void => {
        if (!isOffer) return;
        this.usage.moveOffer("answerReceived");
        parts.onAnswer?.(descriptionOf(prack));
      };
      this.#reliable.add({ status, headers, body, onConfirmed });
      return;
    }
    const progress: Progress = { status, headers, body, onConfirmed: () => {} };
    this.#respond(progress);
    this.#remind(progress);
  }

  /** Answers the call. `body` is the answer to their offer or, when they made none, our offer. */
  accept(body: Body | undefined, parts: AcceptParts = {}): void {
    if (this.#state !== "ringing") return;
    this.#state = "accepting";
    this.#stopRinging();
    // RFC 3262 §3: a 2xx must not overtake a description that is still on its way.
    this.#reliable.whenDone(() => this.#sendAnswer(body, parts));
  }

  refuse(status: number, parts: AnswerParts = {}): void {
    this.#conclude(status, parts, "refused");
  }

  receiveCancel(cancel: SipRequest): void {
    if (this.#state === "over") this.usage.receiveLateCancel(cancel);
    else this.#conclude(487, {}, "cancelled", cancel);
  }

  hangUpEarly(headers: SipHeaders | undefined): void {
    this.#conclude(603, headers ? { headers } : {}, "refused");
  }

  onEarlyBye(bye: SipRequest): void {
    this.#conclude(487, {}, "remoteBye", bye);
  }

  receivePrack(transaction: ServerTransaction): void {
    const { request } = transaction;
    const wasOffering = this.usage.offer === "offered";
    if (!this.#reliable.confirm(request.headers.first(RAck), request)) {
      this.usage.link.respond(transaction, 481);
      return;
    }
    // With our own offer open its body is the answer; otherwise it is a new offer.
    if (descriptionOf(request) && !wasOffering) this.usage.receiveOffer(transaction);
    else this.usage.link.respond(transaction, 200);
  }

  #mayBeReliable(isWished: boolean): boolean {
    const names = (tags: readonly string[]): boolean => tags.includes("100rel");
    const { headers } = this.request;
    return names(headers.all(Require)) || (isWished && names(headers.all(Supported)));
  }

  #describe(body: Body): void {
    this.usage.noteDescription(body);
    this.#isDescribed = true;
  }

  #sendAnswer(body: Body | undefined, { headers, keepReplaced }: AcceptParts): void {
    const { profile } = this.#services;
    const decision = decideInterval(this.request.headers, profile.sessionTimer);
    const timed = decision.kind === "agreed" ? SipHeaders.of(...decision.headers) : undefined;
    const own = serverHeaders(profile).overriddenBy(callHeaders(profile, this.flow));
    const all = own.overriddenBy(timed).overriddenBy(headers);
    const sent = this.#isDescribed ? undefined : body;
    const isOffer = sent !== undefined && !this.offer;
    if (sent) this.usage.moveOffer(isOffer ? "offerSent" : "answerSent");
    this.usage.noteDescription(sent);
    this.#state = "over";
    this.usage.noteAnswered();
    const parts = { localTag: this.#localTag, headers: all, body: sent };
    const response = createResponse(this.request, 200, parts);
    const send = (): void => this.#transaction.respond(response);
    if (decision.kind === "agreed") this.usage.startInterval(decision.interval);
    this.usage.acks.expect(this.request.cseq.sequence, {
      send,
      onAck: (ack) => this.#onAck(isOffer ? descriptionOf(ack) : undefined, isOffer),
      onGiveUp: () => {
        this.#onOver();
        this.usage.onNoAck();
      },
    });
    send();
    if (!keepReplaced) this.replaced?.hangUp();
  }

  #onAck(answer: Body | undefined, isAnswer: boolean): void {
    this.#onOver();
    if (isAnswer) this.usage.moveOffer("answerReceived");
    this.usage.noteAcknowledged();
    if (this.usage.state.name === "confirmed") this.usage.observer.onConfirmed(answer);
  }

  #conclude(status: number, parts: AnswerParts, cause: EndCause, request?: SipRequest): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#onOver();
    this.#stopRinging();
    this.#reliable.close();
    this.usage.link.respond(this.#transaction, status, parts);
    this.usage.end(cause, request);
  }

  #stopRinging(): void {
    this.#cancelRingLimit();
    this.#cancelReminder?.();
  }

  #respond({ status, headers, body }: Progress): void {
    this.usage.link.respond(this.#transaction, status, { headers, body });
  }

  #remind(progress: Progress): void {
    this.#cancelReminder?.();
    this.#cancelReminder = this.#services.clock.schedule(REMIND_MS, () => {
      this.#respond(progress);
      this.#remind(progress);
    });
  }
}
