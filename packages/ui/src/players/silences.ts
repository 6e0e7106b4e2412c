/** A stretch of a sound, in seconds from its beginning. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface SpokenSound {
  /** How loud it is from beginning to end, 0 to 100 each. */
  readonly peaks: readonly number[];
  /** Where somebody speaks, as far as a machine heard it. */
  readonly sentences: readonly Stretch[];
  /** Seconds. */
  readonly duration: number;
}

/** Shorter pauses belong to speaking. */
const SHORTEST_SECONDS = 1;
/** Room noise of a telephone line. */
const QUIET_PEAK = 6;
/** What is left of a pause: words that are cut at their edges are hard to understand. */
const EDGE_SECONDS = 0.25;

/** Pure. The pauses worth leaving out: quiet, and with no sentence over them. */
export function silencesOf({ peaks, sentences, duration }: SpokenSound): readonly Stretch[] {
  const quiet = quietStretches(peaks, duration);
  return quiet
    .flatMap((stretch) => withoutSentences(stretch, sentences))
    .map(({ start, end }) => ({
      start: start === 0 ? 0 : start + EDGE_SECONDS,
      end: end - EDGE_SECONDS,
    }))
    .filter(({ start, end }) => end - start >= SHORTEST_SECONDS - 2 * EDGE_SECONDS);
}

function quietStretches(peaks: readonly number[], duration: number): readonly Stretch[] {
  const step = duration / peaks.length;
  const stretches: Stretch[] = [];
  let from: number | undefined;
  peaks.forEach((peak, index) => {
    if (peak <= QUIET_PEAK) from ??= index;
    else if (from !== undefined) {
      stretches.push({ start: from * step, end: index * step });
      from = undefined;
    }
  });
  if (from !== undefined) stretches.push({ start: from * step, end: duration });
  return stretches.filter(({ start, end }) => end - start >= SHORTEST_SECONDS);
}

/** What is left of a quiet stretch where a soft voice was understood all the same. */
function withoutSentences(quiet: Stretch, sentences: readonly Stretch[]): readonly Stretch[] {
  let rest: readonly Stretch[] = [quiet];
  for (const { start, end } of sentences)
    rest = rest.flatMap((each) =>
      end <= each.start || start >= each.end
        ? [each]
        : [
            { start: each.start, end: Math.min(each.end, start) },
            { start: Math.max(each.start, end), end: each.end },
          ],
    );
  return rest.filter(({ start, end }) => end - start >= SHORTEST_SECONDS);
}

/** Pure. Where to go on instead of here; undefined where there is something to hear. */
export function behindSilence(silences: readonly Stretch[], position: number): number | undefined {
  return silences.find(({ start, end }) => position >= start && position < end)?.end;
}
