import { ActionMenu, type MenuAction, useConfirm, useSnackbar } from "@offhook/ui";
import { timeLabel } from "@offhook/ui/format";
import { Emoji } from "@offhook/ui/text";
import { useRouter } from "@tanstack/react-router";
import {
  ArrowLeft,
  Bell,
  BellOff,
  EllipsisVertical,
  LogOut,
  PenLine,
  Phone,
  Pin,
  PinOff,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import { MembersButton } from "../members/members-button.tsx";
import type { TopicRecord } from "../store/teams-state.ts";
import { isOwner } from "../store/topic.ts";
import { useTeamsChat } from "../teams-context.ts";
import { NicknameDialog } from "./nickname-dialog.tsx";
import { statusOf, TopicFace } from "./topic-face.tsx";
import classes from "./topic-header.module.css";
import type { Names } from "./use-names.ts";

export interface TopicHeaderProps {
  readonly record: TopicRecord;
  readonly names: Names;
  /** In a window of its own there is no list to go back to. */
  readonly isWindow: boolean;
  readonly onLeft: () => void;
}

export function TopicHeader({ record, names, isWindow, onLeft }: TopicHeaderProps): ReactNode {
  const router = useRouter();
  const { topic } = record;
  const face = names.ofTopic(topic);
  const status = statusOf(face);
  const extension = face.person?.extension;
  return (
    <header className={classes.header}>
      {!isWindow && (
        <button
          type="button"
          className={classes.back}
          aria-label="Back to the chats"
          onClick={() => router.history.push("/teams/greeting")}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </button>
      )}
      <TopicFace topic={topic} face={face} size={36} />
      <div className={classes.text}>
        <h2 className={classes.name}>
          {names.topicName(topic)}
          {status && (
            <span title={status.name}>
              <Emoji emoji={status.emoji} size={15} />
            </span>
          )}
        </h2>
        <p className={classes.facts}>
          <TopicFacts record={record} names={names} />
        </p>
      </div>
      {extension && (
        <a
          className={classes.button}
          href={`tel:${extension}`}
          aria-label={`Call ${face.name ?? ""}`}
          title="Call"
        >
          <Phone size={18} aria-hidden="true" />
        </a>
      )}
      {topic.isGroup && <MembersButton key={topic.id} record={record} className={classes.button ?? ""} />}
      <BellButton record={record} />
      <TopicMenu record={record} names={names} onLeft={onLeft} />
    </header>
  );
}

function TopicFacts({ record, names }: Pick<TopicHeaderProps, "record" | "names">): ReactNode {
  const { topic, members } = record;
  const { browser } = usePlatform();
  const { effective_timezone: timeZone } = useUser();
  if (topic.isGroup) {
    const count = members.size || topic.memberCount;
    return `${count} ${count === 1 ? "member" : "members"}`;
  }
  const face = names.ofTopic(topic);
  const status = statusOf(face)?.name;
  if (topic.isOnline) return status ?? "Online";
  if (topic.lastSeen === undefined) return status ?? "Offline";
  return `Last seen ${timeLabel({ at: topic.lastSeen, now: browser.clock.now(), timeZone })}`;
}

/** The user's own marks fail only without a line; the text says so. */
function useMark(record: TopicRecord) {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  return (marks: Parameters<typeof chat.acts.mark>[1]): void => {
    chat.acts.mark(record.topic.id, marks).catch((failure: unknown) => {
      const text = failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later";
      snackbar.show(text, { tone: "error" });
    });
  };
}

function BellButton({ record }: { readonly record: TopicRecord }): ReactNode {
  const mark = useMark(record);
  const { isMuted } = record.topic;
  const label = isMuted ? "Unmute this chat" : "Mute this chat";
  const Icon = isMuted ? BellOff : Bell;
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={isMuted}
      aria-label={label}
      title={label}
      onClick={() => mark({ isMuted: !isMuted })}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}

function TopicMenu({ record, names, onLeft }: Omit<TopicHeaderProps, "isWindow">): ReactNode {
  const { topic } = record;
  const chat = useTeamsChat();
  const mark = useMark(record);
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  // By its id: a notification may lead to another topic meanwhile.
  const [naming, setNaming] = useState<string>();
  const name = names.topicName(topic);
  const end = async (
    title: string,
    text: string,
    acceptLabel: string,
    work: () => Promise<void>,
  ): Promise<void> => {
    if (!(await confirm({ title, text, acceptLabel, isDestructive: true }))) return;
    try {
      await work();
      onLeft();
    } catch (failure) {
      const why = failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later";
      snackbar.show(why, { tone: "error" });
    }
  };
  const leave: MenuAction = {
    label: "Leave team",
    icon: LogOut,
    isDestructive: true,
    onSelect: () =>
      void end(`Leave ${name}?`, "You will no longer see its messages.", "Leave", () =>
        chat.acts.leave(topic.id),
      ),
  };
  const remove: MenuAction = {
    label: topic.isGroup ? "Delete team" : "Delete chat",
    icon: Trash2,
    isDestructive: true,
    onSelect: () =>
      void end(
        `Delete ${name}?`,
        topic.isGroup
          ? "All its messages and files are deleted for everyone."
          : "The chat goes from your list. The other side keeps it.",
        "Delete",
        () => chat.acts.deleteTopic(topic.id),
      ),
  };
  return (
    <>
      <ActionMenu
        label="More for this chat"
        title="More"
        icon={EllipsisVertical}
        actions={[
          topic.isPinned
            ? { label: "Unpin", icon: PinOff, onSelect: () => mark({ isPinned: false }) }
            : { label: "Pin to the top", icon: Pin, onSelect: () => mark({ isPinned: true }) },
          { label: "Set nickname", icon: PenLine, onSelect: () => setNaming(topic.id) },
          ...(topic.isGroup && !isOwner(topic) ? [leave] : [remove]),
        ]}
      />
      {naming === topic.id && (
        <NicknameDialog
          name={topic.fn}
          nickname={topic.nickname}
          onSave={(nickname) => mark({ nickname })}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}
