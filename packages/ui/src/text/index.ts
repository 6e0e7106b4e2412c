export { Emoji, EmojiText } from "./emoji-text.tsx";
export { excerptOf } from "./excerpt.ts";
export { HighlightedText } from "./highlighted-text.tsx";

export { LinkedText } from "./linked-text.tsx";
export { SafeHtml } from "./safe-html.tsx";
export { SearchHighlight } from "./search-highlight.tsx";
export { textLinks } from "./text-links.ts";
