const AROUND_MATCH = 60;

/** Pure. One line of a text, beginning where the first of the searched words comes into sight. */
export function excerptOf(text: string, query: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = line.toLowerCase().indexOf(query.trim().toLowerCase().split(/\s+/)[0] ?? "");
  return at > AROUND_MATCH ? `…${line.slice(at - AROUND_MATCH / 2)}` : line;
}
