/** What was said, and when: seconds from the beginning. */
export interface HeardSentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The same, or that somebody spoke and was not understood. */
export interface HeardPart {
  readonly text: string | null;
  readonly start: number;
  readonly end: number;
}

/** In another language a single part may sound like English: with this little understood, none of it is shown. */
const LEAST_UNDERSTOOD = 0.5;

export function understoodSentences(parts: readonly HeardPart[]): readonly HeardSentence[] {
  let heard = 0;
  let understood = 0;
  const sentences: HeardSentence[] = [];
  for (const { text, start, end } of parts) {
    heard += end - start;
    if (text === null) continue;
    understood += end - start;
    sentences.push({ text, start, end });
  }
  return understood >= heard * LEAST_UNDERSTOOD ? sentences : [];
}
