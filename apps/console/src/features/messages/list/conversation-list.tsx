import { ActionIcon, Select } from "@mantine/core";
import type { SmsConversation, SmsConversationFilter } from "@offhook/contract";
import { ActionMenu, EmptyState, LoadError, useSnackbar } from "@offhook/ui";
import { VirtualList } from "@offhook/ui/lists";
import { CheckCheck, EllipsisVertical, MessageSquarePlus, MessageSquareText } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useNow, useSettings } from "../../settings/index.ts";
import { useUnread } from "../messages-context.ts";
import { shownLines } from "../shown-lines.ts";
import { shownList } from "../store/conversation-lists.ts";
import { useMessageDesk } from "../use-message-desk.ts";
import classes from "./conversation-list.module.css";
import { ConversationRow } from "./conversation-row.tsx";

export interface ConversationListProps {
  /** The `lid`-independent key of what is open: line and number. */
  readonly selectedKey: string | undefined;
  readonly onOpen: (conversation: SmsConversation) => void;
  readonly onNew: () => void;
}

const ROW_HEIGHT = 76;
const TICK_MS = 60_000;
const ALL_LINES = "all";

const FILTERS: readonly { readonly value: SmsConversationFilter; readonly label: string }[] = [
  { value: "all", label: "All messages" },
  { value: "unread", label: "Unread" },
  { value: "assignedToMe", label: "Assigned to me" },
  { value: "assigned", label: "Assigned" },
  { value: "unassigned", label: "Unassigned" },
  { value: "unresolved", label: "Unresolved" },
  { value: "resolved", label: "Resolved" },
  { value: "scheduled", label: "Scheduled" },
  { value: "blocked", label: "Blocked" },
];

const EMPTY: Readonly<Record<SmsConversationFilter, string>> = {
  all: "There are no messages yet.",
  unread: "You have read everything.",
  assignedToMe: "Nothing is assigned to you.",
  assigned: "Nothing is assigned.",
  unassigned: "Everything is assigned.",
  unresolved: "Everything is resolved.",
  resolved: "Nothing is resolved yet.",
  scheduled: "No message is scheduled.",
  blocked: "Nobody is blocked.",
};

export const rowKey = ({ smsLine, id }: Pick<SmsConversation, "smsLine" | "id">): string =>
  `${smsLine}/${id}`;

/** The conversations of the user's lines, newest first. */
export function ConversationList({ selectedKey, onOpen, onNew }: ConversationListProps): ReactNode {
  const { lists } = useMessageDesk();
  const choice = useStore(lists.state, (state) => state.choice);
  const { conversations, status } = useStore(lists.state, shownList);
  const now = useNow(TICK_MS);
  useEffect(() => {
    // A failure shows in the list itself, with a button to try again.
    lists.open().catch(() => {});
  }, [lists]);
  return (
    <>
      <ListHead onNew={onNew} />
      <div className={classes.body}>
        <VirtualList
          // Another choice is another list: it begins at its top.
          key={`${choice.filter} ${choice.lines.join()}`}
          items={conversations}
          keyOf={rowKey}
          label="Conversations"
          rowHeight={ROW_HEIGHT}
          selectedKey={selectedKey}
          status={status === "idle" ? "loading" : status}
          onOpen={onOpen}
          onEndReached={() => void lists.loadMore().catch(() => {})}
          renderRow={(conversation) => (
            <ConversationRow conversation={conversation} now={now} showsLine={choice.lines.length > 1} />
          )}
          emptySlot={
            <EmptyState icon={MessageSquareText} action={{ label: "New message", onClick: onNew }}>
              {EMPTY[choice.filter]}
            </EmptyState>
          }
          errorSlot={
            <LoadError onRetry={() => void lists.open().catch(() => {})}>
              Your messages could not be loaded.
            </LoadError>
          }
        />
      </div>
    </>
  );
}

function ListHead({ onNew }: { readonly onNew: () => void }): ReactNode {
  const { lists } = useMessageDesk();
  const choice = useStore(lists.state, (state) => state.choice);
  return (
    <div className={classes.head}>
      <LineChoice />
      <Select
        className={classes.filter}
        size="xs"
        aria-label="Show"
        data={FILTERS.map((filter) => ({ ...filter }))}
        value={choice.filter}
        allowDeselect={false}
        comboboxProps={{ width: "max-content" }}
        onChange={(filter) => filter && lists.select({ ...choice, filter })}
      />
      <ActionIcon variant="light" aria-label="New message" title="New message" onClick={onNew}>
        <MessageSquarePlus size={18} aria-hidden="true" />
      </ActionIcon>
      <ListMenu />
    </div>
  );
}

function LineChoice(): ReactNode {
  const { lists } = useMessageDesk();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const active = useSettings((settings) => settings.activeSmsLines);
  const choice = useStore(lists.state, (state) => state.choice);
  const wanted = shownLines(user, { filters, activeSmsLines: active });
  if (user.sms_lines.length < 2) return null;
  const isAll = choice.lines.join() === wanted.join();
  return (
    <Select
      className={classes.filter}
      size="xs"
      aria-label="Line"
      data={[
        { value: ALL_LINES, label: "All lines" },
        ...user.sms_lines.map(({ sms_line, sms_linename }) => ({ value: sms_line, label: sms_linename })),
      ]}
      value={isAll ? ALL_LINES : (choice.lines[0] ?? ALL_LINES)}
      allowDeselect={false}
      onChange={(line) => line && lists.select({ ...choice, lines: line === ALL_LINES ? wanted : [line] })}
    />
  );
}

function ListMenu(): ReactNode {
  const { client } = usePlatform();
  const hasUnread = useUnread(({ sms }) => sms > 0);
  const snackbar = useSnackbar();
  const markAllRead = (): void => {
    client.markRead({ body: { type: "sms" } }).then(
      () => snackbar.show("All messages marked as read successfully", { tone: "success" }),
      () => snackbar.show("Something went wrong. Try again later", { tone: "error" }),
    );
  };
  return (
    <ActionMenu
      label="More for messages"
      title="More"
      icon={EllipsisVertical}
      actions={[
        { label: "Mark all as read", icon: CheckCheck, isDisabled: !hasUnread, onSelect: markAllRead },
      ]}
    />
  );
}
