import {
  Children,
  cloneElement,
  isValidElement,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useMemo,
} from "react";
import { highlightParts } from "./highlight-parts.ts";
import { HighlightContext, HighlightedText } from "./highlighted-text.tsx";

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
  const isSearched = query.trim() !== "";
  const highlighter = useMemo(
    () => (isSearched ? (text: string) => highlightParts(text, query) : undefined),
    [isSearched, query],
  );
  return <HighlightContext value={highlighter}>{isSearched ? marked(children) : children}</HighlightContext>;
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
