import { createContext, type ReactNode, useContext } from "react";
import type { HighlightPart } from "./highlight-parts.ts";
import classes from "./search-highlight.module.css";

// In a file of its own: texts stand on the first screen, and how they are searched does not have to.

/** Cuts a text by the search in force; undefined where nothing is searched. */
export type Highlighter = (text: string) => readonly HighlightPart[];

export const HighlightContext = createContext<Highlighter | undefined>(undefined);

/** For a component that makes its text itself. */
export function useHighlighter(): Highlighter | undefined {
  return useContext(HighlightContext);
}

/** Plain text, marked by the query of the `SearchHighlight` around it. */
export function HighlightedText({ text }: { readonly text: string }): ReactNode {
  const partsOf = useHighlighter();
  if (!partsOf) return text;
  return partsOf(text).map((part) =>
    part.isMatch ? (
      <mark key={part.start} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
