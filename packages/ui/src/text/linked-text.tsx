import type { MouseEvent, ReactNode } from "react";
import { EmojiText } from "./emoji-text.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import classes from "./linked-text.module.css";
import { type TextPart, textLinks } from "./text-links.ts";

export interface LinkedTextProps {
  readonly text: string;
  /** Takes a clicked number (`+12125550110`) instead of the operating system's own `tel:` handler. */
  readonly onPhone?: (number: string) => void;
  readonly emojiSize?: number;
}

/** A message as people wrote it: addresses, mail and phone numbers become links, line breaks stay. */
export function LinkedText({ text, onPhone, emojiSize }: LinkedTextProps): ReactNode {
  // The rule of the big emoji looks at the whole text, not at a piece between two links.
  const parts = textLinks(text);
  const size = emojiSize ?? (parts.length > 1 ? 24 : undefined);
  return (
    <span className={classes.text} dir="auto">
      {parts.map((part) =>
        part.kind === "text" ? (
          <EmojiText key={part.start} text={part.text} {...(size === undefined ? {} : { size })} />
        ) : (
          <TextLink key={part.start} part={part} {...(onPhone ? { onPhone } : {})} />
        ),
      )}
    </span>
  );
}

interface TextLinkProps {
  readonly part: Exclude<TextPart, { kind: "text" }>;
  readonly onPhone?: (number: string) => void;
}

function TextLink({ part, onPhone }: TextLinkProps): ReactNode {
  const dial = (event: MouseEvent): void => {
    if (!onPhone) return;
    event.preventDefault();
    onPhone(part.href.slice("tel:".length));
  };
  const opensPage = part.kind === "url";
  return (
    <a
      className={classes.link}
      href={part.href}
      {...(opensPage ? { target: "_blank", rel: "noopener noreferrer" } : {})}
      {...(part.kind === "phone" ? { onClick: dial, "data-numeric": true } : {})}
    >
      <HighlightedText text={part.text} />
    </a>
  );
}
