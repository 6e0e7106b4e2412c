import type { Clock } from "@offhook/kernel";
import type { Identifiers } from "../grammar/identifiers.ts";
import { createResponse } from "../messages/create-response.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { Via } from "../messages/headers/via-header.ts";
import { serializeMessage } from "../messages/message-serializer.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { AnsweredRequests } from "./answered-requests.ts";
import {
  type ClientObserver,
  type ClientTransaction,
  createClientTransaction,
} from "./client-transaction.ts";
import { type Flow, isReliable } from "./flow.ts";
import { cancelFor } from "./invite-companions.ts";
import { giveUpMs, type TimerSettings } from "./machines/timer-settings.ts";
import { createServerTransaction, type ServerTransaction } from "./server-transaction.ts";
import { clientKey, serverKey } from "./transaction-keys.ts";
import { markSource, replyFlowFor, withOwnVia } from "./via-handling.ts";

/** Decides what requests mean: the user agent above. */
export interface TransactionUser {
  /**
   * RFC 3261 §8.2.7: the answer to a request of which nothing need be kept, a challenge above all. Asked where a
   * transaction would be remembered for half a minute, over UDP and for INVITE; undefined for all that is to be
   * followed.
   */
  answerAtOnce(request: SipRequest, flow: Flow, localTag: () => string): SipResponse | undefined;
  /** Whether this peer has proved who it is. Room is kept for those who have. */
  isKnown(flow: Flow): boolean;
  /** A request nobody has seen yet, ACK and CANCEL apart. */
  onRequest(transaction: ServerTransaction): void;
  /** The ACK of a 2xx, which belongs to a dialog and not to a transaction. */
  onAck(ack: SipRequest, flow: Flow): void;
  /** A CANCEL that has been answered already, for an INVITE that is still there. */
  onCancel(cancel: SipRequest, invite: ServerTransaction): void;
}

export interface TransactionLimits {
  /** Requests waiting or remembered, of all peers together. */
  readonly maxServerTransactions: number;
  /** The same for one flow, so that one peer cannot use up what is there for all. */
  readonly maxPerFlow: number;
  /** What strangers cannot have, however many they are. */
  readonly reservedForKnown: number;
  /** What all strangers at one address can have together. */
  readonly maxPerStrangeAddress: number;
}

export const DEFAULT_TRANSACTION_LIMITS: TransactionLimits = {
  maxServerTransactions: 50_000,
  maxPerFlow: 5_000,
  reservedForKnown: 25_000,
  maxPerStrangeAddress: 1_000,
};

export interface TransactionLayerParts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly timers: TimerSettings;
  readonly limits: TransactionLimits;
  readonly user: TransactionUser;
}

/** RFC 3261 §17: matches messages to transactions and makes new ones. */
export class TransactionLayer {
  readonly #parts: TransactionLayerParts;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #answered: AnsweredRequests;
  /** The key of the first transaction of every initial request. */
  readonly #merged = new Map<string, string>();
  readonly #countByFlow = new Map<string, number>();
  readonly #countByAddress = new Map<string, number>();

  constructor(parts: TransactionLayerParts) {
    this.#parts = parts;
    const { clock, timers } = parts;
    this.#answered = new AnsweredRequests(clock, giveUpMs(timers), (key, request) =>
      this.#release(key, request),
    );
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  get serverCount(): number {
    return this.#servers.size + this.#answered.size;
  }

  /** Sends a request that has no Via yet and follows it. Failures are told later, never while this call runs. */
  request(request: SipRequest, flow: Flow, observer: ClientObserver): ClientTransaction {
    const branched = withOwnVia(request, flow, this.#parts.identifiers.branch());
    return this.#startClient(branched, flow, observer);
  }

  /** Sends without following: the ACK of a 2xx. Its bytes, to send again for each repeated 2xx. */
  sendOnce(request: SipRequest, flow: Flow): Uint8Array {
    const bytes = serializeMessage(withOwnVia(request, flow, this.#parts.identifiers.branch()));
    flow.send(bytes);
    return bytes;
  }

  /**
   * RFC 3261 §9.1. Only for an INVITE that has had a provisional response; false when it is too early or too late.
   */
  cancel(invite: ClientTransaction, extra?: SipHeaders): boolean {
    if (invite.request.method !== "INVITE" || invite.stateName !== "proceeding") return false;
    // What becomes of the CANCEL does not matter: the INVITE's own final response or its timer tells.
    this.#startClient(cancelFor(invite.request, extra), invite.flow, {
      onResponse: () => {},
      onFailure: () => {},
    });
    invite.noteCancelSent();
    return true;
  }

  receiveResponse(response: SipResponse): void {
    // RFC 3261 §8.1.3.3 and §18.1.2: a response with a second Via was meant for somebody else.
    if (response.headers.all(Via).length !== 1) return;
    const key = clientKey(response);
    if (key !== undefined) this.#clients.get(key)?.receive(response);
  }

  receiveRequest(received: SipRequest, flow: Flow): void {
    const key = serverKey(received);
    const known = this.#servers.get(key);
    if (received.method === "ACK") {
      if (known) known.receiveAck(received);
      else this.#parts.user.onAck(received, flow);
      return;
    }
    if (known) {
      known.receiveRepeated();
      return;
    }
    if (this.#answered.repeat(key)) return;
    const request = markSource(received, flow);
    if (this.#isStrayCancel(key, request, flow)) {
      this.#refuseStatelessly(request, flow, 481);
      return;
    }
    if (this.#answerAtOnce(key, request, flow)) return;
    if (this.#isFull(flow)) {
      this.#refuseStatelessly(request, flow, 503, SipHeaders.of(["Retry-After", "10"]));
      return;
    }
    const transaction = this.#startServer(key, request, flow);
    try {
      this.#dispatch(transaction);
    } finally {
      transaction.await();
    }
  }

  /** A connection is gone: what waits for it waits in vain. */
  failFlow(flow: Flow): void {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) {
      if (transaction.flow.id === flow.id) transaction.failTransport();
    }
    this.#answered.forgetFlow(flow.id);
  }

  #answerAtOnce(key: string, request: SipRequest, flow: Flow): boolean {
    const isForgottenAtOnce = isReliable(flow) && request.method !== "INVITE";
    if (isForgottenAtOnce || request.method === "CANCEL") return false;
    const { user, identifiers } = this.#parts;
    const response = user.answerAtOnce(request, flow, () => identifiers.tagFor(key));
    if (!response) return false;
    replyFlowFor(request, flow).send(serializeMessage(response));
    return true;
  }

  #dispatch(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.method === "CANCEL") {
      this.#receiveCancel(transaction);
      return;
    }
    const { mergeKey: merge, key } = transaction;
    if (merge !== undefined && this.#merged.get(merge) !== key) this.#respond(transaction, 482);
    else this.#parts.user.onRequest(transaction);
  }

