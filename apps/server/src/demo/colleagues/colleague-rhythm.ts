const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** What a colleague does for a while. */
export type ColleagueStep =
  | { readonly kind: "works"; readonly forMs: number }
  /** `pick`: from 0 up to 1, which of the company's reasons. */
  | { readonly kind: "pauses"; readonly forMs: number; readonly pick: number }
  /** Signed out of the queues. */
  | { readonly kind: "isAway"; readonly forMs: number };

/** One pause in five is longer, and outside the queues. */
const AWAY_SHARE = 0.2;

/** A working day without end: mostly work, now and then a pause. The same for the same draws. */
export function* stepsOf(random: () => number): Generator<ColleagueStep, never> {
  const between = (fromMs: number, toMs: number): number => Math.round(fromMs + random() * (toMs - fromMs));
  // Not everybody takes the first pause at the same time.
  yield { kind: "works", forMs: between(MINUTE_MS, 8 * MINUTE_MS) };
  for (;;) {
    if (random() < AWAY_SHARE) yield { kind: "isAway", forMs: between(2 * MINUTE_MS, 5 * MINUTE_MS) };
    else yield { kind: "pauses", forMs: between(MINUTE_MS, 4 * MINUTE_MS), pick: random() };
    yield { kind: "works", forMs: between(4 * MINUTE_MS, 10 * MINUTE_MS) };
  }
}

/**
 * How long a colleague lets a call ring. Whoever tries the demo goes first: while they can answer, everybody else
 * holds back, but not so long that the caller is sent on (20 s).
 */
export function ringMs(random: () => number, isSomebodyElseFree: boolean): number {
  return isSomebodyElseFree ? 12 * SECOND_MS + random() * 3 * SECOND_MS : (3 + 4 * random()) * SECOND_MS;
}

export const talkMs = (random: () => number): number => (20 + 25 * random()) * SECOND_MS;
