import type { CancelTimer } from "@offhook/kernel";
import type { Body } from "../../messages/create-response.ts";
import type { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { descriptionOf } from "../../messages/parsing/multipart.ts";
import type { SipRequest, SipResponse } from "../../messages/sip-message.ts";
import type { ClientTransaction } from "../../transactions/client-transaction.ts";
import type { FailureReason } from "../../transactions/machines/machine.ts";
import { giveUpMs } from "../../transactions/machines/timer-settings.ts";
import type { RequestOutcome } from "../dialog-requests.ts";
import { callHeaders } from "../dialog-services.ts";
import {
  askForInterval,
  intervalAfter422,
  intervalFromResponse,
  MAX_INTERVAL_SECONDS,
  type SessionTimerSettings,
} from "../session-timers/session-interval.ts";
import type { UsageContext } from "../usage-context.ts";
import { glareDelayMs } from "./glare.ts";

export type OfferResult =
  | { readonly kind: "answered"; readonly answer: Body | undefined; readonly response: SipResponse }
  /** To an INVITE without offer: theirs, to be answered in the ACK. */
  | {
      readonly kind: "offered";
      readonly offer: Body;
      readonly response: SipResponse;
      readonly answer: (body: Body) => void;
    }
  | { readonly kind: "refused"; readonly response: SipResponse }
  | { readonly kind: "failed"; readonly reason: FailureReason | "ended" };

export interface OfferPlan {
  readonly method: "INVITE" | "UPDATE";
  /** Made when it is sent, and again after a glare, as the world may have changed. Without it: no description. */
  readonly makeOffer?: () => Body | undefined;
  readonly headers?: SipHeaders;
  readonly onResult: (result: OfferResult) => void;
}

type Acknowledge = (answer: Body | undefined) => void;

/** Our own re-INVITEs and UPDATEs, one after the other, with the pauses a glare asks for (RFC 3261 §14.1). */
export class OutgoingOffers {
  readonly #context: UsageContext;
  readonly #queue: OfferPlan[] = [];
  #active: OfferPlan | undefined;
  #cancelPause: CancelTimer | undefined;
  #isClosed = false;
  /** The ACK of a 2xx whose offer nobody has answered yet. */
  #owedAck: Acknowledge | undefined;
  #transaction: ClientTransaction | undefined;
  #timerSettings: SessionTimerSettings | undefined;

  constructor(context: UsageContext) {
    this.#context = context;
    this.#timerSettings = context.link.services.profile.sessionTimer;
  }

  get isInviting(): boolean {
    return this.#active?.method === "INVITE";
  }

  add(plan: OfferPlan): void {
    if (this.#isClosed) {
      plan.onResult({ kind: "failed", reason: "ended" });
      return;
    }
    this.#queue.push(plan);
    this.pump();
  }

  /** Starts the next plan if the moment is right. Called whenever something has come to an end. */
  pump(): void {
    const next = this.#queue[0];
    if (!next || this.#active || this.#cancelPause || this.#isClosed || !this.#mayStart(next)) return;
    this.#queue.shift();
    this.#start(next);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#owedAck?.(undefined);
    this.#withdraw();
    for (const plan of this.#queue.splice(0)) plan.onResult({ kind: "failed", reason: "ended" });
  }

  #mayStart({ method, makeOffer }: OfferPlan): boolean {
    const { state, offer, isAnswering, hasAgreed } = this.#context;
    if (state.name === "ended") return false;
    if (method === "UPDATE" && !makeOffer) return true;
    // RFC 3261 §14.1: no INVITE while another one, in either direction, is not yet through.
    if (method === "INVITE" && state.name !== "confirmed") return false;
    // RFC 3311 §5.1: before that, the INVITE and its responses have the first word.
    if (state.name !== "confirmed" && !hasAgreed) return false;
    return offer === "stable" && !isAnswering;
  }

  #start(plan: OfferPlan): void {
    const { link } = this.#context;
    this.#active = plan;
    const body = plan.makeOffer?.();
    if (body) this.#context.moveOffer("offerSent");
    let invite: SipRequest | undefined;
    let ack: Uint8Array | undefined;
    let isSettled = false;
    // A final response lost for good would leave us waiting, and refusing every offer of theirs, without end.
    const { clock, timers } = link.services;
    const cancelGuard = clock.schedule(giveUpMs(timers), () => this.#withdraw());
    const acknowledge: Acknowledge = (answer) => {
      if (invite && plan.method === "INVITE") ack ??= link.acknowledge(invite, answer);
    };
    link.send(
      plan.method,
      { headers: this.#headers(plan), body },
      {
        onTransaction: (transaction) => {
          invite = transaction.request;
          this.#transaction = transaction;
        },
        onProvisional: () => {
          if (this.#isClosed) this.#withdraw();
        },
        onOutcome: (outcome) => {
          // RFC 3261 §13.2.2.4: every repeated 2xx means that our ACK was lost.
          if (isSettled && ack) link.flow.send(ack);
          if (isSettled) return;
          isSettled = true;
          cancelGuard();
          this.#settle(plan, body, outcome, acknowledge);
        },
      },
    );
  }

  /** Only a re-INVITE that has had its 100 needs it; everything else comes to an end by itself. */
  #withdraw(): void {
    if (this.#active && this.#transaction) this.#context.link.services.layer.cancel(this.#transaction);
  }

  #headers(plan: OfferPlan): SipHeaders {
    const { profile } = this.#context.link.services;
    const headers = callHeaders(
      // Reliable progress of a re-INVITE would need a PRACK for nothing.
      { ...profile, supported: profile.supported.filter((tag) => tag !== "100rel") },
      this.#context.link.flow,
    );
    return this.#timed(headers).overriddenBy(plan.headers);
  }

  /** RFC 4028 §7.4: a refresh asks for what was agreed and keeps the roles. */
  #timed(headers: SipHeaders): SipHeaders {
    const settings = this.#timerSettings;
    const { interval } = this.#context;
    if (!settings) return headers;
    if (!interval) return askForInterval(headers, settings);
    const seconds = Math.max(interval.seconds, settings.minSeconds);
    return askForInterval(headers, { ...settings, seconds }, interval.isOurs ? "uac" : "uas");
  }

  #settle(plan: OfferPlan, sent: Body | undefined, outcome: RequestOutcome, acknowledge: Acknowledge): void {
    const isSuccess = outcome.kind === "response" && outcome.response.status < 300;
    if (this.#isClosed) {
      // The call ended while we waited. A 2xx still wants its ACK, or the far end repeats it for half a minute.
      if (isSuccess) acknowledge(undefined);
      this.#active = undefined;
      plan.onResult({ kind: "failed", reason: "ended" });
      return;
    }
    this.#active = undefined;
    if (isSuccess) this.#succeed(plan, sent, outcome.response, acknowledge);
    else this.#fail(plan, sent, outcome);
    this.#context.onIdle();
  }

  #succeed(plan: OfferPlan, sent: Body | undefined, response: SipResponse, acknowledge: Acknowledge): void {
    const context = this.#context;
    context.link.refreshTarget(response);
    context.noteCapabilities(response);
    if (this.#timerSettings)
      context.startInterval(intervalFromResponse(response.headers, this.#timerSettings));
    const body = descriptionOf(response);
    if (sent || plan.method === "UPDATE") {
      if (sent) {
        context.moveOffer("answerReceived");
        context.noteDescription(sent);
      }
      acknowledge(undefined);
      plan.onResult({ kind: "answered", answer: body, response });
      return;
    }
    if (!body) {
      // We asked for an offer and got none: there is nothing to answer.
      acknowledge(undefined);
      plan.onResult({ kind: "answered", answer: undefined, response });
      return;
    }
    context.moveOffer("offerReceived");
    this.#owedAck = acknowledge;
    const answer = (own: Body): void => {
      if (this.#owedAck !== acknowledge) return;
      this.#owedAck = undefined;
      acknowledge(own);
      context.moveOffer("answerSent");
      context.noteDescription(own);
      context.onIdle();
    };
    plan.onResult({ kind: "offered", offer: body, response, answer });
  }

  #fail(plan: OfferPlan, sent: Body | undefined, outcome: RequestOutcome): void {
    if (sent) this.#context.moveOffer("abandoned");
    if (outcome.kind === "failed") {
      plan.onResult(outcome);
      // RFC 3261 §12.2.1.2. A broken connection is another matter: the peer may come back over a new one.
      if (outcome.reason === "timeout") this.#context.onGone();
      return;
    }
    const { response } = outcome;
    if (response.status === 491) {
      this.#retryAfterGlare(plan);
    } else if (response.status === 422 && this.#timerSettings && this.#raiseInterval(response)) {
      this.#queue.unshift(plan);
    } else {
      plan.onResult({ kind: "refused", response });
      if (response.status === 481 || response.status === 408) this.#context.onGone();
    }
  }

  #retryAfterGlare(plan: OfferPlan): void {
    const { link } = this.#context;
    const pauseMs = glareDelayMs(link.dialog.role, link.services.identifiers);
    this.#queue.unshift(plan);
    this.#cancelPause = link.services.clock.schedule(pauseMs, () => {
      this.#cancelPause = undefined;
      this.pump();
    });
  }

  #raiseInterval(response: SipResponse): boolean {
    const before = this.#timerSettings;
    if (!before) return false;
    const after = intervalAfter422(response.headers, before);
    this.#timerSettings = after;
    // A far end that is never satisfied must not keep us asking.
    return after.minSeconds > before.minSeconds && after.seconds <= MAX_INTERVAL_SECONDS;
  }
}
