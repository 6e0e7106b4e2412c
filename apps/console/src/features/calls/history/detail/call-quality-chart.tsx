import type { CallQuality } from "@offhook/contract";
import { DetailSection } from "@offhook/ui/detail";
import type { ReactNode } from "react";
import classes from "./call-detail.module.css";
import { keptQuality } from "./kept-quality.ts";

const WIDTH = 240;
const HEIGHT = 36;
const LOWEST = 1;
const HIGHEST = 4.5;
const MAX_BARS = 80;

/** How the call sounded, over its whole length. */
export function CallQualityChart({ intervals }: { readonly intervals: readonly CallQuality[] }): ReactNode {
  const quality = keptQuality(intervals);
  if (!quality) return null;
  const { word, cause, tone, mos, lossPercent, jitterMs, roundTripMs } = quality;
  return (
    <DetailSection label="Sound quality">
      <div className={classes.quality} data-tone={tone}>
        <Bars scores={thinned(quality.intervals)} />
        <div>
          <p className={classes.qualityWord}>
            <strong>{word}</strong>: {cause}
          </p>
          <p className={classes.numbers} data-numeric>
            {`MOS ${mos.toFixed(1)} · loss ${lossPercent.toFixed(1)} % · jitter ${Math.round(jitterMs)} ms`}
            {roundTripMs !== undefined && ` · round trip ${Math.round(roundTripMs)} ms`}
          </p>
        </div>
      </div>
    </DetailSection>
  );
}

/** Of a long call the worst of each stretch is drawn: that is what people remember. */
function thinned(scores: readonly (number | null)[]): readonly (number | null)[] {
  if (scores.length <= MAX_BARS) return scores;
  return Array.from({ length: MAX_BARS }, (_, index) => {
    const from = Math.floor((index * scores.length) / MAX_BARS);
    const to = Math.floor(((index + 1) * scores.length) / MAX_BARS);
    const stretch = scores.slice(from, to).filter((score) => score !== null);
    return stretch.length === 0 ? null : Math.min(...stretch);
  });
}

function Bars({ scores }: { readonly scores: readonly (number | null)[] }): ReactNode {
  const step = WIDTH / Math.max(scores.length, 12);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {scores.map((score, index) => {
        const height = score === null ? 1 : Math.max(2, ((score - LOWEST) / (HIGHEST - LOWEST)) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no other name than their place in time.
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
            data-tone={toneOf(score)}
          />
        );
      })}
    </svg>
  );
}

function toneOf(score: number | null): string {
  if (score === null) return "none";
  return score >= 4 ? "good" : score >= 3.3 ? "fair" : "poor";
}
