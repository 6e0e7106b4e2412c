import type { CancelTimer } from "@offhook/kernel";
import { parameterValue } from "../../grammar/parameters.ts";
import type { Body } from "../../messages/create-response.ts";
import { Expires } from "../../messages/headers/number-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Event, type TokenValue } from "../../messages/headers/token-headers.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import type { Flow } from "../../transactions/flow.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import { dialogOfCallee } from "../dialog.ts";
import { DialogLink } from "../dialog-link.ts";
import { callHeaders, type DialogOwner, type DialogServices } from "../dialog-services.ts";
import type { AnswerParts } from "../incoming-request.ts";

export type SubscriptionEnd = "unsubscribed" | "expired" | "terminated" | "undeliverable" | "refused";

export interface IncomingSubscriptionObserver {
  /** They asked anew and want the present state again. */
  onRefreshed(): void;
  onEnded(end: SubscriptionEnd): void;
}

interface Notice {
  readonly state: string;
  readonly body: Body | undefined;
  readonly end: SubscriptionEnd | undefined;
}

/** What RFC 3842 and most phones expect when they name no time themselves. */
const DEFAULT_SECONDS = 3_600;

/** Somebody wants to be told of changes (RFC 6665): message waiting, presence. */
export class IncomingSubscription implements DialogOwner {
  observer: IncomingSubscriptionObserver = { onRefreshed: () => {}, onEnded: () => {} };
  readonly request: SipRequest;
  readonly event: TokenValue;
  readonly #services: DialogServices;
  readonly #link: DialogLink;
  #open: ServerTransaction | undefined;
  #expiresAt = 0;
  #maxSeconds = DEFAULT_SECONDS;
  #cancelExpiry: CancelTimer | undefined;
  #isNotifying = false;
  #next: Notice | undefined;
  #state: "asked" | "active" | "ended" = "asked";

  constructor(services: DialogServices, transaction: ServerTransaction, event: TokenValue, localTag: string) {
    this.#services = services;
    this.#open = transaction;
    this.request = transaction.request;
    this.event = event;
    const dialog = dialogOfCallee(this.request, localTag);
    this.#link = new DialogLink(services, dialog, transaction.flow, undefined);
  }

  get flow(): Flow {
    return this.#link.flow;
  }

  /** Agrees for at most `maxSeconds` and tells the present state. */
  accept(body: Body | undefined, maxSeconds = DEFAULT_SECONDS): void {
    const transaction = this.#open;
    if (this.#state !== "asked" || !transaction) return;
    this.#state = "active";
    this.#maxSeconds = maxSeconds;
    this.#services.dialogs.add(this.#link.key, this);
    this.#confirm(transaction);
    if (this.#isOver) this.#tell({ state: "terminated;reason=timeout", body, end: "unsubscribed" });
    else this.notify(body);
  }

  refuse(status: number, parts: AnswerParts = {}): void {
    if (this.#state !== "asked" || !this.#open) return;
    this.#state = "ended";
    this.#link.respond(this.#open, status, parts);
    this.observer.onEnded("refused");
  }

  /** Tells a change. Of several that come while one is on its way only the last is told. */
  notify(body: Body | undefined): void {
    const left = Math.max(0, Math.round((this.#expiresAt - this.#services.clock.now()) / 1000));
    this.#tell({ state: `active;expires=${left}`, body, end: undefined });
  }

  /** Ends it from our side; `reason` as in RFC 6665 §4.1.3, for example "noresource". */
  terminate(reason: string, body?: Body): void {
    this.#tell({ state: `terminated;reason=${reason}`, body, end: "terminated" });
  }

  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (!this.#link.follow(request, transaction.flow)) {
      this.#link.respond(transaction, 500);
      return;
    }
    if (request.method !== "SUBSCRIBE" || !this.#isSameEvent(request)) {
      this.#link.respond(transaction, request.method === "SUBSCRIBE" ? 481 : 405);
      return;
    }
    this.#link.refreshTarget(request);
    this.#open = transaction;
    this.#confirm(transaction);
    if (this.#isOver)
      this.#tell({ state: "terminated;reason=timeout", body: undefined, end: "unsubscribed" });
    else this.observer.onRefreshed();
  }

  receiveAck(): void {
    // No INVITE here, nothing to acknowledge.
  }

  get #isOver(): boolean {
    return this.#expiresAt <= this.#services.clock.now();
  }

  #isSameEvent(request: SipRequest): boolean {
    const event = request.headers.first(Event);
    return (
      event?.token === this.event.token &&
      parameterValue(event.parameters, "id") === parameterValue(this.event.parameters, "id")
    );
  }

  #confirm(transaction: ServerTransaction): void {
    const { clock, profile } = this.#services;
    const asked = transaction.request.headers.first(Expires) ?? DEFAULT_SECONDS;
    const seconds = Math.min(asked, this.#maxSeconds);
    this.#expiresAt = clock.now() + seconds * 1000;
    this.#cancelExpiry?.();
    this.#cancelExpiry = clock.schedule(seconds * 1000, () => {
      this.#tell({ state: "terminated;reason=timeout", body: undefined, end: "expired" });
    });
    const headers = callHeaders(profile, this.#link.flow).with("Expires", String(seconds));
    this.#link.respond(transaction, 200, { headers });
  }

  #tell(notice: Notice): void {
    if (this.#state !== "active" || this.#next?.end) return;
    this.#next = notice;
    if (!this.#isNotifying) this.#send();
  }

  #send(): void {
    const notice = this.#next;
    if (!notice) return;
    this.#next = undefined;
    this.#isNotifying = true;
    const headers = callHeaders(this.#services.profile, this.#link.flow).overriddenBy(
      SipHeaders.of(["Event", Event.format(this.event)], ["Subscription-State", notice.state]),
    );
    this.#link.send(
      "NOTIFY",
      { headers, body: notice.body },
      {
        onOutcome: (outcome) => {
          this.#isNotifying = false;
          const isDelivered = outcome.kind === "response" && outcome.response.status < 300;
          // RFC 6665 §4.2.2: whoever does not take a NOTIFY is not subscribed any more.
          if (notice.end || !isDelivered) this.#end(notice.end ?? "undeliverable");
          else this.#send();
        },
      },
    );
  }

  #end(end: SubscriptionEnd): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#next = undefined;
    this.#cancelExpiry?.();
    this.#services.dialogs.remove(this.#link.key, this);
    this.observer.onEnded(end);
  }
}
