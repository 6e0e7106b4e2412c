export interface MentionPerson {
  readonly id: number;
  readonly name: string;
}

/** Pure. What is being typed after an @ that ends at the cursor; undefined where there is none. */
export function mentionQuery(text: string, cursor: number): string | undefined {
  const [, query] = /(?:^|\s)@([\p{L}\p{M}' -]{0,40})$/u.exec(text.slice(0, cursor)) ?? [];
  return query;
}

/** Pure. The people whose name begins with it, in any of its words. */
export function matchingPeople(people: readonly MentionPerson[], query: string): readonly MentionPerson[] {
  const wanted = query.trim().toLowerCase();
  return people.filter(
    ({ name }) =>
      name.toLowerCase().startsWith(wanted) ||
      name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.startsWith(wanted)),
  );
}

/** Pure. The text with the name in place of what was typed, and where the cursor then stands. */
export function withMention(
  text: string,
  cursor: number,
  name: string,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, cursor).replace(/@[\p{L}\p{M}' -]*$/u, `@${name} `);
  return { text: before + text.slice(cursor), cursor: before.length };
}

/** Pure. The people who are named in the text. */
export function mentionedIn(text: string, people: readonly MentionPerson[]): readonly number[] {
  return people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
}
