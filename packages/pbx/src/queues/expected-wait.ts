import type { QueueMemory } from "./floor-state.ts";

const HOUR_MS = 3_600_000;
/** Of fewer calls nothing can be said. */
const MIN_CALLS = 3;
/** More than these change nothing that a caller could hear. */
const MAX_CALLS = 200;

export function withAnswered(
  answered: QueueMemory["answered"],
  at: number,
  waitMs: number,
): QueueMemory["answered"] {
  return [...answered.filter((each) => each.at > at - HOUR_MS), { at, waitMs }].slice(-MAX_CALLS);
}

/**
 * How much longer the callers of the last hour waited who had waited this long. Those who were answered sooner say
 * nothing about somebody who is still here. Undefined where too few did.
 */
export function expectedWaitMs(
  answered: QueueMemory["answered"],
  at: number,
  waitedMs: number,
): number | undefined {
  const alike = answered.filter((each) => each.at > at - HOUR_MS && each.waitMs > waitedMs);
  if (alike.length < MIN_CALLS) return undefined;
  return alike.reduce((sum, { waitMs }) => sum + waitMs - waitedMs, 0) / alike.length;
}
