import { searchMarks } from "@offhook/search";

export interface HighlightPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Where the part begins in the text: unique and stable, so it serves as a key. */
  readonly start: number;
}

/** Cuts a text into what the search found and what stands around it. The parts join to the text again. */
export function highlightParts(text: string, query: string): readonly HighlightPart[] {
  const parts: HighlightPart[] = [];
  let from = 0;
  for (const { start, end } of searchMarks(text, query)) {
    if (start > from) parts.push({ text: text.slice(from, start), isMatch: false, start: from });
    parts.push({ text: text.slice(start, end), isMatch: true, start });
    from = end;
  }
  if (from < text.length || parts.length === 0)
    parts.push({ text: text.slice(from), isMatch: false, start: from });
  return parts;
}
