import type { Body } from "../messages/create-response.ts";
import type { SipMessage } from "../messages/sip-message.ts";
import type { DialogLink } from "./dialog-link.ts";
import type { UsageState } from "./invites/usage-state.ts";
import type { OfferEvent, OfferState } from "./offers/offer-state.ts";
import type { SessionInterval } from "./session-timers/session-interval.ts";

/** What the parts of one call share: they see its state and report to it, and none of them changes another. */
export interface UsageContext {
  readonly link: DialogLink;
  readonly state: UsageState;
  readonly offer: OfferState;
  /** A first offer has been answered. */
  readonly hasAgreed: boolean;
  /** A re-INVITE of ours has no final response yet. */
  readonly isInviting: boolean;
  /** An offer of theirs waits for our answer, or a 2xx of ours for its ACK. */
  readonly isAnswering: boolean;
  /** What was last agreed on refreshing the call. */
  readonly interval: SessionInterval | undefined;
  moveOffer(event: OfferEvent): void;
  /** What we last said about our media, to say it again in a refresh. */
  noteDescription(body: Body | undefined): void;
  /** What the far end can do, from any message that says so. */
  noteCapabilities(message: SipMessage): void;
  startInterval(interval: SessionInterval): void;
  /** The far end answered 481 or 408, or nothing at all. */
  onGone(): void;
  /** Our 2xx was never acknowledged. */
  onNoAck(): void;
  /** Something came to its end; what waits may go on. */
  onIdle(): void;
}
