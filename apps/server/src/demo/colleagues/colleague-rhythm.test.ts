import { expect, test } from "vitest";
import { createRandom } from "../seed-context.ts";
import { type ColleagueStep, ringMs, stepsOf, talkMs } from "./colleague-rhythm.ts";

const MINUTE_MS = 60_000;
/** What the phone system gives an agent before it tries the others. */
const RING_SECONDS = 20;

function steps(seed: number, count: number): ColleagueStep[] {
  const day = stepsOf(createRandom(seed));
  return Array.from({ length: count }, () => day.next().value);
}

test("a day is the same for the same seed, and another for another", () => {
  expect(steps(1, 50)).toEqual(steps(1, 50));
  expect(steps(1, 50)).not.toEqual(steps(2, 50));
});

test("work and pauses take turns, and work is most of it", () => {
  const day = steps(7, 1_000);
  expect(new Set(day.map(({ kind }) => kind))).toEqual(new Set(["works", "pauses", "isAway"]));
  for (const [index, { kind, forMs }] of day.entries()) {
    expect(kind === "works").toBe(index % 2 === 0);
    expect(forMs).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(forMs).toBeLessThanOrEqual(10 * MINUTE_MS);
  }
  const sum = (part: readonly ColleagueStep[]): number => part.reduce((all, { forMs }) => all + forMs, 0);
  expect(sum(day.filter(({ kind }) => kind === "works")) / sum(day)).toBeGreaterThan(0.6);
});

test("[COL1] somebody else has time to answer first, and no call is missed by waiting for them", () => {
  for (const draw of [0, 0.5, 0.999]) {
    expect(ringMs(() => draw, true)).toBeGreaterThanOrEqual(12_000);
    expect(ringMs(() => draw, true)).toBeLessThan((RING_SECONDS - 4) * 1_000);
    expect(ringMs(() => draw, false)).toBeLessThanOrEqual(7_000);
    expect(talkMs(() => draw)).toBeLessThan(MINUTE_MS);
  }
});
