/** Somebody is about to name somebody: what follows the @ before the caret. */
export interface MentionQuery {
  /** Where the @ stands. */
  readonly at: number;
  readonly text: string;
}

const MAX_QUERY = 30;

/** Pure. Undefined unless the caret stands in a word that begins with @. */
export function mentionQuery(typed: string, caret: number): MentionQuery | undefined {
  const before = typed.slice(0, caret);
  const match = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(before);
  const text = match?.[1];
  if (text === undefined || text.length > MAX_QUERY) return undefined;
  return { at: caret - text.length - 1, text };
}

/** Pure. The names that fit, those that begin so first. */
export function fittingNames<Item extends { readonly name: string }>(
  items: readonly Item[],
  query: string,
  limit: number,
): readonly Item[] {
  const wanted = query.trim().toLowerCase();
  const rank = ({ name }: Item): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    if (lower.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    return lower.includes(wanted) ? 2 : 3;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank || one.item.name.localeCompare(other.item.name))
    .slice(0, limit)
    .map(({ item }) => item);
}
