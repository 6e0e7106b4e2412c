import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";
import { highlightParts } from "./highlight-parts.ts";
import classes from "./search-highlight.module.css";

const QueryContext = createContext("");

const SKIPPED = new Set<unknown>(["img", "picture", "video", "svg", "code", "pre", "textarea", "input"]);

export interface SearchHighlightProps {
  readonly query: string;
  readonly children: ReactNode;
}

/**
 * Marks every occurrence of the query in its children, in any case. Images and code stay as they are. Texts inside
 * components of ours (`LinkedText`, `EmojiText`, `SafeHtml`) are marked too, since they ask for the query themselves.
 */
export function SearchHighlight({ query, children }: SearchHighlightProps): ReactNode {
  return <QueryContext value={query}>{query.trim() === "" ? children : marked(children)}</QueryContext>;
}

/** The query in force, for a component that makes its text itself. */
export function useHighlightQuery(): string {
  return useContext(QueryContext);
}

/** Plain text, marked by the query of the `SearchHighlight` around it. */
export function HighlightedText({ text }: { readonly text: string }): ReactNode {
  const query = useHighlightQuery();
  if (query === "") return text;
  return highlightParts(text, query).map((part) =>
    part.isMatch ? (
      <mark key={part.start} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

function marked(children: ReactNode): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === "string" || typeof child === "number")
      return <HighlightedText text={String(child)} />;
    if (!isValidElement(child)) return child;
    if (SKIPPED.has(child.type)) return child;
    const element = child as ReactElement<PropsWithChildren>;
    const inner = element.props.children;
    // A function child belongs to its component: it is called, not shown.
    if (inner === undefined || typeof inner === "function") return child;
    return cloneElement(element, {}, marked(inner));
  });
}
