import type { CallQuality } from "../calls/active-call.ts";

export interface Measured {
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
}

/** The E-model (ITU-T G.107) in the short form that is usual for monitoring; Opus and its concealment forgive more loss. */
const BEST_RATING = 93.2;
const BEARABLE_DELAY_MS = 160;
const LOSS_WEIGHT = 2.5;
const GOOD_MOS = 3.9;

/** How a stretch of a call sounded, and what was to blame. */
export function describeQuality({ lossPercent, jitterMs, roundTripMs }: Measured): CallQuality {
  const delayMs = roundTripMs / 2 + jitterMs * 2 + 10;
  const fromDelay =
    delayMs < BEARABLE_DELAY_MS ? delayMs / 40 : (delayMs - BEARABLE_DELAY_MS) / 10 + BEARABLE_DELAY_MS / 40;
  const fromJitter = (jitterMs * 2) / 40;
  const fromLoss = lossPercent * LOSS_WEIGHT;
  const mos = mosOf(Math.max(0, BEST_RATING - fromDelay - fromLoss));
  const worst = Math.max(fromDelay, fromLoss, fromJitter);
  const cause =
    mos >= GOOD_MOS
      ? "good"
      : worst === fromLoss
        ? "loss"
        : jitterMs * 2 > roundTripMs / 2
          ? "jitter"
          : "delay";
  return { mos, cause, lossPercent, jitterMs, roundTripMs };
}

function mosOf(rating: number): number {
  const mos = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  return Math.round(Math.min(4.5, Math.max(1, mos)) * 100) / 100;
}

/** What the browser counts, ever growing. */
export interface AudioCounters {
  readonly received: number;
  readonly lost: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
  /** What the far end says of our own sound. */
  readonly remoteLossPercent: number;
}

export function countersFrom(report: Iterable<Record<string, unknown>>): AudioCounters {
  let counters: AudioCounters = { received: 0, lost: 0, jitterMs: 0, roundTripMs: 0, remoteLossPercent: 0 };
  const number = (value: unknown): number => (typeof value === "number" ? value : 0);
  for (const stat of report) {
    if (stat.type === "inbound-rtp" && stat.kind === "audio") {
      counters = {
        ...counters,
        received: number(stat.packetsReceived),
        lost: number(stat.packetsLost),
        jitterMs: number(stat.jitter) * 1_000,
      };
    }
    if (stat.type === "remote-inbound-rtp" && stat.kind === "audio") {
      counters = { ...counters, remoteLossPercent: Math.max(0, number(stat.fractionLost)) * 100 };
    }
    if (stat.type === "candidate-pair" && stat.nominated === true) {
      counters = { ...counters, roundTripMs: number(stat.currentRoundTripTime) * 1_000 };
    }
  }
  return counters;
}

/** The quality of what came between two counts; undefined when nothing came. */
export function qualityBetween(before: AudioCounters, now: AudioCounters): CallQuality | undefined {
  const received = now.received - before.received;
  const lost = Math.max(0, now.lost - before.lost);
  if (received + lost <= 0) return undefined;
  const lossPercent = Math.max((lost / (received + lost)) * 100, now.remoteLossPercent);
  return describeQuality({ lossPercent, jitterMs: now.jitterMs, roundTripMs: now.roundTripMs });
}
