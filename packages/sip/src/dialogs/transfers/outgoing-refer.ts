import type { CancelTimer } from "@offhook/kernel";
import { formatNameAddr, type NameAddr } from "../../grammar/name-addr.ts";
import { parameterValue } from "../../grammar/parameters.ts";
import { bodyOf } from "../../messages/create-response.ts";
import type { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Event, SubscriptionState } from "../../messages/headers/token-headers.ts";
import type { SipRequest, SipResponse } from "../../messages/sip-message.ts";
import type { DialogLink } from "../dialog-link.ts";
import type { RequestOutcome } from "../dialog-requests.ts";
import { callHeaders } from "../dialog-services.ts";
import { statusOfFragment } from "./sip-fragment.ts";

export interface ReferObserver {
  /** The far end will try. */
  onAccepted(): void;
  /** What it hears from the new party: 100, 180, 200, 486, ... */
  onProgress(status: number): void;
  /** No more news: `status` is the last word if there was a final one. */
  onFinished(status: number | undefined): void;
  /** It will not try. */
  onRefused(response: SipResponse | undefined): void;
}

export interface ReferParts {
  readonly target: NameAddr;
  readonly referredBy?: NameAddr;
  readonly headers?: SipHeaders;
}

/** As long as a phone may ring and a bit; then nobody expects a last word any more. */
const PATIENCE_MS = 240_000;

/** A transfer we asked for (RFC 3515), with the subscription it implies. */
export class OutgoingRefer {
  readonly #observer: ReferObserver;
  readonly #onDone: () => void;
  readonly #cancelPatience: CancelTimer;
  #sequence: number | undefined;
  #finalStatus: number | undefined;
  #isDone = false;

  constructor(link: DialogLink, parts: ReferParts, observer: ReferObserver, onDone: () => void) {
    this.#observer = observer;
    this.#onDone = onDone;
    this.#cancelPatience = link.services.clock.schedule(PATIENCE_MS, () => this.#finish());
    const { profile } = link.services;
    const base = callHeaders(profile, link.flow).with("Refer-To", formatNameAddr(parts.target));
    const by = parts.referredBy ? base.with("Referred-By", formatNameAddr(parts.referredBy)) : base;
    link.send(
      "REFER",
      { headers: by.overriddenBy(parts.headers) },
      {
        onTransaction: ({ request }) => {
          this.#sequence = request.cseq.sequence;
        },
        onOutcome: (outcome) => this.#onOutcome(outcome),
      },
    );
  }

  /** RFC 3515 §2.4.6: with several REFERs in a dialog the id is the CSeq of the one meant. */
  matches(notify: SipRequest): boolean {
    const event = notify.headers.first(Event);
    if (event?.token.toLowerCase() !== "refer") return false;
    const id = parameterValue(event.parameters, "id");
    return id === undefined || id === String(this.#sequence);
  }

  receiveNotify(notify: SipRequest): void {
    if (this.#isDone) return;
    const status = statusOfFragment(bodyOf(notify));
    if (status !== undefined && status >= 200) this.#finalStatus = status;
    if (status !== undefined) this.#observer.onProgress(status);
    const state = notify.headers.first(SubscriptionState)?.token.toLowerCase();
    if (state === "terminated") this.#finish();
  }

  close(): void {
    this.#finish();
  }

  #onOutcome(outcome: RequestOutcome): void {
    if (this.#isDone) return;
    if (outcome.kind === "response" && outcome.response.status < 300) {
      this.#observer.onAccepted();
      // RFC 4488: the far end tells that there will be no news.
      if (outcome.response.headers.text("refer-sub")?.toLowerCase() === "false") this.#finish();
      return;
    }
    this.#end();
    this.#observer.onRefused(outcome.kind === "response" ? outcome.response : undefined);
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#end();
    this.#observer.onFinished(this.#finalStatus);
  }

  #end(): void {
    this.#isDone = true;
    this.#cancelPatience();
    this.#onDone();
  }
}
