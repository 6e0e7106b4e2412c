import { expect, test } from "vitest";
import { charge, type ThrottlePolicy, type ThrottleState, waitText } from "./throttle-policy.ts";

const policy: ThrottlePolicy = {
  freeAttempts: 3,
  firstDelayMs: 1000,
  longestDelayMs: 5000,
  forgetAfterMs: 60_000,
};

function allowed(state: ThrottleState | undefined, now: number): ThrottleState {
  const outcome = charge(state, policy, now);
  if (outcome.outcome === "blocked") throw new Error("blocked");
  return outcome.state;
}

test("[PWD3] waits double from the last free attempt on, up to the longest", () => {
  let state: ThrottleState | undefined;
  const waits: number[] = [];
  let now = 0;
  for (let attempt = 1; attempt <= 8; attempt++) {
    state = allowed(state, now);
    waits.push((state.blockedUntil ?? now) - now);
    now = state.blockedUntil ?? now;
  }
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test("[PWD4] trying during the wait is refused and does not make it longer", () => {
  const state = { attempts: 3, lastAttemptAt: 0, blockedUntil: 1000 };
  expect(charge(state, policy, 999)).toEqual({ outcome: "blocked", until: 1000 });
  expect(charge(state, policy, 1000).outcome).toBe("allowed");
});

test("after a quiet time everything is forgotten, counted from the end of the wait", () => {
  const state = { attempts: 7, lastAttemptAt: 0, blockedUntil: 5000 };
  expect(allowed(state, 65_000).attempts).toBe(8);
  expect(allowed(state, 65_001).attempts).toBe(1);
});

test.each([
  [1, "in 1 second"],
  [1000, "in 1 second"],
  [1001, "in 2 seconds"],
  [59_000, "in 59 seconds"],
  [59_001, "in 1 minute"],
  [60_001, "in 2 minutes"],
  [900_000, "in 15 minutes"],
])("[PWD4] %i ms is told as '%s'", (ms, text) => {
  expect(waitText(ms)).toBe(text);
});
