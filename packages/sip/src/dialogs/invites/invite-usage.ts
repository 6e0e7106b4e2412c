import type { Body } from "../../messages/create-response.ts";
import { ReferTo } from "../../messages/headers/address-headers.ts";
import type { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Allow } from "../../messages/headers/token-headers.ts";
import type { SipMessage, SipRequest } from "../../messages/sip-message.ts";
import type { Flow } from "../../transactions/flow.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import type { RequestParts } from "../dialog.ts";
import type { DialogLink } from "../dialog-link.ts";
import type { RequestOutcome } from "../dialog-requests.ts";
import type { DialogOwner } from "../dialog-services.ts";
import { IncomingRequest } from "../incoming-request.ts";
import { IncomingOffers } from "../offers/incoming-offers.ts";
import { type OfferEvent, type OfferState, stepOffer } from "../offers/offer-state.ts";
import { type OfferPlan, OutgoingOffers } from "../offers/outgoing-offers.ts";
import { type SavedDialog, saveDialog, type UsageTerms } from "../saved-dialog.ts";
import type { SessionInterval } from "../session-timers/session-interval.ts";
import { SessionTimer } from "../session-timers/session-timer.ts";
import { IncomingRefer } from "../transfers/incoming-refer.ts";
import { OutgoingRefer, type ReferObserver, type ReferParts } from "../transfers/outgoing-refer.ts";
import type { UsageContext } from "../usage-context.ts";
import { AwaitedAcks } from "./awaited-acks.ts";
import { PASSIVE_OBSERVER, type UsageObserver } from "./usage-observer.ts";
import { type EndCause, stepUsage, type UsageEvent, type UsageState } from "./usage-state.ts";

/** Looks after the call until it is answered: the INVITE, ours or theirs. */
export interface EarlyOwner {
  /** We hang up before the answer: a CANCEL or a refusal. */
  hangUpEarly(headers: SipHeaders | undefined): void;
  /** The far end hangs up before the answer. */
  onEarlyBye(bye: SipRequest): void;
  receivePrack(transaction: ServerTransaction): void;
  /** The call is over. */
  onEnded?(): void;
}

/** A call as one dialog sees it, from its first provisional response to its end (RFC 5057 calls it a usage). */
export class InviteUsage implements DialogOwner, UsageContext {
  observer: UsageObserver = PASSIVE_OBSERVER;
  readonly link: DialogLink;
  readonly acks: AwaitedAcks;
  readonly #early: EarlyOwner;
  readonly #incoming: IncomingOffers;
  readonly #outgoing: OutgoingOffers;
  readonly #sessionTimer: SessionTimer;
  readonly #refers = new Set<OutgoingRefer | IncomingRefer>();
  #state: UsageState = { name: "early" };
  #offer: OfferState = "stable";
  #hasAgreed = false;
  #description: Body | undefined;
  #remoteAllows: ReadonlySet<string> = new Set();
  #byeHeaders: SipHeaders | undefined;

