/**
 * RFC 3264 and RFC 6337: who owes whom a session description.
 *
 *   stable --our offer--> offered --their answer--> stable
 *   stable --their offer--> asked --our answer--> stable
 */
export type OfferState = "stable" | "offered" | "asked";

export type OfferEvent = "offerSent" | "offerReceived" | "answerSent" | "answerReceived" | "abandoned";

/** Pure. An event that does not fit changes nothing: descriptions are repeated in harmless ways all the time. */
export function stepOffer(state: OfferState, event: OfferEvent): OfferState {
  switch (event) {
    case "offerSent":
      return state === "stable" ? "offered" : state;
    case "offerReceived":
      return state === "stable" ? "asked" : state;
    case "answerSent":
      return state === "asked" ? "stable" : state;
    case "answerReceived":
      return state === "offered" ? "stable" : state;
    case "abandoned":
      return "stable";
  }
}

/** What to answer an offer that comes at a bad moment (RFC 3261 §14.2, RFC 3311 §5.2); undefined when it is welcome. */
export function refusalOfOffer(state: OfferState): 491 | 500 | undefined {
  if (state === "offered") return 491;
  return state === "asked" ? 500 : undefined;
}
