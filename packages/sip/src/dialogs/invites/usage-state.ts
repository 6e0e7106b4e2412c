import type { SipRequest } from "../../messages/sip-message.ts";

export type EndCause =
  /** We hung up. */
  | "localBye"
  | "remoteBye"
  /** The call was taken back before it was answered: by the caller's CANCEL, or by us as caller. */
  | "cancelled"
  | "refused"
  /** Nobody answered within the time a call may ring. */
  | "unanswered"
  /** The far end never confirmed our answer. */
  | "noAck"
  /** Nobody refreshed the call in time. */
  | "expired"
  /** The far end does not know the call, or does not answer at all. */
  | "gone"
  /** Another branch of the fork was answered. */
  | "otherFork";

export interface UsageEnd {
  readonly cause: EndCause;
  /** The BYE or CANCEL that ended it: its Reason header may say more. */
  readonly request?: SipRequest;
}

/**
 * What a dialog made by INVITE is to its call.
 *
 *   early --2xx--> unacknowledged --ACK--> confirmed
 *     |                 |                     |
 *     +-----------------+---------------------+--> ended
 */
export type UsageState =
  | { readonly name: "early" }
  /**
   * Answered, but the ACK is not through. As callee we may not hang up yet (RFC 3261 §15): the wish is kept. As
   * caller we owe an answer to the offer in the 2xx.
   */
  | { readonly name: "unacknowledged"; readonly isEndWanted: boolean }
  | { readonly name: "confirmed" }
  | { readonly name: "ended"; readonly end: UsageEnd };

export type UsageEvent =
  | { readonly type: "answered" }
  | { readonly type: "acknowledged" }
  | { readonly type: "endWanted" }
  | { readonly type: "ended"; readonly end: UsageEnd };

/** Pure. Returns the same object when the event changes nothing. */
export function stepUsage(state: UsageState, event: UsageEvent): UsageState {
  // A BYE crosses an ACK, a CANCEL a 200: late events after the end are normal.
  if (state.name === "ended") return state;
  switch (event.type) {
    case "answered":
      return state.name === "early" ? { name: "unacknowledged", isEndWanted: false } : state;
    case "acknowledged":
      return state.name === "unacknowledged" ? { name: "confirmed" } : state;
    case "endWanted":
      return state.name === "unacknowledged" && !state.isEndWanted
        ? { name: "unacknowledged", isEndWanted: true }
        : state;
    case "ended":
      return { name: "ended", end: event.end };
  }
}
