import type { CancelTimer } from "@offhook/kernel";
import { type Body, createResponse } from "../../messages/create-response.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { descriptionOf } from "../../messages/parsing/multipart.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import { giveUpMs } from "../../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import { callHeaders, serverHeaders } from "../dialog-services.ts";
import type { AnswerParts } from "../incoming-request.ts";
import type { AwaitedAcks } from "../invites/awaited-acks.ts";
import { decideInterval, type IntervalDecision } from "../session-timers/session-interval.ts";
import type { UsageContext } from "../usage-context.ts";
import { refusalOfOffer } from "./offer-state.ts";

export interface OfferAnswer {
  readonly headers?: SipHeaders;
  /** For a re-INVITE without offer: ours goes out in the 2xx and their answer comes with the ACK. */
  readonly onAnswer?: (answer: Body | undefined) => void;
}

/** The far end wants to change the call. To be answered or refused; the first of both counts. */
export interface IncomingOffer {
  readonly request: SipRequest;
  /** Undefined when the far end asks us to make the offer. */
  readonly offer: Body | undefined;
  /** False once answered, refused, taken back, or overtaken by the end of the call. */
  readonly isOpen: boolean;
  answer(body: Body, parts?: OfferAnswer): void;
  refuse(status: number, parts?: AnswerParts): void;
}

interface Pending {
  readonly transaction: ServerTransaction;
  readonly offer: Body | undefined;
  readonly decision: IntervalDecision;
  readonly cancelGuard: CancelTimer;
}

/** Offers of the far end in re-INVITE, UPDATE and PRACK (RFC 3261 §14.2, RFC 3311 §5.2, RFC 3262 §5). */
export class IncomingOffers {
  readonly #context: UsageContext;
  readonly #acks: AwaitedAcks;
  readonly #deliver: (offer: IncomingOffer) => void;
  #pending: Pending | undefined;

  constructor(context: UsageContext, acks: AwaitedAcks, deliver: (offer: IncomingOffer) => void) {
    this.#context = context;
    this.#acks = acks;
    this.#deliver = deliver;
  }

  get isBusy(): boolean {
    return this.#pending !== undefined;
  }

  receive(transaction: ServerTransaction): void {
    const { link } = this.#context;
    const { request } = transaction;
    const body = descriptionOf(request);
    const isBare = request.method === "UPDATE" && body === undefined;
    const refusal = this.#refusal(request, isBare);
    if (refusal !== undefined) {
      // RFC 3261 §14.2: with 500 goes a pause of up to ten seconds.
      const pause = SipHeaders.of(["Retry-After", String(link.services.identifiers.between(0, 10))]);
      link.respond(transaction, refusal, refusal === 500 ? { headers: pause } : {});
      return;
    }
    const decision: IntervalDecision =
      request.method === "PRACK"
        ? { kind: "none" }
        : decideInterval(request.headers, link.services.profile.sessionTimer);
    if (decision.kind === "tooSmall") {
      link.respond(transaction, 422, { headers: SipHeaders.of(["Min-SE", String(decision.minSeconds)]) });
      return;
    }
    if (request.method !== "PRACK") link.refreshTarget(request);
    this.#context.noteCapabilities(request);
    if (isBare) this.#confirmRefresh(transaction, decision);
    else this.#ask(transaction, body, decision);
  }

  /** The far end takes its re-INVITE back. */
  cancel(transaction: ServerTransaction): void {
    if (this.#pending?.transaction === transaction) this.#refuse(this.#pending, 487, {});
  }

  /** RFC 3261 §15.1.2: what still waits for an answer gets a 487. */
  close(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#settle(pending);
    this.#context.link.respond(pending.transaction, 487);
  }

  #refusal(request: SipRequest, isBare: boolean): 491 | 500 | undefined {
    if (isBare) return undefined;
    if (this.#pending) return 500;
    if (request.method === "INVITE") {
      const { state, isInviting, link } = this.#context;
      // The INVITE that makes the call counts like any other that has no final response yet.
      const isCalling = state.name === "early" && link.dialog.role === "caller";
      if (isInviting || isCalling) return 491;
      if (state.name === "early") return 500;
    }
    return refusalOfOffer(this.#context.offer);
  }

  #confirmRefresh(transaction: ServerTransaction, decision: IntervalDecision): void {
    const { link } = this.#context;
    link.respond(transaction, 200, { headers: this.#headers(decision) });
    if (decision.kind === "agreed") this.#context.startInterval(decision.interval);
  }

  #ask(transaction: ServerTransaction, offer: Body | undefined, decision: IntervalDecision): void {
    const { clock, timers } = this.#context.link.services;
    if (offer) this.#context.moveOffer("offerReceived");
    // Whoever should answer may have forgotten it; the far end waits for a re-INVITE without limit.
    const cancelGuard = clock.schedule(giveUpMs(timers), () => this.#refuse(pending, 500, {}));
    const pending: Pending = { transaction, offer, decision, cancelGuard };
    this.#pending = pending;
    const isOpen = (): boolean => this.#pending === pending;
    this.#deliver({
      request: transaction.request,
      offer,
      get isOpen() {
        return isOpen();
      },
      answer: (body, parts = {}) => this.#answer(pending, body, parts),
      refuse: (status, parts = {}) => this.#refuse(pending, status, parts),
    });
  }

  #answer(pending: Pending, body: Body, { headers, onAnswer }: OfferAnswer): void {
    if (this.#pending !== pending) return;
    const { transaction, decision } = pending;
    this.#settle(pending);
    this.#context.moveOffer(pending.offer ? "answerSent" : "offerSent");
    this.#context.noteDescription(body);
    if (decision.kind === "agreed") this.#context.startInterval(decision.interval);
    const all = this.#headers(decision).overriddenBy(headers);
    if (transaction.request.method === "INVITE") this.#accept(pending, body, all, onAnswer);
    else this.#context.link.respond(transaction, 200, { headers: all, body });
    this.#context.onIdle();
  }

  #accept(pending: Pending, body: Body, headers: SipHeaders, onAnswer: OfferAnswer["onAnswer"]): void {
    const { link } = this.#context;
    const { transaction } = pending;
    const response = createResponse(transaction.request, 200, {
      localTag: link.dialog.localTag,
      headers,
      body,
    });
    const send = (): void => transaction.respond(response);
    send();
    this.#acks.expect(transaction.request.cseq.sequence, {
      send,
      onAck: (ack) => {
        if (!pending.offer) {
          this.#context.moveOffer("answerReceived");
          onAnswer?.(descriptionOf(ack));
        }
        this.#context.onIdle();
      },
      onGiveUp: () => this.#context.onNoAck(),
    });
  }

  #refuse(pending: Pending, status: number, parts: AnswerParts): void {
    if (this.#pending !== pending) return;
    this.#settle(pending);
    if (pending.offer) this.#context.moveOffer("abandoned");
    this.#context.link.respond(pending.transaction, status, parts);
    this.#context.onIdle();
  }

  #settle(pending: Pending): void {
    pending.cancelGuard();
    this.#pending = undefined;
  }

  #headers(decision: IntervalDecision): SipHeaders {
    const { link } = this.#context;
    const { profile } = link.services;
    const headers = serverHeaders(profile).overriddenBy(callHeaders(profile, link.flow));
    return decision.kind === "agreed" ? headers.overriddenBy(SipHeaders.of(...decision.headers)) : headers;
  }
}
