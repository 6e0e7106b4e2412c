import { FRAME, frameLevels, type SpeechLevels, speechLevels } from "./frame-levels.ts";
import type { SpeechSegment } from "./speech-segment.ts";

const frames = (ms: number): number => ms / 20;

/** A pause this long ends a sentence. */
const PAUSE = frames(400);
/** Shorter than this it is a click, a cough or a breath. */
const SHORTEST = frames(160);
/** Consonants begin before the voice is loud, and words fade out after it. */
const MARGIN = frames(200);
/** A word alone is hard to understand: it joins its neighbor, unless that is far away. */
const ALONE = frames(1_500);
const NEAR = frames(1_200);
/** The engine forgets how longer ones began. */
const LONGEST = frames(15_000);
const EARLIEST_CUT = frames(6_000);

/** Cuts at silences. What somebody says without a pause is cut where they are quietest. */
export function findSpeech(samples: Int16Array): readonly SpeechSegment[] {
  const levels = frameLevels(samples);
  const runs = joinShort(loudRuns(levels, speechLevels(levels)));
  const padded = runs.map((run, index) => withMargin(run, runs[index - 1], runs[index + 1], levels.length));
  return padded
    .flatMap((run) => cutLong(run, levels))
    .map(({ start, end }) => ({ start: start * FRAME, end: Math.min(end * FRAME, samples.length) }));
}

function loudRuns(levels: Float32Array, { on, off }: SpeechLevels): SpeechSegment[] {
  const runs: SpeechSegment[] = [];
  let start: number | undefined;
  let lastLoud = 0;
  const close = () => {
    if (start !== undefined && lastLoud + 1 - start >= SHORTEST) runs.push({ start, end: lastLoud + 1 });
    start = undefined;
  };
  levels.forEach((level, index) => {
    if (level >= (start === undefined ? on : off)) {
      start ??= index;
      lastLoud = index;
    } else if (index - lastLoud >= PAUSE) close();
  });
  close();
  return runs;
}

const lengthOf = ({ start, end }: SpeechSegment): number => end - start;

function joinShort(runs: readonly SpeechSegment[]): SpeechSegment[] {
  const joined: SpeechSegment[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    const isShort = before && (lengthOf(before) < ALONE || lengthOf(run) < ALONE);
    if (before && isShort && run.start - before.end <= NEAR && run.end - before.start <= LONGEST)
      joined[joined.length - 1] = { start: before.start, end: run.end };
    else joined.push(run);
  }
  return joined;
}

/** Neighbors share a pause that is too short for both margins. */
function withMargin(
  run: SpeechSegment,
  before: SpeechSegment | undefined,
  after: SpeechSegment | undefined,
  count: number,
): SpeechSegment {
  const earliest = before ? Math.ceil((before.end + run.start) / 2) : 0;
  const latest = after ? Math.ceil((run.end + after.start) / 2) : count;
  return { start: Math.max(earliest, run.start - MARGIN), end: Math.min(latest, run.end + MARGIN) };
}

function cutLong(run: SpeechSegment, levels: Float32Array): SpeechSegment[] {
  if (lengthOf(run) <= LONGEST) return [run];
  let cut = run.start + EARLIEST_CUT;
  const last = Math.min(run.start + LONGEST, run.end - 1);
  for (let index = cut; index <= last; index += 1) if ((levels[index] ?? 0) < (levels[cut] ?? 0)) cut = index;
  return [{ start: run.start, end: cut }, ...cutLong({ start: cut, end: run.end }, levels)];
}
