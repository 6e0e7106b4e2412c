import type { CancelTimer } from "@offhook/kernel";
import { parseDecimal } from "../../grammar/decimal.ts";
import { formatNameAddr, type NameAddr } from "../../grammar/name-addr.ts";
import { parameterValue, withParameter } from "../../grammar/parameters.ts";
import type { Uri } from "../../grammar/uri.ts";
import { type Body, bodyOf } from "../../messages/create-response.ts";
import { CSeq, Expires } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Event, SubscriptionState } from "../../messages/headers/token-headers.ts";
import { SipRequest } from "../../messages/sip-message.ts";
import type { Flow } from "../../transactions/flow.ts";
import { giveUpMs } from "../../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import { dialogOfCallee, dialogOfCaller, keyOfDialog } from "../dialog.ts";
import { DialogLink } from "../dialog-link.ts";
import { type RequestOutcome, sendRequest } from "../dialog-requests.ts";
import {
  agentHeaders,
  callHeaders,
  type DialogOwner,
  type DialogServices,
  type Signer,
} from "../dialog-services.ts";

export interface OutgoingSubscriptionObserver {
  onNotify(body: Body | undefined, state: string): void;
  /** `reason` is RFC 6665's ("deactivated", "noresource"), "refused" with the status, "timeout" or "transport". */
  onEnded(reason: string): void;
}

export interface OutgoingSubscriptionParts {
  readonly flow: Flow;
  readonly uri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly event: string;
  readonly seconds: number;
  readonly accept?: string;
  readonly headers?: SipHeaders;
  readonly signer?: Signer | undefined;
}

/** Under this key a NOTIFY is found that comes before the 2xx and so belongs to no dialog yet (RFC 6665 §4.4.1). */
export const halfDialogKey = (callId: string, localTag: string): string => `${callId}\n${localTag}`;

/** We want to be told of changes. Asks anew in time and ends with a word to the far end. */
export class OutgoingSubscription implements DialogOwner {
  readonly #services: DialogServices;
  readonly #parts: OutgoingSubscriptionParts;
  readonly #observer: OutgoingSubscriptionObserver;
  readonly #halfKey: string;
  readonly #localTag: string;
  #request: SipRequest;
  #link: DialogLink | undefined;
  #cancelTimer: CancelTimer | undefined;
  #state: "active" | "leaving" | "ended" = "active";

  constructor(
    services: DialogServices,
    parts: OutgoingSubscriptionParts,
    observer: OutgoingSubscriptionObserver,
  ) {
    this.#services = services;
    this.#parts = parts;
    this.#observer = observer;
    this.#localTag = services.identifiers.tag();
    this.#request = this.#createRequest();
    this.#halfKey = halfDialogKey(this.#request.callId, this.#localTag);
    services.dialogs.add(this.#halfKey, this);
    sendRequest({
      layer: services.layer,
      flow: parts.flow,
      signer: parts.signer,
      request: this.#request,
      again: (signed) => this.#renumber(signed),
      onTransaction: ({ request }) => {
        this.#request = request;
      },
      onOutcome: (outcome) => this.#onFirstOutcome(outcome),
    });
  }

  /** Wants no more news. The far end answers with a last NOTIFY. */
  unsubscribe(): void {
    if (this.#state !== "active") return;
    this.#state = "leaving";
    this.#cancelTimer?.();
    this.#cancelTimer = this.#services.clock.schedule(giveUpMs(this.#services.timers), () =>
      this.#end("timeout"),
    );
    this.#subscribeAgain(0);
  }

  get flow(): Flow {
    return this.#link?.flow ?? this.#parts.flow;
  }

  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    const link = this.#link ?? this.#linkFromNotify(transaction);
    if (!link.follow(request, transaction.flow)) {
      link.respond(transaction, 500);
      return;
    }
    const state = request.headers.first(SubscriptionState);
    const event = request.headers.first(Event);
    if (request.method !== "NOTIFY" || !state || event?.token !== this.#eventName) {
      link.respond(transaction, request.method === "NOTIFY" ? 489 : 405);
      return;
    }
    link.refreshTarget(request);
    link.respond(transaction, 200);
    this.#observer.onNotify(bodyOf(request), state.token);
    const seconds = parseDecimal(parameterValue(state.parameters, "expires") ?? "", 2 ** 31);
    if (state.token.toLowerCase() === "terminated") {
      this.#end(parameterValue(state.parameters, "reason") ?? "terminated");
    } else if (seconds !== undefined && this.#state === "active") this.#scheduleRefresh(seconds);
  }

  receiveAck(): void {
    // No INVITE here, nothing to acknowledge.
  }

  get #eventName(): string {
    return this.#parts.event.split(";", 1)[0] ?? "";
  }

