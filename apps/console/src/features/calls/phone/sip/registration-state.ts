import type { Registration } from "../phone.ts";

interface Failure {
  readonly status: "failed" | "disconnected";
  readonly reason: string;
}

/**
 *     off ──try──▶ trying ──registered──▶ registered ──renew──▶ trying
 *                  ▲    │                     │
 *              retryDue └────failed──▶ waiting ◀┘ disconnected, silent
 *
 * Every try has a number: news of an older one is news of the past. `attempt` counts the failures since the last success.
 */
export type RegistrationState = { readonly turn: number } & (
  | { readonly name: "off" }
  | { readonly name: "trying"; readonly attempt: number; readonly failure: Failure | undefined }
  /** `isDoubted`: the websocket has been asked for a sign of life. Times are in milliseconds. */
  | { readonly name: "registered"; readonly isDoubted: boolean; readonly renewAt: number }
  | {
      readonly name: "waiting";
      readonly attempt: number;
      readonly failure: Failure;
      readonly retryAt: number;
    }
);

export type RegistrationEvent =
  /** Somebody wants it now, or the wait is over. */
  | { readonly type: "try" }
  /** Another line, or credentials that are about to end. */
  | { readonly type: "renew" }
  | { readonly type: "stop" }
  /** There is reason to doubt the websocket. */
  | { readonly type: "doubted" }
  /** A doubted websocket had its time. */
  | { readonly type: "silent" }
  /** The service cannot be reached. `hasCalls`: closing the websocket would cut the sound of some. */
  | { readonly type: "networkLost"; readonly hasCalls: boolean }
  /** What became of a try. */
  | ({ readonly turn: number } & (
      | { readonly type: "noLine" }
      | { readonly type: "registered"; readonly expiresAt: number }
      /** `status` is the phone system's answer; undefined when there was none. */
      | { readonly type: "refused"; readonly status: number | undefined }
      | { readonly type: "unreachable" }
      | { readonly type: "unanswered" }
      | { readonly type: "disconnected" }
      | { readonly type: "heard" }
    ));

/** What has to be done in the world; `stepRegistration` only says so. */
export type RegistrationEffect =
  /** Ask for credentials, and register by a new agent in place of the one there is. */
  | "try"
  /** Calls can go out. */
  | "ready"
  | "probe"
  /** The agent unregisters and stays for the calls it has. */
  | "retire"
  /** The agent is gone, and with it the signaling of its calls. */
  | "lose"
  | "close";

/** What a step needs to know of the world: the time in milliseconds, and chance from 0 to 1. */
export interface Moment {
  readonly now: number;
  readonly chance: number;
}

export type RegistrationStep = readonly [RegistrationState, readonly RegistrationEffect[]];

const RENEW_BEFORE_MS = 5 * 60_000;
const SHORTEST_RENEWAL_MS = 10_000;
/** Of the specification: after a refusal the next try comes after 10 to 40 seconds. */
const REFUSED_MIN_MS = 10_000;
const REFUSED_SPREAD_MS = 30_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const FORBIDDEN = 403;

export const REASONS = {
  lost: "The connection to the phone system was lost.",
  unreachable: "The phone system cannot be reached.",
  refused: "The phone system refused the registration.",
  silent: "The phone system does not answer.",
} as const;

/** Growing waits, half of each by chance, so that a restarted server is not asked by everyone at once. */
export function waitBeforeMs(attempt: number, chance: number): number {
  const full = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + chance * (full / 2);
}

/** Pure. Returns the same state when the event changes nothing. */
export function stepRegistration(
  state: RegistrationState,
  event: RegistrationEvent,
  moment: Moment,
): RegistrationStep {
  if ("turn" in event && event.turn !== state.turn) return [state, []];
  switch (event.type) {
    case "try":
      return state.name === "registered" ? doubt(state) : [tryAnew(state), ["try"]];
    case "renew":
      return [tryAnew(state), state.name === "off" || state.name === "waiting" ? ["try"] : ["retire", "try"]];
    case "stop":
      return [{ name: "off", turn: state.turn + 1 }, ["close"]];
    case "noLine":
      return [{ name: "off", turn: state.turn }, []];
    case "registered":
      return registered(state, event.expiresAt, moment.now);
    case "doubted":
      return doubt(state);
    case "heard":
      return state.name === "registered" && state.isDoubted
        ? [{ ...state, isDoubted: false }, []]
        : [state, []];
    case "networkLost":
      if (state.name !== "registered") return [state, []];
      return event.hasCalls ? doubt(state) : fail(state, "disconnected", REASONS.lost, moment);
    default:
      return failed(state, event, moment);
  }
}

type FailureEvent = Extract<
  RegistrationEvent,
  { type: "refused" | "unreachable" | "unanswered" | "disconnected" | "silent" }
>;

function failed(state: RegistrationState, event: FailureEvent, moment: Moment): RegistrationStep {
  const isRegistered = state.name === "registered";
  if (!isRegistered && state.name !== "trying") return [state, []];
  switch (event.type) {
    case "refused": {
      const waitMs =
        event.status === FORBIDDEN ? REFUSED_MIN_MS + moment.chance * REFUSED_SPREAD_MS : undefined;
      return fail(
        state,
        "failed",
        event.status === undefined ? REASONS.silent : REASONS.refused,
        moment,
        waitMs,
      );
    }
    case "unreachable":
      return fail(state, "failed", REASONS.unreachable, moment);
    case "unanswered":
      return isRegistered ? [state, []] : fail(state, "failed", REASONS.silent, moment);
    case "disconnected":
      return fail(state, "disconnected", isRegistered ? REASONS.lost : REASONS.unreachable, moment);
    case "silent":
      return isRegistered ? fail(state, "disconnected", REASONS.lost, moment) : [state, []];
  }
}

const tryAnew = (state: RegistrationState): RegistrationState => ({
  name: "trying",
  turn: state.turn + 1,
  attempt: attemptOf(state),
  failure: state.name === "trying" || state.name === "waiting" ? state.failure : undefined,
});

const attemptOf = (state: RegistrationState): number =>
  state.name === "trying" || state.name === "waiting" ? state.attempt : 0;

/** The registration is refreshed every minute, which is no news. */
function registered(state: RegistrationState, expiresAt: number, now: number): RegistrationStep {
  if (state.name !== "trying") return [state, []];
  const renewAt = Math.max(now + SHORTEST_RENEWAL_MS, expiresAt - RENEW_BEFORE_MS);
  return [{ name: "registered", turn: state.turn, isDoubted: false, renewAt }, ["ready"]];
}

function doubt(state: RegistrationState): RegistrationStep {
  if (state.name !== "registered" || state.isDoubted) return [state, []];
  return [{ ...state, isDoubted: true }, ["probe"]];
}

function fail(
  state: RegistrationState,
  status: Failure["status"],
  reason: string,
  { now, chance }: Moment,
  waitMs = waitBeforeMs(attemptOf(state), chance),
): RegistrationStep {
  const next = { turn: state.turn + 1, attempt: attemptOf(state) + 1, retryAt: now + waitMs };
  return [{ name: "waiting", ...next, failure: { status, reason } }, ["lose"]];
}

/** How it is shown. While it fails it says so: a try that is only on its way proves nothing. */
export function shownRegistration(state: RegistrationState): Registration {
  switch (state.name) {
    case "off":
    case "registered":
      return { status: state.name };
    case "trying":
      return state.failure ? { ...state.failure, retryAt: undefined } : { status: "connecting" };
    case "waiting":
      return { ...state.failure, retryAt: state.retryAt };
  }
}
