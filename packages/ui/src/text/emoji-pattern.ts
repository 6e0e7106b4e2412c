/**
 * Emoji as they are seen: flags, keycaps, skin tones and joined families are one match each. Text characters that
 * only have an emoji form (digits, ©, ☎ without the emoji selector) stay text.
 */
const EMOJI = [
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Emoji_Presentation}\uFE0F?|\p{Extended_Pictographic}\uFE0F)[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*`,
].join("|");

export interface EmojiPart {
  readonly text: string;
  readonly isEmoji: boolean;
  /** Where the part begins in the text: unique and stable, so it serves as a key. */
  readonly start: number;
}

/** In every emoji there is a sign of this range, and in most texts none. */
const MAY_HOLD_EMOJI = /[\u200d-\uffff]/;

export function emojiParts(text: string): readonly EmojiPart[] {
  if (!MAY_HOLD_EMOJI.test(text)) return text === "" ? [] : [{ text, isEmoji: false, start: 0 }];
  const parts: EmojiPart[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(EMOJI, "gu"))) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isEmoji: false, start: end });
    parts.push({ text: match[0], isEmoji: true, start: match.index });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isEmoji: false, start: end });
  return parts;
}