  #createRequest(): SipRequest {
    const { flow, uri, from, to, headers } = this.#parts;
    const own = { ...from, parameters: withParameter(from.parameters, "tag", this.#localTag) };
    const base = SipHeaders.of(
      ["Max-Forwards", "70"],
      ["From", formatNameAddr(own)],
      ["To", formatNameAddr(to)],
      ["Call-ID", this.#services.identifiers.callId()],
      ["CSeq", "1 SUBSCRIBE"],
    );
    const { profile } = this.#services;
    const calling = base.overriddenBy(agentHeaders(profile)).overriddenBy(callHeaders(profile, flow));
    const all = calling.overriddenBy(this.#wish(this.#parts.seconds));
    return new SipRequest("SUBSCRIBE", uri, all.overriddenBy(headers));
  }

  #wish(seconds: number): SipHeaders {
    const wish = SipHeaders.of(["Event", this.#parts.event], ["Expires", String(seconds)]);
    return this.#parts.accept === undefined ? wish : wish.with("Accept", this.#parts.accept);
  }

  #renumber(request: SipRequest): SipRequest {
    const sequence = request.cseq.sequence + 1;
    return request.withHeaders(request.headers.withValues(CSeq, { sequence, method: "SUBSCRIBE" }));
  }

  #onFirstOutcome(outcome: RequestOutcome): void {
    if (outcome.kind === "failed") {
      this.#end(outcome.reason);
      return;
    }
    const { response } = outcome;
    const dialog = response.status < 300 ? dialogOfCaller(this.#request, response) : undefined;
    if (!dialog) {
      this.#end(`refused ${response.status}`);
      return;
    }
    if (this.#state === "ended") return;
    if (!this.#link)
      this.#adopt(new DialogLink(this.#services, dialog, this.#parts.flow, this.#parts.signer));
    if (this.#state === "leaving") this.#subscribeAgain(0);
    else this.#scheduleRefresh(response.headers.first(Expires) ?? this.#parts.seconds);
  }

  /** The first NOTIFY overtook the 2xx: it makes the dialog. */
  #linkFromNotify(transaction: ServerTransaction): DialogLink {
    const seen = dialogOfCallee(transaction.request, this.#localTag);
    const dialog = {
      ...seen,
      role: "caller" as const,
      local: this.#request.headers.text("from") ?? "",
      localSequence: this.#request.cseq.sequence,
      remoteSequence: undefined,
    };
    return this.#adopt(new DialogLink(this.#services, dialog, transaction.flow, this.#parts.signer));
  }

  #adopt(link: DialogLink): DialogLink {
    this.#link = link;
    this.#services.dialogs.remove(this.#halfKey, this);
    this.#services.dialogs.add(keyOfDialog(link.dialog), this);
    return link;
  }

  #scheduleRefresh(seconds: number): void {
    this.#cancelTimer?.();
    // Early enough that a lost request or two do no harm, but not forever while the interval is short.
    const afterMs = Math.max(seconds * 500, (seconds - 60) * 1000);
    this.#cancelTimer = this.#services.clock.schedule(afterMs, () =>
      this.#subscribeAgain(this.#parts.seconds),
    );
  }

  #subscribeAgain(seconds: number): void {
    if (!this.#link) return;
    const headers = callHeaders(this.#services.profile, this.#link.flow).overriddenBy(this.#wish(seconds));
    this.#link.send(
      "SUBSCRIBE",
      { headers: headers.overriddenBy(this.#parts.headers) },
      {
        onOutcome: (outcome) => {
          if (outcome.kind === "failed") this.#end(outcome.reason);
          else if (outcome.response.status >= 300) this.#end(`refused ${outcome.response.status}`);
          else if (this.#state === "active")
            this.#scheduleRefresh(outcome.response.headers.first(Expires) ?? seconds);
        },
      },
    );
  }

  #end(reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#cancelTimer?.();
    this.#services.dialogs.remove(this.#halfKey, this);
    if (this.#link) this.#services.dialogs.remove(this.#link.key, this);
    this.#observer.onEnded(reason);
  }
}
