import type { CallQuality } from "@offhook/contract";
import type { QualityInterval } from "@offhook/pbx";

/** An interval as the console knows it. */
export function describeQuality(interval: QualityInterval): CallQuality {
  return {
    time: Math.floor(interval.at / 1000),
    loss: interval.lossRate,
    jitter_ms: interval.jitterMs,
    round_trip_ms: interval.roundTripMs ?? null,
    mos: interval.meanOpinionScore ?? null,
  };
}
