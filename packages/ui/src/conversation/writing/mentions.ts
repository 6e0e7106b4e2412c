/** Somebody who can be named. */
export interface MentionPerson<Id> {
  readonly id: Id;
  readonly name: string;
  readonly photo?: string | undefined;
}

/** Somebody is about to name somebody: what follows the @ before the caret. */
export interface MentionQuery {
  /** Where the @ stands. */
  readonly at: number;
  readonly text: string;
}

const MAX_QUERY = 40;
const NAME = String.raw`[\p{L}\p{M}\p{N}.'’-]*`;
// At the beginning of a word, also of one in brackets or quotes; the @ of an address stands inside of one.
const QUERY = new RegExp(String.raw`(?:^|[\s\p{Ps}\p{Pi}"'])@(${NAME}(?: ${NAME})?)$`, "u");

/** Pure. Undefined unless the caret stands in a name that begins with @. */
export function mentionQuery(typed: string, caret: number): MentionQuery | undefined {
  const text = QUERY.exec(typed.slice(0, caret))?.[1];
  if (text === undefined || text.length > MAX_QUERY) return undefined;
  return { at: caret - text.length - 1, text };
}

/** Pure. The names that fit, those that begin so first. Accents and the dots of initials may be left out. */
export function fittingPeople<Item extends { readonly name: string }>(
  people: readonly Item[],
  query: string,
  limit: number,
): readonly Item[] {
  const wanted = folded(query.trim());
  const rank = ({ name }: Item): number => {
    const lower = folded(name);
    if (lower.startsWith(wanted)) return 0;
    if (lower.split(/[\s-]+/).some((word) => word.startsWith(wanted))) return 1;
    return lower.includes(wanted) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank || one.person.name.localeCompare(other.person.name))
    .slice(0, limit)
    .map(({ person }) => person);
}

function folded(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\p{M}.'’]/gu, "")
    .toLowerCase();
}

export interface Mention<Id> {
  readonly id: Id;
  readonly start: number;
  readonly end: number;
}

/** Pure. Where people are named in a text. */
export function mentionsIn<Id>(text: string, people: readonly MentionPerson<Id>[]): readonly Mention<Id>[] {
  if (!text.includes("@")) return [];
  // Longer names first: "@Ana Reyes" is not a mention of "Ana".
  const byLength = [...people].sort((one, other) => other.name.length - one.name.length);
  const found: Mention<Id>[] = [];
  for (const { id, name } of byLength) {
    const word = `@${name}`;
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
      const isTaken = found.some((mention) => start >= mention.start && start < mention.end);
      if (!isTaken) found.push({ id, start, end: start + word.length });
    }
  }
  return found;
}