  #receiveCancel(transaction: ServerTransaction): void {
    const { request } = transaction;
    const invite = this.#inviteOf(transaction.key);
    if (!invite) {
      this.#respond(transaction, 481);
      return;
    }
    this.#respond(transaction, 200);
    this.#parts.user.onCancel(request, invite);
  }

  /** By the key and not by the request, whose Via we have completed since. */
  #inviteOf(cancelKey: string): ServerTransaction | undefined {
    return this.#servers.get(cancelKey.replace("CANCEL", "INVITE"));
  }

  /** RFC 3261 §22.1: a CANCEL cannot be challenged, so it must come from where its INVITE came from. */
  #isStrayCancel(key: string, { method }: SipRequest, flow: Flow): boolean {
    if (method !== "CANCEL") return false;
    const invite = this.#inviteOf(key);
    if (!invite || invite.flow.id === flow.id) return invite === undefined;
    return invite.flow.remote.address !== flow.remote.address || !this.#parts.user.isKnown(flow);
  }

  #respond(transaction: ServerTransaction, status: number): void {
    const localTag = this.#parts.identifiers.tag();
    transaction.respond(createResponse(transaction.request, status, { localTag }));
  }

  /** Without a transaction: one more is what there is no room for. */
  #refuseStatelessly(request: SipRequest, flow: Flow, status: number, headers?: SipHeaders): void {
    const localTag = this.#parts.identifiers.tag();
    const response = createResponse(request, status, { localTag, ...(headers && { headers }) });
    replyFlowFor(request, flow).send(serializeMessage(response));
  }

  #isFull(flow: Flow): boolean {
    const { user, limits } = this.#parts;
    const { maxServerTransactions, maxPerFlow, reservedForKnown, maxPerStrangeAddress } = limits;
    if (this.serverCount >= maxServerTransactions || (this.#countByFlow.get(flow.id) ?? 0) >= maxPerFlow)
      return true;
    const isForKnown =
      this.serverCount >= maxServerTransactions - reservedForKnown ||
      (this.#countByAddress.get(flow.remote.address) ?? 0) >= maxPerStrangeAddress;
    return isForKnown && !user.isKnown(flow);
  }

  #startClient(request: SipRequest, flow: Flow, observer: ClientObserver): ClientTransaction {
    const key = clientKey(request) ?? "";
    const { clock, timers } = this.#parts;
    const onTerminated = (): void => {
      this.#clients.delete(key);
    };
    const transaction = createClientTransaction({
      key,
      request,
      flow,
      observer,
      clock,
      timers,
      onTerminated,
    });
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  #startServer(key: string, request: SipRequest, flow: Flow): ServerTransaction {
    const { clock, timers, user } = this.#parts;
    const replyFlow = replyFlowFor(request, flow);
    const transaction = createServerTransaction(
      {
        key,
        flow,
        replyFlow,
        clock,
        timers,
        onTerminated: () => {
          this.#servers.delete(key);
          this.#release(key, transaction);
        },
        remember: (response) => {
          const { mergeKey } = transaction;
          this.#answered.remember(key, { flow, replyFlow, response, mergeKey });
          this.#hold(key, transaction);
        },
        onAck: (ack) => user.onAck(ack, flow),
      },
      request,
    );
    this.#servers.set(key, transaction);
    this.#hold(key, transaction);
    transaction.start();
    return transaction;
  }

  #hold(key: string, { mergeKey, flow }: Held): void {
    if (mergeKey !== undefined && !this.#merged.has(mergeKey)) this.#merged.set(mergeKey, key);
    count(this.#countByFlow, flow.id, 1);
    count(this.#countByAddress, flow.remote.address, 1);
  }

  #release(key: string, { mergeKey, flow }: Held): void {
    if (mergeKey !== undefined && this.#merged.get(mergeKey) === key) this.#merged.delete(mergeKey);
    count(this.#countByFlow, flow.id, -1);
    count(this.#countByAddress, flow.remote.address, -1);
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change;
  if (left <= 0) counts.delete(key);
  else counts.set(key, left);
}

type Held = Pick<ServerTransaction, "mergeKey" | "flow">;
