/** `refused`: this account has no chat, so that trying again would change nothing. */
export type LinkState =
  | { readonly name: "stopped" }
  | { readonly name: "connecting"; readonly tries: number; readonly wasReady: boolean }
  | { readonly name: "ready"; readonly isReconnected: boolean }
  | { readonly name: "waiting"; readonly tries: number; readonly wasReady: boolean }
  | { readonly name: "refused" };

export type LinkEvent =
  | { readonly type: "start" }
  | { readonly type: "signedIn" }
  | { readonly type: "noticeOver" }
  | { readonly type: "lost" }
  | { readonly type: "retryDue" }
  | { readonly type: "refused" }
  | { readonly type: "stop" };

/** Pure. Returns the same object when the event changes nothing. */
export function stepLink(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case "start":
      return state.name === "stopped" ? { name: "connecting", tries: 0, wasReady: false } : state;
    case "signedIn":
      return state.name === "connecting" ? { name: "ready", isReconnected: state.wasReady } : state;
    case "noticeOver":
      return state.name === "ready" && state.isReconnected ? { name: "ready", isReconnected: false } : state;
    case "lost":
      return lost(state);
    case "retryDue":
      return state.name === "waiting"
        ? { name: "connecting", tries: state.tries, wasReady: state.wasReady }
        : state;
    case "refused":
      return state.name === "connecting" ? { name: "refused" } : state;
    case "stop":
      return state.name === "stopped" ? state : { name: "stopped" };
  }
}

function lost(state: LinkState): LinkState {
  if (state.name === "ready") return { name: "waiting", tries: 1, wasReady: true };
  if (state.name === "connecting")
    return { name: "waiting", tries: state.tries + 1, wasReady: state.wasReady };
  return state;
}

const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 20_000;

export function reconnectWaitMs(random: () => number): number {
  return MIN_WAIT_MS + Math.round(random() * (MAX_WAIT_MS - MIN_WAIT_MS));
}

/** How long the reconnected indicator shows. */
export const RECONNECTED_MS = 2_000;

/** The states of the line as the interface shows them. */
export interface LinkView {
  readonly connected: boolean;
  readonly error: boolean;
  readonly reconnecting: boolean;
  readonly reconnected: boolean;
  readonly reconnectTries: number;
}

export function linkView(state: LinkState): LinkView {
  const isTrying = state.name === "connecting" || state.name === "waiting";
  return {
    connected: state.name === "ready",
    error: state.name === "waiting" || state.name === "refused",
    reconnecting: isTrying && (state.wasReady || state.tries > 0),
    reconnected: state.name === "ready" && state.isReconnected,
    reconnectTries: isTrying ? state.tries : 0,
  };
}
