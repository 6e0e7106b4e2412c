/** How often something may be tried, and how long one has to wait after that. */
export interface ThrottlePolicy {
  readonly freeAttempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After so long without an attempt everything is forgotten. */
  readonly forgetAfterMs: number;
}

export interface ThrottleState {
  readonly attempts: number;
  readonly lastAttemptAt: number;
  readonly blockedUntil: number | null;
}

export type Charge =
  | { readonly outcome: "allowed"; readonly state: ThrottleState }
  | { readonly outcome: "blocked"; readonly until: number };

const HOUR_MS = 3_600_000;

export const THROTTLES = {
  account: { freeAttempts: 5, firstDelayMs: 5_000, longestDelayMs: 900_000, forgetAfterMs: HOUR_MS },
  // Wide enough for an office behind one address.
  address: { freeAttempts: 30, firstDelayMs: 2_000, longestDelayMs: 300_000, forgetAfterMs: HOUR_MS },
  // A stranger who hammers on an account must not keep its owner out on a device the account knows.
  knownDevice: { freeAttempts: 10, firstDelayMs: 2_000, longestDelayMs: 30_000, forgetAfterMs: HOUR_MS },
  secondFactor: {
    freeAttempts: 10,
    firstDelayMs: 30_000,
    longestDelayMs: 900_000,
    forgetAfterMs: 24 * HOUR_MS,
  },
  codeMessages: { freeAttempts: 10, firstDelayMs: 60_000, longestDelayMs: 900_000, forgetAfterMs: HOUR_MS },
} satisfies Record<string, ThrottlePolicy>;
export type ThrottleName = keyof typeof THROTTLES;

/**
 * Counts an attempt before it is known whether it is right, or a burst of parallel guesses would all pass at the
 * price of one. An attempt during the wait is refused and does not make it longer. Pure.
 */
export function charge(state: ThrottleState | undefined, policy: ThrottlePolicy, now: number): Charge {
  if (state?.blockedUntil && state.blockedUntil > now)
    return { outcome: "blocked", until: state.blockedUntil };
  const isForgotten =
    !state || now - Math.max(state.lastAttemptAt, state.blockedUntil ?? 0) > policy.forgetAfterMs;
  const attempts = isForgotten ? 1 : state.attempts + 1;
  const delayMs = delayAfter(attempts, policy);
  return {
    outcome: "allowed",
    state: { attempts, lastAttemptAt: now, blockedUntil: delayMs > 0 ? now + delayMs : null },
  };
}

function delayAfter(attempts: number, policy: ThrottlePolicy): number {
  const excess = attempts - policy.freeAttempts;
  if (excess < 0) return 0;
  return Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** excess);
}

/** `in 20 seconds`, `in 2 minutes`: rounded up, so that the promise holds. */
export function waitText(remainingMs: number): string {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  if (seconds < 60) return `in ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
