import { find } from "linkifyjs";

export type TextPart =
  | { readonly kind: "text"; readonly text: string; readonly start: number }
  | {
      readonly kind: "url" | "mail" | "phone";
      readonly text: string;
      readonly href: string;
      readonly start: number;
    };

// A US number as people write it: optional leading 1, a digit 2 to 9, nine digits, the usual punctuation between.
// Not inside a longer run of digits or letters: order numbers, card numbers and ids are no phone numbers.
const PHONE = String.raw`(?<![\p{L}\p{N}_+]|\p{N}[-.])(?:\+?1[ .-]{0,2})?(?:\([2-9]\d{2}\)|[2-9]\d{2})[ .-]{0,2}\d{3}[ .-]{0,2}\d{4}(?![\p{L}\p{N}_]|[-.]\p{N})`;

// linkify only takes mail at the world's top-level domains; companies have names of their own behind the dot.
const MAIL = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}`;

/** What may stand behind a link; anything else that looks like one (ftp, javascript) stays text. */
const SAFE_PROTOCOL = /^https?:\/\//iu;

function linkAt(match: RegExpExecArray, offset: number): TextPart {
  const [text] = match;
  const start = offset + match.index;
  if (match.groups?.mail !== undefined) return { kind: "mail", text, href: `mailto:${text}`, start };
  const digits = text.replace(/\D/gu, "");
  return { kind: "phone", text, href: `tel:+${digits.length === 10 ? "1" : ""}${digits}`, start };
}

function ownLinks(text: string, offset: number): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (until: number): void => {
    if (until > end) parts.push({ kind: "text", text: text.slice(end, until), start: offset + end });
  };
  for (const match of text.matchAll(new RegExp(`(?<mail>${MAIL})|${PHONE}`, "gu"))) {
    addText(match.index);
    parts.push(linkAt(match, offset));
    end = match.index + match[0].length;
  }
  addText(text.length);
  return parts;
}

function hrefOf(found: { readonly type: string; readonly href: string }): string | undefined {
  if (found.type === "email") return found.href;
  return SAFE_PROTOCOL.test(found.href) ? found.href : undefined;
}

const KEPT_TEXTS = 500;
const known = new Map<string, readonly TextPart[]>();

/**
 * Cuts a text into plain pieces and links. The pieces join to the text again. The last texts are remembered: the same
 * messages are shown again and again, and looking for links is most of what showing them costs.
 */
export function textLinks(text: string): readonly TextPart[] {
  const before = known.get(text);
  if (before) return before;
  if (known.size >= KEPT_TEXTS) known.clear();
  const parts = findLinks(text);
  known.set(text, parts);
  return parts;
}

function findLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of find(text, { defaultProtocol: "https" })) {
    const href = hrefOf(found);
    if (href === undefined) continue;
    if (found.start > end) parts.push(...ownLinks(text.slice(end, found.start), end));
    parts.push({
      kind: found.type === "email" ? "mail" : "url",
      text: found.value,
      href,
      start: found.start,
    });
    end = found.end;
  }
  if (end < text.length) parts.push(...ownLinks(text.slice(end), end));
  return parts;
}
