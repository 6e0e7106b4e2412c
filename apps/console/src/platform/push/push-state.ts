/** Why there is no connection, in the words of the specification. */
export type PushProblem = "networkDown" | "issues" | "timeout" | "accessDenied" | "initFailed" | "unknown";

/**
 *     stopped ──start──▶ connecting ──welcomed──▶ connected
 *                          ▲    │                    │
 *                   retryDue    └───lost──▶ waiting ◀┘ lost
 *
 * `attempt` counts the tries since the last connection; it only grows until one succeeds.
 */
export type PushState =
  | { readonly name: "stopped" }
  | { readonly name: "connecting"; readonly attempt: number }
  | { readonly name: "connected"; readonly attempt: number }
  | { readonly name: "waiting"; readonly attempt: number; readonly problem: PushProblem };

export type PushStateEvent =
  | { readonly type: "start" }
  | { readonly type: "welcomed" }
  | { readonly type: "lost"; readonly problem: PushProblem }
  | { readonly type: "retryDue" }
  | { readonly type: "stop" };

/** Pure. Returns the same object when the event changes nothing. */
export function stepPush(state: PushState, event: PushStateEvent): PushState {
  switch (event.type) {
    case "start":
      return state.name === "stopped" ? { name: "connecting", attempt: 0 } : state;
    case "welcomed":
      return state.name === "connecting" ? { name: "connected", attempt: state.attempt } : state;
    case "lost":
      if (state.name === "connecting") return waiting(state.attempt + 1, event.problem);
      return state.name === "connected" ? waiting(1, event.problem) : state;
    case "retryDue":
      return state.name === "waiting" ? { name: "connecting", attempt: state.attempt } : state;
    case "stop":
      return state.name === "stopped" ? state : { name: "stopped" };
  }
}

function waiting(attempt: number, problem: PushProblem): PushState {
  return { name: "waiting", attempt, problem };
}

/** After this many tries failure is reported. Trying goes on. */
export const REPORTED_TRIES = 5;

const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 20_000;
const LONGEST_LATE_WAIT_MS = 60_000;

/** Random, so that a restarted service is not met by everyone at once; growing, 5 to 20 s and later up to a minute. */
export function retryWaitMs(attempt: number, random: () => number): number {
  const longest = attempt > REPORTED_TRIES ? LONGEST_LATE_WAIT_MS : LONGEST_WAIT_MS;
  const spread = Math.min(longest - SHORTEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (attempt - 1));
  return SHORTEST_WAIT_MS + random() * spread;
}
