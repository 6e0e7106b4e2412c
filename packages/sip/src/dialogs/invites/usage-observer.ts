import type { Body } from "../../messages/create-response.ts";
import type { IncomingRequest } from "../incoming-request.ts";
import type { IncomingOffer } from "../offers/incoming-offers.ts";
import type { IncomingRefer } from "../transfers/incoming-refer.ts";
import type { UsageEnd } from "./usage-state.ts";

/** The owner of the call. What asks for an answer must get one. */
export interface UsageObserver {
  /** As callee: the ACK came, with their answer when our 2xx made the offer. */
  onConfirmed(answer: Body | undefined): void;
  /** The far end wants to change the media. */
  onOffer(offer: IncomingOffer): void;
  /** A refresh of ours brought a description that may differ from the last one. */
  onRefreshed(answer: Body): void;
  /** INFO, MESSAGE, OPTIONS and whatever else comes inside the dialog. */
  onRequest(request: IncomingRequest): void;
  onRefer(refer: IncomingRefer): void;
  /** Once, and last. */
  onEnded(end: UsageEnd): void;
}

/** Refuses what it is asked and hears no news: a start for observers that care about less. */
export const PASSIVE_OBSERVER: UsageObserver = {
  onConfirmed: () => {},
  onOffer: (offer) => offer.refuse(488),
  onRefreshed: () => {},
  onRequest: (request) => request.respond(request.request.method === "OPTIONS" ? 200 : 405),
  onRefer: (refer) => refer.refuse(603),
  onEnded: () => {},
};
