import { Avatar, UNKNOWN_SENDER_NAME } from "@offhook/ui";
import { clockTime, fullDateTime } from "@offhook/ui/format";
import { Forward, MessageSquareReply, Trash2 } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { UNREADABLE_MESSAGE } from "../../content/message-content.ts";
import { AttachmentList } from "../../files/attachment-list.tsx";
import type { Message } from "../../store/message.ts";
import { type Receipts, receiptsOf, shownReactions } from "../../store/topic-view.ts";
import { EditBox } from "../compose/edit-box.tsx";
import { statusOf } from "../header/topic-face.tsx";
import { MessageActions } from "./message-actions.tsx";
import classes from "./message-row.module.css";
import type { MessageScene } from "./message-scene.ts";
import { MessageText } from "./message-text.tsx";
import { Reactions } from "./reactions.tsx";
import { Receipt } from "./receipt.tsx";

export interface MessageRowProps {
  readonly message: Message;
  readonly isContinued: boolean;
  readonly scene: MessageScene;
  /** The message somebody was led to. */
  readonly isTarget?: boolean;
  readonly isEditing?: boolean;
  /** In the thread itself there is no thread to open. */
  readonly isInThread?: boolean;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps): ReactNode {
  const { message, isContinued, scene, isTarget, isEditing, isInThread = false } = props;
  const { names, acts } = scene;
  const { clock, full } = timesOf(message, scene.timeZone);
  const [isNear, setIsNear] = useState(false);
  const face = names.faceOf(message.from);
  // Of a message that was deleted before this page saw it, nobody knows whose it was.
  const isNobodys = message.isDeleted && message.from === undefined;
  const name = isNobodys ? "Deleted message" : (face.name ?? UNKNOWN_SENDER_NAME);
  return (
    <article
      className={classes.row}
      aria-label={`${name}, ${clock}`}
      data-seq={message.seq}
      data-continued={isContinued || undefined}
      data-clock={isContinued ? clock : undefined}
      data-target={isTarget || undefined}
      onPointerEnter={() => setIsNear(true)}
      // A row that takes the place of another under a pointer that rests there is never entered.
      onPointerMove={() => setIsNear(true)}
      onPointerLeave={() => setIsNear(false)}
    >
      {!isContinued && (
        <span className={classes.side}>
          {isNobodys ? (
            <span className={classes.ghost}>
              <Trash2 size={16} aria-hidden="true" />
            </span>
          ) : (
            <Avatar name={face.name} photo={face.photo} size={34} status={statusOf(face)} isDecorative />
          )}
        </span>
      )}
      {!isContinued && !isNobodys && (
        <header className={classes.head}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} title={full}>
            {clock}
          </time>
        </header>
      )}
      {isEditing ? (
        <EditBox message={message} acts={acts} record={scene.record} names={names} />
      ) : (
        <Said message={message} scene={scene} />
      )}
      {!message.isDeleted && <MessageMarks message={message} scene={scene} />}
      {!isInThread && <ThreadSummary message={message} scene={scene} />}
      {!message.isDeleted && !isEditing && (
        <MessageActions message={message} scene={scene} isNear={isNear} isInThread={isInThread} />
      )}
    </article>
  );
}, isSameRow);

/** Something happens in a topic all the time; only rows it is about are drawn again. */
function isSameRow(before: MessageRowProps, after: MessageRowProps): boolean {
  return (
    before.message === after.message &&
    before.isContinued === after.isContinued &&
    before.isTarget === after.isTarget &&
    before.isInThread === after.isInThread &&
    // Whoever writes wants to mention those who came in meanwhile.
    !before.isEditing &&
    !after.isEditing &&
    isSameScene(before.scene, after.scene, after.message)
  );
}

function isSameScene(before: MessageScene, after: MessageScene, { from, seq }: Message): boolean {
  if (before === after) return true;
  const [one, other] = [before.record, after.record];
  const { ownId } = after;
  return (
    before.names === after.names &&
    before.acts === after.acts &&
    before.timeZone === after.timeZone &&
    before.ownId === ownId &&
    one.topic.mode === other.topic.mode &&
    one.reacting === other.reacting &&
    (from !== ownId ||
      one.members === other.members ||
      isSameReceipt(receiptsOf(one, seq, ownId), receiptsOf(other, seq, ownId)))
  );
}

