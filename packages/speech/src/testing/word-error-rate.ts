function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/-/g, "")
    .replace(/[^a-z0-9' ]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** How many words would have to be put in, taken out or replaced, and how many there were. */
export function wordErrors(said: string, heard: string): { readonly errors: number; readonly words: number } {
  const [from, to] = [words(said), words(heard)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, word] of from.entries()) {
    const next = [at + 1];
    for (const [index, other] of to.entries()) {
      const replaced = (row[index] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row.at(-1) ?? 0, words: from.length };
}
