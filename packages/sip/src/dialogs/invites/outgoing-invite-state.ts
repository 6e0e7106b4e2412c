/**
 * A call of ours until it is answered.
 *
 *   calling --1xx--> ringing --2xx--> answered
 *      |                |--3xx-6xx, timeout--> failed
 *      |--cancel--> canceling(not sent) --1xx--> canceling(sent)
 *                        ringing --cancel--> canceling(sent)
 *   canceling --anything final--> failed
 */
export type OutgoingInviteState =
  | { readonly name: "calling" }
  | { readonly name: "ringing" }
  /** RFC 3261 §9.1: a CANCEL before the first provisional response might overtake its INVITE, so it waits. */
  | { readonly name: "canceling"; readonly isSent: boolean }
  | { readonly name: "answered" }
  | { readonly name: "failed" };

export type OutgoingInviteEvent =
  | { readonly type: "progress" }
  /** The first 2xx of a branch; its repeats are no event. */
  | { readonly type: "success" }
  | { readonly type: "failure" }
  | { readonly type: "cancel" };

type OutgoingInviteAction =
  | "sendCancel"
  /** This branch has won. */
  | "adopt"
  /** RFC 3261 §13.2.2.4: another branch, or too late: acknowledge, then hang up. */
  | "dismiss"
  | "tellFailure";

export interface OutgoingInviteStep {
  readonly state: OutgoingInviteState;
  readonly actions: readonly OutgoingInviteAction[];
}

const stay = (state: OutgoingInviteState): OutgoingInviteStep => ({ state, actions: [] });
const SENT: OutgoingInviteState = { name: "canceling", isSent: true };
const FAILED: OutgoingInviteState = { name: "failed" };

/** Pure. Returns the same state object when the event changes nothing. */
export function stepOutgoingInvite(
  state: OutgoingInviteState,
  event: OutgoingInviteEvent,
): OutgoingInviteStep {
  switch (state.name) {
    case "calling":
      if (event.type === "progress") return { state: { name: "ringing" }, actions: [] };
      if (event.type === "cancel") return stay({ name: "canceling", isSent: false });
      return onFinal(event, state);
    case "ringing":
      if (event.type === "cancel") return { state: SENT, actions: ["sendCancel"] };
      return onFinal(event, state);
    case "canceling":
      if (event.type === "progress" && !state.isSent) return { state: SENT, actions: ["sendCancel"] };
      if (event.type === "success") return { state: FAILED, actions: ["dismiss", "tellFailure"] };
      return event.type === "failure" ? { state: FAILED, actions: ["tellFailure"] } : stay(state);
    case "answered":
    case "failed":
      return event.type === "success" ? { state, actions: ["dismiss"] } : stay(state);
  }
}

function onFinal(event: OutgoingInviteEvent, state: OutgoingInviteState): OutgoingInviteStep {
  if (event.type === "success") return { state: { name: "answered" }, actions: ["adopt"] };
  return event.type === "failure" ? { state: FAILED, actions: ["tellFailure"] } : stay(state);
}
