import { expect, inject, test } from "vitest";
import { FloorSimulation } from "../testing/floor-simulation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How many calls go through the queues; far more in the long tests. */
    readonly simulatedCalls: number;
  }
}

const CALLS = inject("simulatedCalls");
/** Each has other queues and agents. */
const SEEDS = [1, 2, 3, 4, 5];

/** Mulberry32: small, and the same numbers everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each(SEEDS)(
  "[QUE38] no call is lost, no agent is offered two, and nobody waits while a ready agent is free (seed %i)",
  { timeout: 600_000 },
  (seed) => {
    const simulation = new FloorSimulation(randomFrom(seed));
    simulation.run(CALLS / SEEDS.length);
    const { waiting, numbers } = simulation.count;
    expect(waiting.size).toBe(0);
    const { entered = 0, answered = 0, abandoned = 0, overflowed = 0, moved = 0, ended } = numbers;
    const { callbackAsked = 0, callbackFailed = 0, callbackDropped = 0 } = numbers;
    expect(answered + abandoned + overflowed + moved + callbackDropped).toBe(entered);
    expect(ended).toBe(answered);
    // A simulation in which little happens would prove little.
    for (const happened of [answered, abandoned, overflowed, moved, numbers.missed ?? 0, numbers.paused ?? 0])
      expect(happened).toBeGreaterThan(CALLS / SEEDS.length / 100);
    for (const happened of [callbackAsked, callbackFailed, callbackDropped])
      expect(happened).toBeGreaterThan(CALLS / SEEDS.length / 100);
  },
);
