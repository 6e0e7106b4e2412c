import { searchMarks } from "@offhook/search";

const AROUND_MATCH = 60;

/** Pure. One line of a text, beginning where the first of the searched words comes into sight. */
export function excerptOf(text: string, query: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = searchMarks(line, query)[0]?.start ?? 0;
  if (at <= AROUND_MATCH) return line;
  // At a word, or a sign of two units would be cut.
  const from = line.lastIndexOf(" ", at - AROUND_MATCH / 2);
  return from < 0 ? line : `…${line.slice(from + 1)}`;
}
