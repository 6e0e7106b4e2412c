import { type ReactNode, useEffect } from "react";
import { emojiParts } from "./emoji-pattern.ts";
import { emojiSizeOf } from "./emoji-size.ts";
import classes from "./emoji-text.module.css";
import { HighlightedText } from "./highlighted-text.tsx";

export interface EmojiTextProps {
  readonly text: string;
  /** Pixels, instead of the rule of 24 and 64. */
  readonly size?: number;
}

/** Text with its emoji drawn in the bundled font. */
export function EmojiText({ text, size }: EmojiTextProps): ReactNode {
  const pixels = emojiSizeOf(text, size);
  return emojiParts(text).map((part) =>
    part.isEmoji ? (
      <Emoji key={part.start} emoji={part.text} size={pixels} />
    ) : (
      <HighlightedText key={part.start} text={part.text} />
    ),
  );
}

export interface EmojiProps {
  readonly emoji: string;
  readonly size?: number;
}

/** One emoji in the bundled font. Without a size it is as tall as the text around it. */
export function Emoji({ emoji, size }: EmojiProps): ReactNode {
  useEffect(() => {
    // Only a page that shows an emoji pays for the font's table of ranges, and then only for the files it needs.
    // Without a network the system's own emoji have to do.
    void import("../emoji/font/noto-emoji.css").catch(() => {});
  }, []);
  return (
    <span className={classes.emoji} {...(size === undefined ? {} : { style: { fontSize: size } })}>
      {emoji}
    </span>
  );
}
