import { ActionMenu, type MenuAction } from "@offhook/ui";
import { EmojiButton } from "@offhook/ui/emoji";
import { Emoji } from "@offhook/ui/text";
import {
  Copy,
  EllipsisVertical,
  Forward,
  Link2,
  ListChecks,
  MailOpen,
  MessageSquareReply,
  Pencil,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { writeMarks } from "../../content/write-content.ts";
import type { Message } from "../../store/message.ts";
import { canWrite, isOwner } from "../../store/topic.ts";
import classes from "./message-row.module.css";
import type { MessageScene } from "./message-scene.ts";

const QUICK = ["👍", "❤️", "😂"];

export interface MessageActionsProps {
  readonly message: Message;
  readonly scene: MessageScene;
  /** The pointer is over the message. */
  readonly isNear: boolean;
  readonly isInThread: boolean;
}

/** The buttons of a message, made when the pointer or the keyboard comes near: a screen of them would cost too much. */
export function MessageActions({ message, scene, isNear, isInThread }: MessageActionsProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (!isNear && !isOpen)
    return (
      <button
        type="button"
        className={classes.reveal}
        aria-label={`Actions for this message of ${scene.names.nameOf(message.from)}`}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
      />
    );
  return (
    <div
      className={classes.actions}
      role="toolbar"
      aria-label="Message actions"
      onFocus={() => setIsOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <Buttons message={message} scene={scene} isInThread={isInThread} />
    </div>
  );
}

function Buttons({ message, scene, isInThread }: Omit<MessageActionsProps, "isNear">): ReactNode {
  const { acts, record } = scene;
  const mayWrite = canWrite(record.topic);
  return (
    <>
      {mayWrite &&
        QUICK.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={classes.action}
            aria-label={`React with ${emoji}`}
            onClick={() => acts.react(message, emoji)}
          >
            <Emoji emoji={emoji} size={16} />
          </button>
        ))}
      {mayWrite && (
        <EmojiButton memory={acts.emojiMemory} size={30} onPick={(emoji) => acts.react(message, emoji)} />
      )}
      {!isInThread && (
        <button
          type="button"
          className={classes.action}
          aria-label="Reply in thread"
          title="Reply in thread"
          onClick={() => acts.openThread(message.seq)}
        >
          <MessageSquareReply size={17} aria-hidden="true" />
        </button>
      )}
      <ActionMenu label="More actions" icon={EllipsisVertical} actions={menuActions(message, scene)} />
    </>
  );
}

/** Own messages can be changed and deleted; the owner of a topic keeps its house in order. */
function menuActions(message: Message, { acts, ownId, record }: MessageScene): readonly MenuAction[] {
  const isOwn = message.from === ownId;
  const mayWrite = canWrite(record.topic);
  const edit: MenuAction = { label: "Edit", icon: Pencil, onSelect: () => acts.startEdit(message) };
  const remove: MenuAction = {
    label: "Delete",
    icon: Trash2,
    isDestructive: true,
    onSelect: () => acts.remove(message),
  };
  return [
    ...(isOwn && mayWrite ? [edit] : []),
    { label: "Forward", icon: Forward, onSelect: () => acts.forward(message) },
    { label: "Copy text", icon: Copy, onSelect: () => acts.copyText(writeMarks(message.content)) },
    { label: "Copy link", icon: Link2, onSelect: () => acts.copyLink(message) },
    { label: "Mark unread from here", icon: MailOpen, onSelect: () => acts.markUnread(message) },
    { label: "Make a task", icon: ListChecks, onSelect: () => acts.makeTask(message) },
    ...(isOwn || isOwner(record.topic) ? [remove] : []),
  ];
}
