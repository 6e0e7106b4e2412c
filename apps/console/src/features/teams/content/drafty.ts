/** The protocol's rich text: plain text, and beside it what its parts are. */
export interface Drafty {
  readonly txt?: string;
  readonly fmt?: readonly DraftyFormat[];
  readonly ent?: readonly DraftyEntity[];
}

export interface DraftyFormat {
  /** -1: belongs to the message as a whole. */
  readonly at?: number;
  readonly len?: number;
  readonly tp?: string;
  readonly key?: number;
}

export interface DraftyEntity {
  readonly tp?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export const DRAFTY_MIME = "text/x-drafty";

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, where a character is a character.
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/**
 * Where the characters of a text begin. The protocol counts what people see as one character (a flag, a family), the
 * language counts pairs of bytes.
 */
function characterStarts(text: string): readonly number[] | undefined {
  if (ASCII_ONLY.test(text)) return undefined;
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...Array.from(segmenter.segment(text), ({ index }) => index), text.length];
}

export interface CharacterMap {
  toUnits(characters: number): number;
  toCharacters(units: number): number;
}

export function characterMap(text: string): CharacterMap {
  const starts = characterStarts(text);
  if (!starts) return { toUnits: (characters) => characters, toCharacters: (units) => units };
  return {
    toUnits: (characters) => starts[characters] ?? text.length,
    toCharacters: (units) => {
      const index = starts.findIndex((start) => start >= units);
      return index === -1 ? starts.length - 1 : index;
    },
  };
}
