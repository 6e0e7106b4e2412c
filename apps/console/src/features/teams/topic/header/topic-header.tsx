import { ActionMenu, type MenuAction, useConfirm, useSnackbar } from "@offhook/ui";
import { timeLabel } from "@offhook/ui/format";
import { Emoji } from "@offhook/ui/text";
import { useRouter } from "@tanstack/react-router";
import {
  AppWindow,
  ArrowLeft,
  Bell,
  BellOff,
  EllipsisVertical,
  LogOut,
  PenLine,
  Phone,
  Pin,
  PinOff,
  Settings2,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { useUser } from "../../../session/index.ts";
import { ChatFailure } from "../../link/chat-failure.ts";
import { MembersButton } from "../../members/members-button.tsx";
import type { TopicRecord } from "../../store/teams-state.ts";
import { isOwner } from "../../store/topic.ts";
import { useTeamsChat } from "../../teams-context.ts";
import type { Names } from "../use-names.ts";
import { NicknameDialog } from "./nickname-dialog.tsx";
import { statusOf, TopicFace } from "./topic-face.tsx";
import classes from "./topic-header.module.css";

export interface TopicHeaderProps {
  readonly record: TopicRecord;
  readonly names: Names;
  /** In a window of its own there is no list to go back to. */
  readonly isWindow: boolean;
  readonly onLeft: () => void;
}

export function TopicHeader({ record, names, isWindow, onLeft }: TopicHeaderProps): ReactNode {
  const router = useRouter();
  const { features } = useUser();
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
          onClick={() => router.history.push(paths.noChat())}
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
      {features.calls && extension && (
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
      <TopicMenu record={record} names={names} isWindow={isWindow} onLeft={onLeft} />
    </header>
  );
}

function TopicFacts({ record, names }: Pick<TopicHeaderProps, "record" | "names">): ReactNode {
  const { topic, members } = record;
  const { browser } = usePlatform();
  const { effective_timezone: timeZone } = useUser();
  if (topic.isGroup) {
    const count = members.size || topic.memberCount;
    const words = `${count} ${count === 1 ? "member" : "members"}`;
    return topic.note === "" ? words : `${words} · ${topic.note}`;
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

const EditTeamDialog = latePart(() => import("./edit-team-dialog.tsx"), "EditTeamDialog");

function openWindow(topic: string): void {
  window.open(paths.chatWindow(topic), "_blank", "popup,width=520,height=720");
}

/** Leaving a team, or deleting what is the user's own. */
function useEndAction({
  record,
  names,
  onLeft,
}: Pick<TopicHeaderProps, "record" | "names" | "onLeft">): MenuAction {
  const { topic } = record;
  const chat = useTeamsChat();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
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
  if (topic.isGroup && !isOwner(topic))
    return {
      label: "Leave team",
      icon: LogOut,
      isDestructive: true,
      onSelect: () =>
        void end(`Leave ${name}?`, "You will no longer see its messages.", "Leave", () =>
          chat.acts.leave(topic.id),
        ),
    };
  const text = topic.isGroup
    ? "All its messages and files are deleted for everyone."
    : "It will be removed from your list. The other person keeps it.";
  return {
    label: topic.isGroup ? "Delete team" : "Delete chat",
    icon: Trash2,
    isDestructive: true,
    onSelect: () => void end(`Delete ${name}?`, text, "Delete", () => chat.acts.deleteTopic(topic.id)),
  };
}

function TopicMenu({ record, names, isWindow, onLeft }: TopicHeaderProps): ReactNode {
  const { topic } = record;
  const mark = useMark(record);
  // By its id: a notification may lead to another topic meanwhile.
  const [naming, setNaming] = useState<string>();
  const [editing, setEditing] = useState<string>();
  const end = useEndAction({ record, names, onLeft });
  const pin: MenuAction = topic.isPinned
    ? { label: "Unpin", icon: PinOff, onSelect: () => mark({ isPinned: false }) }
    : { label: "Pin to the top", icon: Pin, onSelect: () => mark({ isPinned: true }) };
  const edit: MenuAction = { label: "Edit team", icon: Settings2, onSelect: () => setEditing(topic.id) };
  const apart: MenuAction = {
    label: "Open in a window",
    icon: AppWindow,
    onSelect: () => openWindow(topic.id),
  };
  return (
    <>
      <ActionMenu
        label="More for this chat"
        title="More"
        icon={EllipsisVertical}
        actions={[
          pin,
          ...(topic.isGroup && isOwner(topic) ? [edit] : []),
          { label: "Set nickname", icon: PenLine, onSelect: () => setNaming(topic.id) },
          ...(isWindow ? [] : [apart]),
          end,
        ]}
      />
      {editing === topic.id && <EditTeamDialog topic={topic} onClose={() => setEditing(undefined)} />}
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
