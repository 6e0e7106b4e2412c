import { foldedWords } from "./fold.ts";

/** From so much on a name may be meant by somebody who wrote it otherwise. */
export const ALIKE_ENOUGH = 0.45;
/** Of a shorter word a slip changes nearly everything. */
const SHORTEST = 4;
const LENGTHS_APART = 4;

/** A judge of names: how like what was typed they are, from 0 to 1, word by word as the database counts (pg_trgm). */
export type Likeness = (name: string) => number;

/** Pure. Undefined when what was typed is too short to be taken for something else. */
export function likenessTo(typed: string): Likeness | undefined {
  const wanted = foldedWords(typed).filter((word) => !/\d/.test(word));
  if (!wanted.some((word) => word.length >= SHORTEST)) return undefined;
  const words = wanted.map((word) => ({ length: word.length, parts: partsOf(word) }));
  return (name) => {
    const others = foldedWords(name);
    return Math.min(
      ...words.map((word) => {
        const near = others.filter((other) => Math.abs(other.length - word.length) < LENGTHS_APART);
        return Math.max(0, ...near.map((other) => shared(word.parts, partsOf(other))));
      }),
    );
  };
}

function partsOf(word: string): ReadonlySet<string> {
  const spaced = `  ${word} `;
  const parts = new Set<string>();
  for (let at = 0; at + 3 <= spaced.length; at += 1) parts.add(spaced.slice(at, at + 3));
  return parts;
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let both = 0;
  for (const part of some) if (others.has(part)) both += 1;
  return both / (some.size + others.size - both);
}
