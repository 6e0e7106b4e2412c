import { type HeardPart, type HeardSentence, understoodSentences } from "../decoding/heard-part.ts";

/** What a piece of a growing recording holds; all times are seconds from the beginning of the recording. */
export interface HeardPiece {
  readonly parts: readonly HeardPart[];
  /** How far the recording went when it was read. */
  readonly until: number;
}

export interface SpokenSoFar {
  readonly sentences: readonly HeardSentence[];
  /** What the speaker is just saying; the next words may change it. */
  readonly unfinished: string;
}

/** After a pause this long no word is joined to what was said before. */
const SETTLED_S = 1.2;
/** Of silence nothing older than this is listened to again. */
const SILENCE_S = 3;

/** Sentences of somebody who still speaks. What is followed by a pause, or by more, is settled and not heard again. */
export class RunningTranscript {
  #settled: HeardPart[] = [];
  #open: HeardPart | undefined;
  #from = 0;

  /** Where the next piece begins. */
  get from(): number {
    return this.#from;
  }

  take({ parts, until }: HeardPiece): SpokenSoFar {
    const last = parts.at(-1);
    const isOpen = last !== undefined && until - last.end < SETTLED_S;
    const done = isOpen ? parts.slice(0, -1) : parts;
    this.#settled.push(...done);
    this.#open = isOpen ? last : undefined;
    const settledUntil = done.at(-1)?.end ?? this.#from;
    this.#from = isOpen ? settledUntil : Math.max(settledUntil, until - SILENCE_S);
    return this.#soFar();
  }

  #soFar(): SpokenSoFar {
    const open = this.#open;
    const all = understoodSentences(open ? [...this.#settled, open] : this.#settled);
    const isShown = open !== undefined && open.text !== null && all.length > 0;
    return isShown
      ? { sentences: all.slice(0, -1), unfinished: open.text }
      : { sentences: all, unfinished: "" };
  }
}
