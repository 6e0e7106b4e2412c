import type { Clock } from "@offhook/kernel";
import type { Hash } from "../auth/digest.ts";
import { type Credentials, DigestClient } from "../auth/digest-client.ts";
import { dialogKey } from "../dialogs/dialog.ts";
import { DialogLink } from "../dialogs/dialog-link.ts";
import {
  type AgentProfile,
  type DialogOwner,
  type DialogServices,
  type Signer,
  serverHeaders,
} from "../dialogs/dialog-services.ts";
import { IncomingRequest, respondTo } from "../dialogs/incoming-request.ts";
import { IncomingInvite } from "../dialogs/invites/incoming-invite.ts";
import { InviteUsage } from "../dialogs/invites/invite-usage.ts";
import {
  OutgoingInvite,
  type OutgoingInviteObserver,
  type OutgoingInviteParts,
} from "../dialogs/invites/outgoing-invite.ts";
import { readDialog, type SavedDialog } from "../dialogs/saved-dialog.ts";
import { decideInterval } from "../dialogs/session-timers/session-interval.ts";
import { IncomingSubscription } from "../dialogs/subscriptions/incoming-subscription.ts";
import {
  halfDialogKey,
  OutgoingSubscription,
  type OutgoingSubscriptionObserver,
  type OutgoingSubscriptionParts,
} from "../dialogs/subscriptions/outgoing-subscription.ts";
import { Identifiers, type Random } from "../grammar/identifiers.ts";
import { createResponse } from "../messages/create-response.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { Event } from "../messages/headers/token-headers.ts";
import { serializeMessage } from "../messages/message-serializer.ts";
import { type ParseOptions, type ParseOutcome, parseDatagram } from "../messages/parsing/message-parser.ts";
import { type ParseFault, refusalResponse } from "../messages/parsing/parse-fault.ts";
import { PONG, type StreamItem } from "../messages/parsing/stream-framer.ts";
import type { SipMessage, SipRequest, SipResponse } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";
import { DEFAULT_TIMERS, type TimerSettings } from "../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";
import {
  DEFAULT_TRANSACTION_LIMITS,
  TransactionLayer,
  type TransactionLimits,
  type TransactionUser,
} from "../transactions/transaction-layer.ts";
import { type ClientRequestParts, sendClientRequest } from "./client-request.ts";
import { DialogMap } from "./dialog-map.ts";
import { findReplaced } from "./replaces-lookup.ts";
import { type Refused, screenRequest } from "./request-screening.ts";
import type { UserAgentHandlers } from "./user-agent-handlers.ts";

export interface UserAgentParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
  readonly profile: AgentProfile;
  readonly handlers: UserAgentHandlers;
  readonly timers?: TimerSettings;
  readonly limits?: TransactionLimits;
  readonly parsing?: ParseOptions;
  /** For the log and the counters: what arrived and was no message. */
  readonly onFault?: (flow: Flow, fault: ParseFault) => void;
}

export interface UserAgentCounts {
  readonly dialogs: number;
  readonly clientTransactions: number;
  readonly serverTransactions: number;
}

/** RFC 3261 §8: ties transport flows, transactions and dialogs together and hands what is left to the handlers. */
export class UserAgentCore implements TransactionUser {
  readonly #parts: UserAgentParts;
  readonly #layer: TransactionLayer;
  readonly #dialogs = new DialogMap();
  readonly #services: DialogServices;
  readonly #invites = new WeakMap<ServerTransaction, IncomingInvite>();

  constructor(parts: UserAgentParts) {
    const { clock, profile, timers = DEFAULT_TIMERS, limits = DEFAULT_TRANSACTION_LIMITS } = parts;
    const identifiers = new Identifiers(parts.random);
    this.#parts = parts;
    this.#layer = new TransactionLayer({ clock, identifiers, timers, limits, user: this });
    this.#services = { clock, identifiers, timers, layer: this.#layer, profile, dialogs: this.#dialogs };
  }

  get counts(): UserAgentCounts {
    return {
      dialogs: this.#dialogs.size,
      clientTransactions: this.#layer.clientCount,
      serverTransactions: this.#layer.serverCount,
    };
  }

  get identifiers(): Identifiers {
    return this.#services.identifiers;
  }

  /** One datagram or websocket message. Never throws for what is in it. */
  receive(flow: Flow, bytes: Uint8Array): void {
    if (bytes.length <= 4 && isLineBreaks(bytes)) {
      // RFC 7118 §6: over a websocket the ping of RFC 5626 is a message of its own.
      if (bytes.length === 4 && flow.transport !== "UDP") flow.send(PONG);
      return;
    }
    this.#receiveOutcome(flow, parseDatagram(bytes, this.#parts.parsing));
  }

