import { LinkedText } from "@offhook/ui/text";
import type { ReactNode } from "react";
import type { MessageContent, Span } from "../../content/message-content.ts";
import classes from "./message-text.module.css";

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Pure. Cuts a text where a format begins or ends. */
function textPieces(text: string, spans: readonly Span[]): readonly Piece[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of spans) cuts.add(Math.min(start, text.length)).add(Math.min(end, text.length));
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] ?? text.length;
    return {
      start,
      text: text.slice(start, end),
      spans: spans.filter((span) => span.start <= start && span.end >= end),
    };
  });
}

export interface MessageTextProps {
  readonly content: Pick<MessageContent, "text" | "spans">;
  readonly ownId: string | undefined;
}

/** What somebody wrote: formats, links, mentions, and a lone emoji large. */
export function MessageText({ content, ownId }: MessageTextProps): ReactNode {
  const { text, spans } = content;
  if (spans.length === 0) return <LinkedText text={text} />;
  return textPieces(text, spans).map((piece) => <TextPiece key={piece.start} piece={piece} ownId={ownId} />);
}

function TextPiece({
  piece,
  ownId,
}: {
  readonly piece: Piece;
  readonly ownId: string | undefined;
}): ReactNode {
  const { text, spans } = piece;
  const mention = spans.find(({ kind }) => kind === "mention");
  const link = spans.find(({ kind }) => kind === "link");
  if (spans.some(({ kind }) => kind === "code"))
    return text.includes("\n") ? (
      <pre className={classes.block}>
        <code>{text}</code>
      </pre>
    ) : (
      <code className={classes.code}>{text}</code>
    );
  let shown: ReactNode = <LinkedText text={text} emojiSize={24} />;
  if (mention)
    shown = (
      <span className={classes.mention} data-own={mention.value === ownId || undefined}>
        {text}
      </span>
    );
  else if (link?.value && /^https?:\/\//i.test(link.value))
    shown = (
      <a href={link.value} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  for (const { kind } of spans) {
    if (kind === "bold") shown = <strong>{shown}</strong>;
    if (kind === "italic") shown = <em>{shown}</em>;
    if (kind === "strike") shown = <s>{shown}</s>;
  }
  return shown;
}
