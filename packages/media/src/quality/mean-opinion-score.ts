import type { CodecName } from "../codecs/audio-codec.ts";

export interface CallConditions {
  readonly codec: CodecName;
  /** Share of the audio that did not arrive or came too late to be played, 0 to 1. */
  readonly lossRate: number;
  readonly jitterMs: number;
  /** Undefined where the far end reports nothing. */
  readonly roundTripMs: number | undefined;
}

interface Impairment {
  /** What the codec costs without any loss. */
  readonly equipment: number;
  /** How well it bears loss: with concealment of random single losses (ITU-T G.113, appendix I). */
  readonly robustness: number;
}

const IMPAIRMENTS: Readonly<Record<CodecName, Impairment>> = {
  opus: { equipment: 0, robustness: 20 },
  G722: { equipment: 0, robustness: 12 },
  PCMU: { equipment: 0, robustness: 25.1 },
  PCMA: { equipment: 0, robustness: 25.1 },
};

const BEST_RATING = 93.2;
const PACKET_MS = 20;
const BUFFER_MS = 40;
const DELAY_KNEE_MS = 177.3;

/** ITU-T G.107 cut down to what a phone system can measure: delay, jitter and loss. Between 1 and 4.5. */
export function meanOpinionScore({ codec, lossRate, jitterMs, roundTripMs }: CallConditions): number {
  const { equipment, robustness } = IMPAIRMENTS[codec];
  // A jitter buffer turns jitter into delay, about twice its mean.
  const delayMs = (roundTripMs ?? 0) / 2 + PACKET_MS + Math.max(BUFFER_MS, 2 * jitterMs);
  const delayCost = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - DELAY_KNEE_MS);
  const lossPercent = 100 * Math.min(1, Math.max(0, lossRate));
  const lossCost = equipment + ((95 - equipment) * lossPercent) / (lossPercent + robustness);
  return scoreOf(BEST_RATING - delayCost - lossCost);
}

/** G.107 annex B. */
function scoreOf(rating: number): number {
  if (rating <= 0) return 1;
  const bounded = Math.min(100, rating);
  const score = 1 + 0.035 * bounded + bounded * (bounded - 60) * (100 - bounded) * 7e-6;
  return Math.min(4.5, Math.max(1, score));
}
