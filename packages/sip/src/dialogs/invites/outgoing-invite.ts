import type { CancelTimer } from "@offhook/kernel";
import { formatNameAddr, type NameAddr } from "../../grammar/name-addr.ts";
import { withParameter } from "../../grammar/parameters.ts";
import type { Uri } from "../../grammar/uri.ts";
import { type Body, withBodyType } from "../../messages/create-response.ts";
import { CSeq } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { type BodyPart, descriptionOf, multipartBody } from "../../messages/parsing/multipart.ts";
import { NO_BODY, SipRequest, type SipResponse } from "../../messages/sip-message.ts";
import type { ClientTransaction } from "../../transactions/client-transaction.ts";
import type { Flow } from "../../transactions/flow.ts";
import type { FailureReason } from "../../transactions/machines/machine.ts";
import { confirmDialog, dialogOfCaller } from "../dialog.ts";
import { DialogLink } from "../dialog-link.ts";
import { type RequestOutcome, sendRequest } from "../dialog-requests.ts";
import { agentHeaders, callHeaders, type DialogServices, type Signer } from "../dialog-services.ts";
import {
  askForInterval,
  intervalAfter422,
  intervalFromResponse,
  MAX_INTERVAL_SECONDS,
  type SessionTimerSettings,
} from "../session-timers/session-interval.ts";
import { InviteBranch, isReliableProgress, type SentAck } from "./invite-branch.ts";
import { InviteUsage } from "./invite-usage.ts";
import {
  type OutgoingInviteEvent,
  type OutgoingInviteState,
  stepOutgoingInvite,
} from "./outgoing-invite-state.ts";
import type { EndCause } from "./usage-state.ts";

export interface InviteProgress {
  readonly response: SipResponse;
  /** Undefined while no dialog has begun, as with 100. */
  readonly usage: InviteUsage | undefined;
  readonly description: Body | undefined;
  /** Present when the description is their offer: the answer goes with the PRACK. */
  readonly answer: ((body: Body) => void) | undefined;
}

export interface InviteSuccess {
  readonly response: SipResponse;
  readonly usage: InviteUsage;
  readonly description: Body | undefined;
  /** Present when the description is their offer: the answer goes with the ACK, which waits for it. */
  readonly answer: ((body: Body) => void) | undefined;
}

export type InviteFailure =
  | { readonly kind: "refused"; readonly response: SipResponse }
  | { readonly kind: "failed"; readonly reason: FailureReason }
  /** We took it back; the far end may even have answered in the same moment, and was hung up on. */
  | { readonly kind: "cancelled" }
  | { readonly kind: "unanswered" };

export interface OutgoingInviteObserver {
  onProgress(progress: InviteProgress): void;
  onAnswered(success: InviteSuccess): void;
  onFailed(failure: InviteFailure): void;
}

export interface OutgoingInviteParts {
  readonly flow: Flow;
  readonly uri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  /** Undefined: the far end makes the offer. */
  readonly offer?: Body | undefined;
  /** What goes with the offer, such as the place of the caller; the body is a multipart then. */
  readonly attachments?: readonly BodyPart[] | undefined;
  readonly headers?: SipHeaders | undefined;
  readonly routes?: readonly NameAddr[];
  readonly signer?: Signer | undefined;
  readonly callId?: string;
}

const NOBODY: OutgoingInviteObserver = { onProgress: () => {}, onAnswered: () => {}, onFailed: () => {} };

/** More branches than any fork of ours has; a far end that invents tags is not followed beyond. */
const MAX_BRANCHES = 32;

/** A call we make (RFC 3261 §13.2), until one far end has answered or all have failed. */
export class OutgoingInvite {
  readonly callId: string;
  readonly localTag: string;
  readonly #services: DialogServices;
  readonly #parts: OutgoingInviteParts;
  #observer: OutgoingInviteObserver;
  readonly #branches = new Map<string, InviteBranch>();
  /** All that is kept of a call that is over: its 2xx may come again for half a minute. */
  readonly #lastAcks = new Map<string, SentAck>();
  readonly #cancelRingLimit: CancelTimer;
  #state: OutgoingInviteState = { name: "calling" };
  #transaction: ClientTransaction | undefined;
  #sequence = 1;
  #sessionTimer: SessionTimerSettings | undefined;
  #cancelHeaders: SipHeaders | undefined;
  #isUnanswered = false;