  /** What a stream framer found. False when the connection must be closed. */
  receiveItem(flow: Flow, item: StreamItem): boolean {
    switch (item.kind) {
      case "ping":
        flow.send(PONG);
        return true;
      case "pong":
        return true;
      case "message":
      case "fault":
        this.#receiveOutcome(flow, item);
        return item.kind === "message" || !item.isFatal;
    }
  }

  /** The connection behind a flow is gone. Calls stay: their peer may come back over another one. */
  flowClosed(flow: Flow): void {
    this.#layer.failFlow(flow);
  }

  invite(parts: OutgoingInviteParts, observer: OutgoingInviteObserver): OutgoingInvite {
    return new OutgoingInvite(this.#services, parts, observer);
  }

  /** Goes on with an answered call of another process, over a new way to its far end. Undefined where it is none. */
  resume(saved: SavedDialog, flow: Flow): InviteUsage | undefined {
    const read = readDialog(saved);
    if (!read) return undefined;
    const link = new DialogLink(this.#services, read.dialog, flow, undefined);
    const usage = new InviteUsage(link, {
      hangUpEarly: () => {},
      onEarlyBye: () => {},
      receivePrack: (transaction) => link.respond(transaction, 481),
    });
    usage.resume(read.terms);
    return usage;
  }

  request(parts: ClientRequestParts): void {
    sendClientRequest(this.#services, parts);
  }

  subscribe(parts: OutgoingSubscriptionParts, observer: OutgoingSubscriptionObserver): OutgoingSubscription {
    return new OutgoingSubscription(this.#services, parts, observer);
  }

  createSigner(credentials: Credentials): Signer {
    return { client: new DigestClient(this.#parts.hash, this.#services.identifiers), credentials };
  }

  answerAtOnce(request: SipRequest, flow: Flow, localTag: () => string): SipResponse | undefined {
    const { profile } = this.#services;
    const answer = this.#answerTo(request, flow);
    if (!answer) return undefined;
    const headers = serverHeaders(profile).overriddenBy(answer.headers);
    return createResponse(request, answer.status, { localTag: localTag(), headers });
  }

  isKnown(flow: Flow): boolean {
    return this.#parts.handlers.isKnown?.(flow) ?? true;
  }

  onRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    const refused = screenRequest(request, this.#services.profile);
    if (refused) this.#refuse(transaction, refused);
    else if (request.toTag !== undefined) this.#routeToDialog(transaction, request.toTag);
    else this.#handle(transaction);
  }

  onAck(ack: SipRequest, flow: Flow): void {
    const owner = this.#dialogs.get(dialogKey(ack.callId, ack.toTag ?? "", ack.fromTag));
    if (!owner) return;
    if (!this.#refusalInDialog(ack, flow, owner)) owner.receiveAck(ack, flow);
    // An ACK cannot be challenged. From elsewhere it confirms, but moves nothing and brings no description.
    else if (ack.body.length === 0) owner.receiveAck(ack, owner.flow);
  }

  onCancel(cancel: SipRequest, invite: ServerTransaction): void {
    const initial = this.#invites.get(invite);
    if (initial) {
      initial.receiveCancel(cancel);
      return;
    }
    const { callId, toTag, fromTag } = invite.request;
    const owner = this.#dialogs.get(dialogKey(callId, toTag ?? "", fromTag));
    if (owner instanceof InviteUsage) owner.receiveCancel(invite);
  }

  #receiveOutcome(flow: Flow, outcome: ParseOutcome): void {
    if (outcome.kind === "message") {
      this.#receiveMessage(flow, outcome.message);
      return;
    }
    const { refusal } = outcome.fault;
    this.#parts.onFault?.(flow, outcome.fault);
    if (refusal) flow.send(serializeMessage(refusalResponse(refusal, this.#services.identifiers.tag())));
  }

  #receiveMessage(flow: Flow, message: SipMessage): void {
    if (message.kind === "response") this.#layer.receiveResponse(message);
    else this.#layer.receiveRequest(message, flow);
  }

  /** What can be said to a request without following it. */
  #answerTo(request: SipRequest, flow: Flow): Refused | undefined {
    const { handlers } = this.#parts;
    const refused = screenRequest(request, this.#services.profile);
    if (refused) return refused;
    if (request.toTag !== undefined) {
      const owner = this.#ownerOf(request, request.toTag);
      return owner ? this.#refusalInDialog(request, flow, owner) : { status: 481 };
    }
    if (this.#hasHandler(request.method)) return handlers.challenge?.(request, flow);
    return request.method === "OPTIONS"
      ? { status: 200, headers: this.#optionsHeaders(flow) }
      : { status: 481 };
  }

  #hasHandler(method: string): boolean {
    const { onInvite, onSubscribe, methods } = this.#parts.handlers;
    if (method === "INVITE") return onInvite !== undefined;
    if (method === "SUBSCRIBE" && onSubscribe) return true;
    return methods?.[method] !== undefined;
  }

  #ownerOf(request: SipRequest, localTag: string): DialogOwner | undefined {
    const full = this.#dialogs.get(dialogKey(request.callId, localTag, request.fromTag));
    if (full || request.method !== "NOTIFY") return full;
    return this.#dialogs.get(halfDialogKey(request.callId, localTag));
  }

  #refusalInDialog(request: SipRequest, flow: Flow, owner: DialogOwner): Refused | undefined {
    if (flow.id === owner.flow.id) return undefined;
    return this.#parts.handlers.enterDialog?.(request, flow, owner.flow);
  }

  #routeToDialog(transaction: ServerTransaction, localTag: string): void {
    const { request, flow } = transaction;
    const owner = this.#ownerOf(request, localTag);
    const refused = owner && this.#refusalInDialog(request, flow, owner);
    if (refused) this.#refuse(transaction, refused);
    else if (owner) owner.receive(transaction);
    else this.#refuse(transaction, { status: 481 });
  }

  #handle(transaction: ServerTransaction): void {
    const { handlers } = this.#parts;
    const { method } = transaction.request;
    if (method === "INVITE" && handlers.onInvite) this.#handleInvite(transaction, handlers.onInvite);
    else if (method === "SUBSCRIBE" && handlers.onSubscribe)
      this.#handleSubscribe(transaction, handlers.onSubscribe);
    else if (handlers.methods?.[method]) handlers.methods[method](this.#incoming(transaction));
    else if (method === "OPTIONS")
      this.#incoming(transaction).respond(200, { headers: this.#optionsHeaders(transaction.flow) });
    // Known, but only inside a dialog: BYE, INFO, NOTIFY and the like have none here.
    else this.#refuse(transaction, { status: 481 });
  }

  #handleInvite(transaction: ServerTransaction, onInvite: (invite: IncomingInvite) => void): void {
    const { headers } = transaction.request;
    const interval = decideInterval(headers, this.#services.profile.sessionTimer);
    if (interval.kind === "tooSmall") {
      this.#refuse(transaction, {
        status: 422,
        headers: SipHeaders.of(["Min-SE", String(interval.minSeconds)]),
      });
      return;
    }
    const replaced = findReplaced(headers, this.#dialogs);
    if (replaced.kind === "refused") {
      this.#refuse(transaction, replaced);
      return;
    }
    const invite = new IncomingInvite({
      services: this.#services,
      transaction,
      localTag: this.#services.identifiers.tag(),
      replaced: replaced.kind === "found" ? replaced.usage : undefined,
      // Nobody can take it back any more; its transaction is remembered for longer.
      onOver: () => this.#invites.delete(transaction),
    });
    this.#invites.set(transaction, invite);
    onInvite(invite);
  }

  #handleSubscribe(
    transaction: ServerTransaction,
    onSubscribe: (subscription: IncomingSubscription) => void,
  ): void {
    const { profile, identifiers } = this.#services;
    const event = transaction.request.headers.first(Event);
    if (!event || !profile.allowEvents.includes(event.token)) {
      const headers = SipHeaders.of(["Allow-Events", profile.allowEvents.join(", ")]);
      this.#refuse(transaction, { status: 489, headers });
      return;
    }
    onSubscribe(new IncomingSubscription(this.#services, transaction, event, identifiers.tag()));
  }

  /** RFC 3261 §11.2: what an INVITE would meet. */
  #optionsHeaders(flow: Flow): SipHeaders {
    const { profile } = this.#services;
    return SipHeaders.of(
      ["Allow", profile.allow.join(", ")],
      ["Accept", profile.accept.join(", ")],
      ["Supported", profile.supported.join(", ")],
      ["Contact", profile.contact(flow)],
    );
  }

  #incoming(transaction: ServerTransaction): IncomingRequest {
    return new IncomingRequest(transaction, this.#services.profile, this.#services.identifiers.tag());
  }

  #refuse(transaction: ServerTransaction, { status, headers }: Refused): void {
    const { profile, identifiers } = this.#services;
    respondTo(transaction, status, profile, { headers, localTag: identifiers.tag() });
  }
}

function isLineBreaks(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x0d || byte === 0x0a);
}
