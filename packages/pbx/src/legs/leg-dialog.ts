import { type DtmfDigit, isDtmfDigit } from "@offhook/media/protocol";
import { SDP_TYPE } from "@offhook/sdp";
import {
  type Body,
  bodyOf,
  decodeUtf8,
  type EndCause,
  encodeUtf8,
  type IncomingOffer,
  type IncomingRefer,
  type IncomingRequest,
  type InviteUsage,
  parseDtmf,
  type SipHeaders,
  type UsageObserver,
} from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import {
  type AgreedMedia,
  type LegMedia,
  type Negotiated,
  type SavedAudio,
  whenNegotiated,
} from "./audio/leg-media.ts";

/** What happens on an answered or ringing leg. */
export interface DialogEvents {
  onAgreed(agreed: AgreedMedia): void;
  onDigit(digit: DtmfDigit): void;
  onRefer(refer: IncomingRefer): void;
  onEnded(cause: HangupCause): void;
  /** The far end's wishes for the media could not be met. */
  onMediaFailed(error: unknown): void;
}

export const sdpBody = (text: string): Body => ({ type: SDP_TYPE, content: encodeUtf8(text) });
export const sdpText = (body: Body): string => decodeUtf8(body.content);

const CAUSES: Readonly<Record<EndCause, HangupCause>> = {
  localBye: "hungUp",
  remoteBye: "hungUp",
  cancelled: "cancelled",
  refused: "failed",
  unanswered: "noAnswer",
  noAck: "lost",
  expired: "lost",
  gone: "lost",
  otherFork: "elsewhere",
};

/** The far end has no such call: the dialog ends by itself. */
const FORGOTTEN: ReadonlySet<number> = new Set([408, 481]);

/** Ties a SIP dialog to the media of its leg: re-INVITEs, holds, keys in INFO, transfers, the end. */
export class LegDialog implements UsageObserver {
  readonly usage: InviteUsage;
  readonly #media: LegMedia;
  readonly #events: DialogEvents;

  constructor(usage: InviteUsage, media: LegMedia, events: DialogEvents) {
    this.usage = usage;
    this.#media = media;
    this.#events = events;
    usage.observer = this;
  }

  /** Forgets its listener: nobody hears what comes from now on. */
  hangUp(headers: SipHeaders | undefined): void {
    this.usage.observer = SILENT;
    this.usage.hangUp(headers);
  }

  onConfirmed(answer: Body | undefined): void {
    if (answer) this.#follow(this.#media.accept(sdpText(answer)));
  }

  onOffer(offer: IncomingOffer): void {
    if (!offer.offer) {
      this.#offerBack(offer);
      return;
    }
    whenNegotiated(
      this.#media.answer(sdpText(offer.offer)),
      (negotiated) => {
        offer.answer(sdpBody(negotiated.description));
        this.#events.onAgreed(negotiated);
      },
      () => offer.refuse(488),
    );
  }

  onRefreshed(answer: Body): void {
    this.#follow(this.#media.accept(sdpText(answer)));
  }

  onRequest(request: IncomingRequest): void {
    const { method } = request.request;
    if (method === "INFO") {
      const key = parseDtmf(bodyOf(request.request))?.key;
      request.respond(200);
      if (key !== undefined && isDtmfDigit(key)) this.#events.onDigit(key);
    } else request.respond(method === "OPTIONS" ? 200 : 405);
  }

  onRefer(refer: IncomingRefer): void {
    this.#events.onRefer(refer);
  }

  onEnded({ cause }: { readonly cause: EndCause }): void {
    this.#events.onEnded(CAUSES[cause]);
  }

  /** A phone after the death of the media process: a new offer over a new leg. */
  renewMedia(): void {
    whenNegotiated(
      this.#media.renew(),
      (offer) =>
        this.usage.reinvite({
          makeOffer: () => sdpBody(offer),
          onResult: (result) => {
            if (result.kind === "answered" && result.answer)
              this.#follow(this.#media.accept(sdpText(result.answer)));
            else this.#events.onMediaFailed(new Error(`The new offer was ${result.kind}`));
          },
        }),
      (error: unknown) => this.#events.onMediaFailed(error),
    );
  }

  /** After a restart: our description asks the far end whether it still knows the call. */
  resume(saved: SavedAudio, onAlive: () => void): void {
    whenNegotiated(
      this.#media.resume(saved),
      ({ offer, isMoved }) =>
        this.usage.reinvite({
          makeOffer: () => sdpBody(offer),
          onResult: (result) => {
            if (result.kind === "answered") {
              if (result.answer) this.#follow(this.#media.accept(sdpText(result.answer)));
              onAlive();
            } else if (result.kind === "failed") this.usage.onGone();
            else if (result.kind === "refused" && !FORGOTTEN.has(result.response.status)) {
              // Whoever refuses knows the call. Where nothing has changed there was nothing to agree on.
              if (isMoved) this.#events.onMediaFailed(new Error("The new port was refused"));
              else onAlive();
            }
          },
        }),
      (error: unknown) => this.#events.onMediaFailed(error),
    );
  }

  /** RFC 3261 §14.2: an INVITE without description asks us to offer. */
  #offerBack(offer: IncomingOffer): void {
    whenNegotiated(
      this.#media.offer(),
      (description) =>
        offer.answer(sdpBody(description), {
          onAnswer: (answer) => {
            if (answer) this.#follow(this.#media.accept(sdpText(answer)));
          },
        }),
      () => offer.refuse(488),
    );
  }

  #follow(negotiation: Promise<Negotiated>): void {
    whenNegotiated(
      negotiation,
      (agreed) => this.#events.onAgreed(agreed),
      (error: unknown) => this.#events.onMediaFailed(error),
    );
  }
}

const SILENT: UsageObserver = {
  onConfirmed: () => {},
  onOffer: (offer) => offer.refuse(481),
  onRefreshed: () => {},
  onRequest: (request) => request.respond(481),
  onRefer: (refer) => refer.refuse(481),
  onEnded: () => {},
};
