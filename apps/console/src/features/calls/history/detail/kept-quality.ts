import type { CallQuality } from "@offhook/contract";

export interface KeptQuality {
  /** The mean over the call. */
  readonly mos: number;
  readonly worstMos: number;
  readonly word: "Good" | "Fair" | "Poor";
  readonly tone: "good" | "fair" | "poor";
  readonly cause: string;
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
  /** By interval; nothing was measured where it is null, as on hold. */
  readonly intervals: readonly (number | null)[];
}

const GOOD_MOS = 4;
const FAIR_MOS = 3.3;
const MUCH_LOSS = 0.01;
const MUCH_JITTER_MS = 30;
const MUCH_DELAY_MS = 300;

/** Pure. How a call sounded and what was to blame; undefined where nothing was measured. */
export function keptQuality(intervals: readonly CallQuality[]): KeptQuality | undefined {
  const measured = intervals.filter((interval) => interval.mos !== null);
  if (measured.length === 0) return undefined;
  const scores = measured.map(({ mos }) => mos ?? 0);
  const mos = mean(scores);
  const worstMos = Math.min(...scores);
  const loss = mean(measured.map((interval) => interval.loss));
  const jitterMs = mean(measured.map((interval) => interval.jitter_ms));
  const trips = measured.flatMap(({ round_trip_ms }) => (round_trip_ms === null ? [] : [round_trip_ms]));
  const roundTripMs = trips.length === 0 ? undefined : mean(trips);
  const tone = mos >= GOOD_MOS ? "good" : mos >= FAIR_MOS ? "fair" : "poor";
  return {
    mos,
    worstMos,
    tone,
    word: ({ good: "Good", fair: "Fair", poor: "Poor" } as const)[tone],
    cause: causeOf(worstMos, { loss, jitterMs, roundTripMs }),
    lossPercent: loss * 100,
    jitterMs,
    roundTripMs,
    intervals: intervals.map((interval) => interval.mos),
  };
}

interface Means {
  readonly loss: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
}

function causeOf(worstMos: number, { loss, jitterMs, roundTripMs = 0 }: Means): string {
  if (worstMos >= GOOD_MOS) return "clear from beginning to end";
  if (loss >= MUCH_LOSS) return "part of the sound got lost on the way";
  if (jitterMs >= MUCH_JITTER_MS) return "the network delivered the sound unevenly";
  if (roundTripMs >= MUCH_DELAY_MS) return "the sound took long to get there";
  return "the network was disturbed for a moment";
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
