import type { CancelTimer } from "@offhook/kernel";
import { unescapeText } from "../../grammar/escapes.ts";
import type { NameAddr } from "../../grammar/name-addr.ts";
import { findParameter } from "../../grammar/parameters.ts";
import { ReferredBy } from "../../messages/headers/address-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Replaces } from "../../messages/headers/text-headers.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import { giveUpMs } from "../../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../../transactions/server-transaction.ts";
import type { DialogLink } from "../dialog-link.ts";
import { callHeaders } from "../dialog-services.ts";
import type { AnswerParts } from "../incoming-request.ts";
import { sipFragment } from "./sip-fragment.ts";

const LIFETIME_SECONDS = 180;

interface News {
  readonly status: number;
  readonly isLast: boolean;
}

/** A transfer the far end asks for. Accept it and report how the new call goes, or refuse. */
export class IncomingRefer {
  readonly request: SipRequest;
  readonly target: NameAddr;
  readonly #link: DialogLink;
  readonly #transaction: ServerTransaction;
  readonly #onDone: () => void;
  readonly #wantsNews: boolean;
  #state: "asked" | "accepted" | "done" = "asked";
  #cancelLifetime: CancelTimer;
  /** One NOTIFY at a time: over UDP a later one could overtake and the earlier be refused as out of order. */
  #isNotifying = false;
  #next: News | undefined;
  #onTold: () => void = () => {};

  constructor(link: DialogLink, transaction: ServerTransaction, target: NameAddr, onDone: () => void) {
    this.#link = link;
    this.#transaction = transaction;
    this.#onDone = onDone;
    this.request = transaction.request;
    this.target = target;
    this.#wantsNews = this.request.headers.text("refer-sub")?.toLowerCase() !== "false";
    const { clock, timers } = link.services;
    // The transaction forgets a request nobody answers, and so must we.
    this.#cancelLifetime = clock.schedule(giveUpMs(timers), () => this.#end());
  }

  get referredBy(): NameAddr | undefined {
    return this.request.headers.first(ReferredBy);
  }

  /** The dialog that the new call takes the place of, in an attended transfer (RFC 3891). */
  get replaces(): Replaces | undefined {
    const { uri } = this.target;
    const value = uri.kind === "sip" ? findParameter(uri.headers, "replaces")?.value : undefined;
    return value === undefined ? undefined : Replaces.parse(unescapeText(value))?.[0];
  }

  accept(parts: AnswerParts = {}): void {
    if (this.#state !== "asked") return;
    const { services, flow } = this.#link;
    const base = callHeaders(services.profile, flow);
    const headers = this.#wantsNews ? base : base.with("Refer-Sub", "false");
    this.#state = "accepted";
    this.#link.respond(this.#transaction, 202, { ...parts, headers: headers.overriddenBy(parts.headers) });
    if (!this.#wantsNews) {
      this.#end();
      return;
    }
    this.#cancelLifetime();
    // Nobody reported an end in time: better a wrong last word than a subscription forever.
    this.#cancelLifetime = services.clock.schedule(LIFETIME_SECONDS * 1000, () => this.finish(408));
    // RFC 3515 §2.4.4: the first NOTIFY goes out at once.
    this.report(100);
  }

  refuse(status: number, parts: AnswerParts = {}): void {
    if (this.#state !== "asked") return;
    this.#link.respond(this.#transaction, status, parts);
    this.#end();
  }

  /** A provisional response of the new call. */
  report(status: number): void {
    this.#tell({ status, isLast: false });
  }

  /** Its final response: the last word. `onTold` is called when the far end has it, or never will. */
  finish(status: number, onTold: () => void = () => {}): void {
    if (this.#state === "done") {
      onTold();
      return;
    }
    this.#onTold = onTold;
    this.#tell({ status, isLast: true });
  }

  close(): void {
    if (this.#state === "asked") this.refuse(487);
    else this.#end();
  }

  #tell(news: News): void {
    if (this.#state !== "accepted" || this.#next?.isLast) return;
    this.#next = news;
    if (!this.#isNotifying) this.#notify();
  }

  #notify(): void {
    const news = this.#next;
    if (!news) return;
    this.#next = undefined;
    this.#isNotifying = true;
    const { services, flow } = this.#link;
    const state = news.isLast ? "terminated;reason=noresource" : `active;expires=${LIFETIME_SECONDS}`;
    const headers = callHeaders(services.profile, flow).overriddenBy(
      SipHeaders.of(["Event", `refer;id=${this.request.cseq.sequence}`], ["Subscription-State", state]),
    );
    this.#link.send(
      "NOTIFY",
      { headers, body: sipFragment(news.status) },
      {
        onOutcome: (outcome) => {
          this.#isNotifying = false;
          const isDelivered = outcome.kind === "response" && outcome.response.status < 300;
          // RFC 6665 §4.2.2: whoever refuses a NOTIFY wants no more of them.
          if (news.isLast || !isDelivered) this.#end();
          else this.#notify();
        },
      },
    );
  }

  #end(): void {
    if (this.#state === "done") return;
    this.#state = "done";
    this.#cancelLifetime();
    this.#next = undefined;
    this.#onDone();
    this.#onTold();
  }
}
