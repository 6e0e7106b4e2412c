import DOMPurify from "dompurify";
import { type ReactNode, useMemo } from "react";
import { type Highlighter, useHighlighter } from "./highlighted-text.tsx";
import classes from "./safe-html.module.css";

export interface SafeHtmlProps {
  /** Formatted text from elsewhere, release notes say; whatever could run or load something is taken out. */
  readonly html: string;
}

const ALLOWED_TAGS =
  "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  );

export function SafeHtml({ html }: SafeHtmlProps): ReactNode {
  const highlighter = useHighlighter();
  const clean = useMemo(() => safeMarkup(html, highlighter), [html, highlighter]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup comes out of DOMPurify, with a list of allowed tags.
  return <div className={classes.html} dangerouslySetInnerHTML={{ __html: clean }} />;
}

function safeMarkup(html: string, highlighter: Highlighter | undefined): string {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href", "title", "alt", "src", "width", "height", "start", "colspan", "rowspan"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp);)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll("a[href]")) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
  }
  if (highlighter) markMatches(fragment, highlighter);
  const holder = document.createElement("div");
  holder.append(fragment);
  return holder.innerHTML;
}

function markMatches(root: DocumentFragment, partsOf: Highlighter): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    if (node.parentElement?.closest("code, pre")) continue;
    const parts = partsOf(node.textContent ?? "");
    if (!parts.some((part) => part.isMatch)) continue;
    const marked = parts.map((part) => {
      if (!part.isMatch) return part.text;
      const mark = document.createElement("mark");
      mark.textContent = part.text;
      return mark;
    });
    (node as Text).replaceWith(...marked);
  }
}
