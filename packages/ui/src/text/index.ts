export { type EmojiPart, emojiParts } from "./emoji-pattern.ts";
export { emojiSizeOf } from "./emoji-size.ts";
export { Emoji, type EmojiProps, EmojiText, type EmojiTextProps } from "./emoji-text.tsx";
export { excerptOf } from "./excerpt.ts";
export { type HighlightPart, highlightParts } from "./highlight-parts.ts";
export { LinkedText, type LinkedTextProps } from "./linked-text.tsx";
export { SafeHtml, type SafeHtmlProps } from "./safe-html.tsx";
export {
  HighlightedText,
  SearchHighlight,
  type SearchHighlightProps,
  useHighlightQuery,
} from "./search-highlight.tsx";
export { type TextPart, textLinks } from "./text-links.ts";
