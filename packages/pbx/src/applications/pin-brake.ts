import type { PinJudgment, PinTries } from "../ports/mailbox-store.ts";

export const NO_PIN_TRIES: PinTries = { wrong: 0, lastWrongAt: 0, lockedUntil: 0 };

/** Wrong PINs up to the first wait: people mistype. */
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;
const FORGET_MS = 24 * 60 * 60_000;

/** Pure. While the mailbox is locked the right PIN opens nothing either, or guessing would go on meanwhile. */
export function judgePin(before: PinTries, isRight: boolean, now: number): PinJudgment {
  if (before.lockedUntil > now) return { verdict: "locked", tries: before };
  if (isRight) return { verdict: "right", tries: before.wrong === 0 ? before : NO_PIN_TRIES };
  const isForgotten = now - Math.max(before.lastWrongAt, before.lockedUntil) > FORGET_MS;
  const wrong = isForgotten ? 1 : before.wrong + 1;
  const waitMs = wrong < FREE_TRIES ? 0 : waitAfter(wrong - FREE_TRIES);
  const tries: PinTries = { wrong, lastWrongAt: now, lockedUntil: now + waitMs };
  return { verdict: waitMs > 0 ? "lockedNow" : "wrong", tries };
}

function waitAfter(further: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(further, 30));
}
