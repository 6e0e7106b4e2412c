import type { SmsMessage } from "@offhook/contract";
import { clockTime, fullDateTime } from "@offhook/ui/format";
import { LinkedText } from "@offhook/ui/text";
import type { ReactNode } from "react";
import { usePeople } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import type { MessageRow } from "../thread-rows.ts";
import { DeliveryLine } from "./delivery-line.tsx";
import { MediaGroup } from "./media-group.tsx";
import classes from "./message-bubble.module.css";
import { type MessageActions, MessageMenu } from "./message-menu.tsx";

export interface MessageBubbleProps {
  readonly row: MessageRow;
  readonly actions: MessageActions;
  /** The one that was searched for. */
  readonly isTarget: boolean;
}

/** A text, or several that were sent as one; or a comment, which only colleagues see. */
export function MessageBubble({ row, actions, isTarget }: MessageBubbleProps): ReactNode {
  const { id: userId, effective_timezone: timeZone, features } = useUser();
  const { messages, startsRun, endsRun } = row;
  const last = messages.at(-1) ?? messages[0];
  const isComment = last.kind === "comment";
  const side = isComment ? "comment" : last.direction;
  const author = authorOf(last, userId);
  return (
    <article
      className={classes.row}
      data-side={side}
      data-first={startsRun || undefined}
      data-target={isTarget || undefined}
      aria-label={labelOf(side, author)}
    >
      {startsRun && author !== undefined && (
        <span className={classes.author}>{isComment ? `${author} · internal note` : author}</span>
      )}
      <div className={classes.line}>
        <div className={classes.bubble}>
          <MediaGroup media={messages.flatMap(({ media }) => media)} />
          {last.text !== "" && (
            <LinkedText text={last.text} {...(features.calls && { onPhone: actions.call })} />
          )}
        </div>
        <MessageMenu message={last} ids={messages.map(({ id }) => id)} actions={actions} />
      </div>
      {(endsRun || row.showsReaders || last.dlr_error !== "") && (
        <footer className={classes.foot}>
          <time title={fullDateTime(last.time, timeZone)}>{clockTime(last.time, timeZone)}</time>
          {!isComment && <DeliveryLine messages={messages} onRetry={actions.retry} />}
          {row.showsReaders && <Readers ids={last.read_by} userId={userId} />}
        </footer>
      )}
    </article>
  );
}

function authorOf(
  { kind, direction, sent_by, sent_by_name }: SmsMessage,
  userId: number,
): string | undefined {
  if (sent_by === userId) return kind === "comment" ? "You" : undefined;
  if (direction === "in" && kind === "text") return undefined;
  return sent_by_name || "Automatic reply";
}

function labelOf(side: "in" | "out" | "comment", author: string | undefined): string {
  if (side === "comment") return `Comment by ${author ?? "you"}`;
  return side === "in" ? "Received" : `Sent by ${author ?? "you"}`;
}

const NO_NAMES = "";

function Readers({ ids, userId }: { readonly ids: readonly number[]; readonly userId: number }): ReactNode {
  const names = usePeople(({ byUserId }) =>
    ids
      .map((id) => (id === userId ? "you" : byUserId.get(id)?.name))
      .filter((name) => name !== undefined)
      .join(", "),
  );
  return names === NO_NAMES ? null : <span>Read by {names}</span>;
}