function isSameReceipt(one: Receipts, other: Receipts): boolean {
  return one.status === other.status && one.readBy.join() === other.readBy.join();
}

interface MessageTimes {
  readonly timeZone: string;
  readonly clock: string;
  readonly full: string;
}

const knownTimes = new WeakMap<Message, MessageTimes>();

/** Worked out once: a topic is opened again and again. */
function timesOf(message: Message, timeZone: string): MessageTimes {
  const known = knownTimes.get(message);
  if (known?.timeZone === timeZone) return known;
  const { time } = message;
  const times = { timeZone, clock: clockTime(time, timeZone), full: fullDateTime(time, timeZone) };
  knownTimes.set(message, times);
  return times;
}

function Said({ message, scene }: Pick<MessageRowProps, "message" | "scene">): ReactNode {
  const { content, isDeleted, isUnreadable, isForwarded, isEdited } = message;
  if (isDeleted) return <p className={classes.deleted}>This message was deleted</p>;
  if (isUnreadable) return <p className={classes.deleted}>{UNREADABLE_MESSAGE}</p>;
  return (
    <>
      {isForwarded && (
        <span className={classes.forwarded}>
          <Forward size={13} aria-hidden="true" />
          Forwarded
        </span>
      )}
      {content.text !== "" && (
        <div className={classes.text}>
          <MessageText content={content} ownId={scene.ownId} />
          {isEdited && <span className={classes.edited}> (edited)</span>}
        </div>
      )}
      <AttachmentList attachments={content.attachments} />
    </>
  );
}

function MessageMarks({ message, scene }: Pick<MessageRowProps, "message" | "scene">): ReactNode {
  const { record, ownId, names, acts } = scene;
  const isOwn = message.from === ownId;
  return (
    <>
      {isOwn && (
        <Receipt
          {...receiptsOf(record, message.seq, ownId)}
          nameOf={names.nameOf}
          isGroup={record.topic.isGroup}
        />
      )}
      <Reactions
        reactions={shownReactions(message, record.reacting, ownId)}
        ownId={ownId}
        nameOf={names.nameOf}
        onToggle={(emoji) => acts.react(message, emoji)}
      />
    </>
  );
}

/** How many have answered and when, with the way to their answers. */
function ThreadSummary({ message, scene }: Pick<MessageRowProps, "message" | "scene">): ReactNode {
  const { replies, seq } = message;
  const last = replies.at(-1);
  if (!last) return null;
  const { names, acts, timeZone } = scene;
  const users = [...new Set(replies.map(({ from }) => from))].slice(0, 3);
  return (
    <button type="button" className={classes.thread} onClick={() => acts.openThread(seq)}>
      {users.map((user) => {
        const face = names.faceOf(user);
        return <Avatar key={user ?? ""} name={face.name} photo={face.photo} size={20} isDecorative />;
      })}
      <span className={classes.threadCount}>
        {replies.length} {replies.length === 1 ? "reply" : "replies"}
      </span>
      <span className={classes.threadTime}>Last at {clockTime(last.time, timeZone)}</span>
    </button>
  );
}

export interface AnswersRowProps {
  readonly answers: readonly Message[];
  readonly parent: Message | undefined;
  readonly seq: number;
  readonly scene: MessageScene;
}

/** One line that tells where somebody has answered an older message. */
export function AnswersRow({ answers, parent, seq, scene }: AnswersRowProps): ReactNode {
  const { names, acts } = scene;
  const who = [...new Set(answers.map(({ from }) => names.nameOf(from)))].join(", ");
  const quote = parent?.content.text.replace(/\s+/g, " ").trim() ?? "";
  return (
    <button type="button" className={classes.answers} onClick={() => acts.openThread(seq)}>
      <MessageSquareReply size={14} aria-hidden="true" />
      <span className={classes.answersText}>
        {who} replied to {quote === "" ? "a message" : `“${quote}”`}
      </span>
    </button>
  );
}
