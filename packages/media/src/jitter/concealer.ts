/** Human pitch lies between these periods. */
const SHORTEST_PERIOD_MS = 2.5;
const LONGEST_PERIOD_MS = 15;
const TEMPLATE_MS = 8;
const SEAM_MS = 5;
/** A gap fades to silence over this time: longer repetition sounds like a robot. */
const FADE_MS = 120;

/**
 * Fills gaps by repeating the last pitch period and fading it out, and blends back when audio returns.
 * The period is searched for, since repeating any other piece clicks at every seam.
 */
export class Concealer {
  readonly #sampleRate: number;
  readonly #past: Int16Array;
  #gap: { readonly period: Int16Array; at: number } | undefined;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#past = new Int16Array(this.#samples(LONGEST_PERIOD_MS + TEMPLATE_MS) + 1);
  }

  /** Audio that arrived. Returned as it is, or with its start blended into the gap before it. */
  play(audio: Int16Array): Int16Array {
    const joined = this.#gap ? this.#blend(audio) : audio;
    this.#gap = undefined;
    this.#remember(joined);
    return joined;
  }

  conceal(samples: number): Int16Array {
    this.#gap ??= { period: this.#lastPeriod(), at: 0 };
    return this.#continueGap(samples);
  }

  #continueGap(samples: number): Int16Array {
    const filled = new Int16Array(samples);
    const gap = this.#gap;
    if (!gap) return filled;
    const fade = this.#samples(FADE_MS);
    for (let at = 0; at < samples; at += 1) {
      const gain = Math.max(0, 1 - gap.at / fade);
      filled[at] = (gap.period[gap.at % gap.period.length] ?? 0) * gain;
      gap.at += 1;
    }
    return filled;
  }

  #blend(audio: Int16Array): Int16Array {
    const length = Math.min(audio.length, this.#samples(SEAM_MS));
    const tail = this.#continueGap(length);
    const joined = audio.slice();
    for (let at = 0; at < length; at += 1) {
      const share = at / length;
      joined[at] = (audio[at] ?? 0) * share + (tail[at] ?? 0) * (1 - share);
    }
    return joined;
  }

  #remember(audio: Int16Array): void {
    const past = this.#past;
    if (audio.length >= past.length) {
      past.set(audio.subarray(audio.length - past.length));
      return;
    }
    past.copyWithin(0, audio.length);
    past.set(audio, past.length - audio.length);
  }

  #lastPeriod(): Int16Array {
    const past = this.#past;
    const template = this.#samples(TEMPLATE_MS);
    const start = past.length - template;
    const longest = Math.min(this.#samples(LONGEST_PERIOD_MS), start);
    let best = longest;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let lag = this.#samples(SHORTEST_PERIOD_MS); lag <= longest; lag += 1) {
      const score = this.#likeness(start, lag, template);
      if (score > bestScore) {
        bestScore = score;
        best = lag;
      }
    }
    return past.slice(past.length - best);
  }

  /** Normalized correlation of the newest audio with that of `lag` samples earlier. */
  #likeness(start: number, lag: number, length: number): number {
    const past = this.#past;
    let product = 0;
    let energy = 1;
    for (let at = start; at < start + length; at += 1) {
      const earlier = past[at - lag] ?? 0;
      product += (past[at] ?? 0) * earlier;
      energy += earlier * earlier;
    }
    return product / Math.sqrt(energy);
  }

  #samples(durationMs: number): number {
    return Math.round((durationMs * this.#sampleRate) / 1_000);
  }
}

/** Two frames folded into one: begins as the first and ends as the second. */
export function foldFrames(first: Int16Array, second: Int16Array): Int16Array {
  const length = Math.min(first.length, second.length);
  const folded = second.slice();
  for (let at = 0; at < length; at += 1) {
    const share = at / length;
    folded[at] = (first[at] ?? 0) * (1 - share) + (second[at] ?? 0) * share;
  }
  return folded;
}