  constructor(services: DialogServices, parts: OutgoingInviteParts, observer: OutgoingInviteObserver) {
    this.#services = services;
    this.#parts = parts;
    this.#observer = observer;
    this.callId = parts.callId ?? services.identifiers.callId();
    this.localTag = services.identifiers.tag();
    this.#sessionTimer = services.profile.sessionTimer;
    this.#cancelRingLimit = services.clock.schedule(services.profile.maxRingMs, () => {
      this.#isUnanswered = true;
      this.#handle({ type: "cancel" });
    });
    this.#send(this.#createRequest());
  }

  get stateName(): OutgoingInviteState["name"] {
    return this.#state.name;
  }

  /** Takes the call back. `headers` may hold a Reason, say "answered elsewhere". Too late after an answer. */
  cancel(headers?: SipHeaders): void {
    this.#cancelHeaders = headers;
    this.#handle({ type: "cancel" });
  }

  #createRequest(): SipRequest {
    const { flow, uri, from, to, headers, routes = [] } = this.#parts;
    const own = { ...from, parameters: withParameter(from.parameters, "tag", this.localTag) };
    const base = SipHeaders.of(
      ["Max-Forwards", "70"],
      ["From", formatNameAddr(own)],
      ["To", formatNameAddr(to)],
      ["Call-ID", this.callId],
      ["CSeq", CSeq.format({ sequence: this.#sequence, method: "INVITE" })],
      ...routes.map((route) => ["Route", formatNameAddr(route)] as const),
    );
    const { profile } = this.#services;
    const calling = base.overriddenBy(agentHeaders(profile)).overriddenBy(callHeaders(profile, flow));
    const timed = this.#sessionTimer ? askForInterval(calling, this.#sessionTimer) : calling;
    const body = this.#createBody();
    return new SipRequest(
      "INVITE",
      uri,
      withBodyType(timed.overriddenBy(headers), body),
      body?.content ?? NO_BODY,
    );
  }

  #createBody(): Body | undefined {
    const { offer, attachments = [] } = this.#parts;
    if (attachments.length === 0) return offer;
    const parts = offer ? [offer, ...attachments] : attachments;
    return multipartBody(parts, this.#services.identifiers.callId());
  }

  #send(request: SipRequest): void {
    const { flow, signer } = this.#parts;
    const signed = signer
      ? request.withHeaders(signer.client.authorize(request, signer.credentials))
      : request;
    sendRequest({
      layer: this.#services.layer,
      flow,
      signer,
      request: signed,
      again: (next) => this.#renumber(next),
      onTransaction: (transaction) => {
        this.#transaction = transaction;
      },
      onProvisional: (response) => this.#onProvisional(response),
      onOutcome: (outcome) => this.#onOutcome(outcome),
    });
  }

  #renumber(request: SipRequest): SipRequest {
    this.#sequence += 1;
    const cseq = { sequence: this.#sequence, method: "INVITE" };
    return request.withHeaders(request.headers.withValues(CSeq, cseq));
  }

  #onProvisional(response: SipResponse): void {
    this.#handle({ type: "progress" });
    if (this.#state.name !== "ringing") return;
    const branch = response.status > 100 ? this.#branchOf(response) : undefined;
    const description = descriptionOf(response);
    if (!branch || branch.isAnswered) {
      this.#observer.onProgress({ response, usage: undefined, description, answer: undefined });
      return;
    }
    branch.usage.noteCapabilities(response);
    if (!isReliableProgress(response)) {
      this.#observer.onProgress({ response, usage: branch.usage, description, answer: undefined });
      return;
    }
    if (branch.takeReliable(response)) this.#onReliable(branch, response, description);
  }

  #onReliable(branch: InviteBranch, response: SipResponse, description: Body | undefined): void {
    const { usage } = branch;
    const isOffer = description !== undefined && !this.#parts.offer && !usage.hasAgreed;
    if (!isOffer) {
      if (description) usage.moveOffer("answerReceived");
      branch.sendPrack(response, undefined);
      this.#observer.onProgress({ response, usage, description, answer: undefined });
      return;
    }
    usage.moveOffer("offerReceived");
    const answer = (body: Body): void => {
      if (usage.offer !== "asked") return;
      usage.moveOffer("answerSent");
      usage.noteDescription(body);
      branch.sendPrack(response, body);
    };
    this.#observer.onProgress({ response, usage, description, answer });
  }

  #onOutcome(outcome: RequestOutcome): void {
    if (outcome.kind === "failed") {
      this.#fail({ kind: "failed", reason: outcome.reason });
      return;
    }
    const { response } = outcome;
    if (response.status < 300) this.#onSuccess(response);
    else if (!this.#retriesLonger(response)) this.#fail({ kind: "refused", response });
  }

  /** RFC 4028 §7.3: a 422 says how long the interval must be. */
  #retriesLonger(response: SipResponse): boolean {
    const before = this.#sessionTimer;
    if (response.status !== 422 || !before || this.#state.name === "canceling") return false;
    const after = intervalAfter422(response.headers, before);
    this.#sessionTimer = after;
    if (after.minSeconds <= before.minSeconds || after.seconds > MAX_INTERVAL_SECONDS) return false;
    this.#sequence += 1;
    this.#send(this.#createRequest());
    return true;
  }

  #onSuccess(response: SipResponse): void {
    const lastAck = this.#lastAcks.get(response.toTag ?? "");
    if (lastAck) {
      lastAck.flow.send(lastAck.bytes);
      return;
    }
    const branch = this.#branchOf(response);
    const invite = this.#transaction?.request;
    if (!branch || !invite) return;
    if (branch.isAnswered) {
      branch.repeatAck();
      return;
    }
    const { link } = branch.usage;
    link.replaceDialog(confirmDialog(link.dialog, response));
    branch.usage.noteCapabilities(response);
    branch.noteAnswer(invite);
    this.#handle({ type: "success" }, branch, response);
  }

  #fail(failure: InviteFailure): void {
    this.#handle({ type: "failure" }, undefined, undefined, failure);
  }

  #handle(
    event: OutgoingInviteEvent,
    branch?: InviteBranch,
    response?: SipResponse,
    failure?: InviteFailure,
  ): void {
    const { state, actions } = stepOutgoingInvite(this.#state, event);
    const wasCanceling = this.#state.name === "canceling";
    this.#state = state;
    for (const action of actions) {
      if (action === "sendCancel") this.#sendCancel();
      else if (action === "adopt" && branch && response) this.#adopt(branch, response);
      else if (action === "dismiss" && branch) this.#dismiss(branch);
      else if (action === "tellFailure") this.#tellFailure(wasCanceling, failure);
    }
  }

  #sendCancel(): void {
    if (this.#transaction) this.#services.layer.cancel(this.#transaction, this.#cancelHeaders);
  }

  #adopt(branch: InviteBranch, response: SipResponse): void {
    const { usage } = branch;
    this.#cancelRingLimit();
    this.#endOthers(branch, "otherFork");
    if (this.#sessionTimer) usage.startInterval(intervalFromResponse(response.headers, this.#sessionTimer));
    const description = descriptionOf(response);
    const isOffer = description !== undefined && !this.#parts.offer && !usage.hasAgreed;
    if (!isOffer) {
      usage.moveOffer("answerReceived");
      branch.acknowledge(undefined);
      this.#releaseObserver().onAnswered({ response, usage, description, answer: undefined });
      return;
    }
    usage.moveOffer("offerReceived");
    const answer = (body: Body): void => {
      if (usage.offer !== "asked" || usage.state.name !== "unacknowledged") return;
      usage.moveOffer("answerSent");
      usage.noteDescription(body);
      branch.acknowledge(body);
    };
    this.#releaseObserver().onAnswered({ response, usage, description, answer });
  }

  #dismiss(branch: InviteBranch): void {
    branch.acknowledge(undefined);
    branch.usage.hangUp(this.#cancelHeaders);
  }

  #tellFailure(wasCanceling: boolean, failure: InviteFailure | undefined): void {
    this.#cancelRingLimit();
    this.#endOthers(undefined, wasCanceling ? "cancelled" : "refused");
    const observer = this.#releaseObserver();
    if (wasCanceling) observer.onFailed({ kind: this.#isUnanswered ? "unanswered" : "cancelled" });
    else if (failure) observer.onFailed(failure);
  }

  /** The end of the story is told once; the INVITE itself is remembered for longer. */
  #releaseObserver(): OutgoingInviteObserver {
    const observer = this.#observer;
    this.#observer = NOBODY;
    return observer;
  }

  #endOthers(winner: InviteBranch | undefined, cause: EndCause): void {
    for (const branch of this.#branches.values()) {
      if (branch !== winner && !branch.isAnswered) branch.usage.end(cause);
    }
  }

  #branchOf(response: SipResponse): InviteBranch | undefined {
    const invite = this.#transaction?.request;
    const dialog = invite && dialogOfCaller(invite, response);
    if (!dialog) return undefined;
    const known = this.#branches.get(dialog.remoteTag);
    // An early dialog that ended, because another fork won say, can still be answered: that 2xx needs ACK and BYE.
    if (known && (known.usage.state.name !== "ended" || known.isAnswered || response.status < 200))
      return known;
    if (!known && this.#branches.size >= MAX_BRANCHES) return undefined;
    const link = new DialogLink(this.#services, dialog, this.#parts.flow, this.#parts.signer);
    const branch: InviteBranch = new InviteBranch(
      new InviteUsage(link, {
        hangUpEarly: (headers) => this.#hangUpEarly(branch, headers),
        onEarlyBye: () => this.cancel(),
        receivePrack: (transaction) => link.respond(transaction, 481),
        onEnded: () => this.#forget(branch, dialog.remoteTag),
      }),
    );
    if (this.#parts.offer) {
      branch.usage.moveOffer("offerSent");
      branch.usage.noteDescription(this.#parts.offer);
    }
    this.#branches.set(dialog.remoteTag, branch);
    return branch;
  }

  #forget(branch: InviteBranch, remoteTag: string): void {
    const { sentAck } = branch;
    if (!sentAck || this.#branches.get(remoteTag) !== branch) return;
    this.#branches.delete(remoteTag);
    this.#lastAcks.set(remoteTag, sentAck);
  }

  #hangUpEarly(branch: InviteBranch, headers: SipHeaders | undefined): void {
    // After the answer only our own ACK is missing; the BYE follows it.
    if (branch.isAnswered) branch.acknowledge(undefined);
    else this.cancel(headers);
  }
}