  constructor(link: DialogLink, early: EarlyOwner) {
    this.link = link;
    this.#early = early;
    this.acks = new AwaitedAcks(link.services);
    this.#incoming = new IncomingOffers(this, this.acks, (offer) => this.observer.onOffer(offer));
    this.#outgoing = new OutgoingOffers(this);
    this.#sessionTimer = new SessionTimer(link.services.clock, {
      onRefresh: () => this.#refresh(),
      onExpired: () => this.#giveUp("expired"),
    });
    link.services.dialogs.add(link.key, this);
  }

  get state(): UsageState {
    return this.#state;
  }

  get offer(): OfferState {
    return this.#offer;
  }

  get hasAgreed(): boolean {
    return this.#hasAgreed;
  }

  get isInviting(): boolean {
    return this.#outgoing.isInviting;
  }

  get isAnswering(): boolean {
    return this.#incoming.isBusy || !this.acks.isEmpty;
  }

  get interval(): SessionInterval | undefined {
    return this.#sessionTimer.interval;
  }

  get flow(): Flow {
    return this.link.flow;
  }

  get callId(): string {
    return this.link.dialog.callId;
  }

  remoteAllows(method: string): boolean {
    return this.#remoteAllows.has(method);
  }

  /** Undefined before the answer, and after the end. */
  save(): SavedDialog | undefined {
    if (this.#state.name === "early" || this.#state.name === "ended") return undefined;
    const { interval } = this;
    return saveDialog(this.link.dialog, {
      interval,
      allows: [...this.#remoteAllows],
      description: this.#description,
    });
  }

  /** Goes on with a call of another process: answered, agreed, and with nothing on its way. */
  resume({ interval, allows, description }: UsageTerms): void {
    this.#move({ type: "answered" });
    this.#move({ type: "acknowledged" });
    this.#hasAgreed = true;
    this.#remoteAllows = new Set(allows);
    this.#description = description;
    if (interval) this.startInterval(interval);
  }

  /** Lets go of the call without a word to the far end: another process goes on with it. */
  setAside(): void {
    this.observer = PASSIVE_OBSERVER;
    this.end("gone");
  }

  /** Ends the call in the way its state asks for. `headers` may hold a Reason. */
  hangUp(headers?: SipHeaders): void {
    switch (this.#state.name) {
      case "early":
        this.#early.hangUpEarly(headers);
        break;
      case "unacknowledged":
        this.#byeHeaders = headers;
        this.#move({ type: "endWanted" });
        // A caller owes only its own ACK. A callee waits for theirs (RFC 3261 §15).
        if (this.link.dialog.role === "caller") this.#early.hangUpEarly(headers);
        break;
      case "confirmed":
        this.#bye("localBye", headers);
        break;
      case "ended":
        break;
    }
  }

  /** Offers a change of the media in a re-INVITE, as soon as the call allows one. */
  reinvite(plan: Omit<OfferPlan, "method">): void {
    this.#outgoing.add({ ...plan, method: "INVITE" });
  }

  /** The same in an UPDATE, which also works before the call is answered (RFC 3311). */
  update(plan: Omit<OfferPlan, "method">): void {
    this.#outgoing.add({ ...plan, method: "UPDATE" });
  }

  /** Any other request inside the dialog: INFO, MESSAGE, OPTIONS. */
  request(method: string, parts: RequestParts, onOutcome: (outcome: RequestOutcome) => void): void {
    this.link.send(method, parts, {
      onOutcome: (outcome) => {
        onOutcome(outcome);
        // RFC 5057 §5.1: a far end that has forgotten the dialog has forgotten the call.
        if (outcome.kind === "response" && outcome.response.status === 481) this.onGone();
      },
    });
  }

  refer(parts: ReferParts, observer: ReferObserver): OutgoingRefer {
    const refer: OutgoingRefer = new OutgoingRefer(this.link, parts, observer, () => this.#forget(refer));
    this.#refers.add(refer);
    return refer;
  }

  /** The INVITE was answered. As caller with everything said, the ACK follows at once. */
  noteAnswered(): void {
    this.#move({ type: "answered" });
  }

  /** The ACK went out or came in. */
  noteAcknowledged(): void {
    const isEndWanted = this.#state.name === "unacknowledged" && this.#state.isEndWanted;
    this.#move({ type: "acknowledged" });
    if (isEndWanted) this.#bye("localBye", this.#byeHeaders);
    else this.#outgoing.pump();
  }

  moveOffer(event: OfferEvent): void {
    if (event === "answerSent" || event === "answerReceived") this.#hasAgreed = true;
    this.#offer = stepOffer(this.#offer, event);
  }

  noteDescription(body: Body | undefined): void {
    if (body) this.#description = body;
  }

  noteCapabilities(message: SipMessage): void {
    if (message.headers.has("allow")) this.#remoteAllows = new Set(message.headers.all(Allow));
  }

  startInterval(interval: SessionInterval): void {
    if (this.#state.name !== "ended") this.#sessionTimer.start(interval);
  }

  onGone(): void {
    this.#giveUp("gone");
  }

  onNoAck(): void {
    this.#giveUp("noAck");
  }

  onIdle(): void {
    this.#outgoing.pump();
  }

  /** For the INVITE that made this usage: it is over without a BYE. */
  end(cause: EndCause, request?: SipRequest): void {
    if (this.#state.name === "ended") return;
    this.#move({ type: "ended", end: request ? { cause, request } : { cause } });
    this.#sessionTimer.stop();
    this.acks.close();
    this.#incoming.close();
    this.#outgoing.close();
    this.#leaveIfDone();
    this.#early.onEnded?.();
    const { observer } = this;
    // The INVITE of a call is remembered for half a minute after the answer, and with it this usage: not all behind it.
    this.observer = PASSIVE_OBSERVER;
    observer.onEnded(request ? { cause, request } : { cause });
  }

  receiveAck(ack: SipRequest, flow: Flow): void {
    this.link.moveToFlow(flow);
    this.acks.receive(ack);
  }

  /** A CANCEL for an INVITE of this dialog: only a re-INVITE can still be open. */
  receiveCancel(invite: ServerTransaction): void {
    this.#incoming.cancel(invite);
  }

  /**
   * A CANCEL that has crossed our answer. RFC 3261 §9.2 gives it no effect, but its sender has hung up. To the call it
   * is the end. Whoever keeps to the rules now confirms the answer and sends a BYE; some do neither, and get ours.
   */
  receiveLateCancel(cancel: SipRequest): void {
    if (this.#state.name !== "unacknowledged") return;
    const { observer } = this;
    this.observer = PASSIVE_OBSERVER;
    const { clock, timers } = this.link.services;
    clock.schedule(timers.t2, () => this.hangUp());
    observer.onEnded({ cause: "cancelled", request: cancel });
  }

  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (!this.link.follow(request, transaction.flow)) {
      // RFC 3261 §12.2.2: older than what we have already had.
      this.link.respond(transaction, 500);
      return;
    }
    if (request.method === "NOTIFY") this.#receiveNotify(transaction);
    else if (this.#state.name === "ended") this.link.respond(transaction, 481);
    else this.#dispatch(transaction);
  }

  #dispatch(transaction: ServerTransaction): void {
    switch (transaction.request.method) {
      case "BYE":
        this.#receiveBye(transaction);
        break;
      case "INVITE":
      case "UPDATE":
        this.#incoming.receive(transaction);
        break;
      case "PRACK":
        this.#early.receivePrack(transaction);
        break;
      case "REFER":
        this.#receiveRefer(transaction);
        break;
      default: {
        const { profile } = this.link.services;
        this.observer.onRequest(new IncomingRequest(transaction, profile, this.link.dialog.localTag));
      }
    }
  }

  /** A PRACK that brings an offer of its own (RFC 3262 §5). */
  receiveOffer(transaction: ServerTransaction): void {
    this.#incoming.receive(transaction);
  }

  #receiveBye(transaction: ServerTransaction): void {
    const isEarly = this.#state.name === "early";
    const { request } = transaction;
    this.link.respond(transaction, 200);
    if (isEarly) this.#early.onEarlyBye(request);
    this.end("remoteBye", request);
  }

  #receiveRefer(transaction: ServerTransaction): void {
    const { headers } = transaction.request;
    const target = headers.first(ReferTo);
    // RFC 3515 §2.4.2: exactly one Refer-To.
    if (!target || headers.count("refer-to") !== 1) {
      this.link.respond(transaction, 400, { reason: "Bad Refer-To" });
      return;
    }
    const refer: IncomingRefer = new IncomingRefer(this.link, transaction, target, () => this.#forget(refer));
    this.#refers.add(refer);
    this.observer.onRefer(refer);
  }

  #receiveNotify(transaction: ServerTransaction): void {
    const { request } = transaction;
    const refer = [...this.#refers].find((each) => each instanceof OutgoingRefer && each.matches(request));
    this.link.respond(transaction, refer ? 200 : 481);
    if (refer instanceof OutgoingRefer) refer.receiveNotify(request);
  }

  #forget(refer: OutgoingRefer | IncomingRefer): void {
    this.#refers.delete(refer);
    this.#leaveIfDone();
  }

  /** RFC 5057: the dialog lives on while news of a transfer may come through it. */
  #leaveIfDone(): void {
    if (this.#state.name !== "ended" || this.#refers.size > 0) return;
    this.link.services.dialogs.remove(this.link.key, this);
  }

  #giveUp(cause: EndCause): void {
    if (this.#state.name === "early") this.#early.hangUpEarly(undefined);
    else if (this.#state.name !== "ended") this.#bye(cause, undefined);
  }

  #bye(cause: EndCause, headers: SipHeaders | undefined): void {
    // What the far end says to it does not matter: RFC 3261 §15.1.1 ends the call with the sending.
    this.link.send("BYE", { headers }, { onOutcome: () => {} });
    this.end(cause);
  }

  #move(event: UsageEvent): void {
    this.#state = stepUsage(this.#state, event);
  }

  #refresh(): void {
    if (!this.remoteAllows("UPDATE")) {
      this.#refreshByInvite();
      return;
    }
    this.update({
      onResult: (result) => {
        if (result.kind === "refused") this.#refreshByInvite();
      },
    });
  }

  #refreshByInvite(): void {
    this.reinvite({
      // As it is when the refresh goes out: it may have waited for another re-INVITE that changed it.
      makeOffer: () => this.#description,
      onResult: (result) => {
        if (result.kind === "answered" && result.answer) this.observer.onRefreshed(result.answer);
        if (result.kind === "offered" && this.#description) result.answer(this.#description);
      },
    });
  }
}
