import { ActionIcon, TextInput } from "@mantine/core";
import type { SmsConversation, SmsConversationFilter } from "@offhook/contract";
import { ActionMenu, EmptyState, LoadError, useSnackbar } from "@offhook/ui";
import { FilterSelect } from "@offhook/ui/filter-select";
import { FixedList } from "@offhook/ui/fixed-list";
import { ListBody, ListHead, ListTools, WIDE_TOOL } from "@offhook/ui/list-head";
import { CheckCheck, EllipsisVertical, MessageSquarePlus, MessageSquareText, Search } from "lucide-react";
import { memo, type ReactNode, useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useUser } from "../../session/index.ts";
import { useNow, useSettings } from "../../settings/index.ts";
import { TasksBadgeHost, TasksButton } from "../../tasks/index.ts";
import { useUnread } from "../../unread/index.ts";
import { SHORTEST_SEARCH } from "../search/search-words.ts";
import { shownLines } from "../shown-lines.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { ConversationRow } from "./conversation-row.tsx";

const MessageResults = latePart(() => import("../search/message-results.tsx"), "MessageResults");

export interface ConversationListProps {
  /** What an address asks to look for. */
  readonly search: string | undefined;
  /** The `lid`-independent key of what is open: line and number. */
  readonly selectedKey: string | undefined;
  readonly onOpen: (conversation: SmsConversation) => void;
  /** It may be opened next. */
  readonly onRest: (conversation: SmsConversation) => void;
  readonly onNew: () => void;
}

interface ConversationsProps extends Omit<ConversationListProps, "search"> {
  readonly now: number;
}

/** The height that the style sheet gives a row. */
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
export function ConversationList(props: ConversationListProps): ReactNode {
  const now = useNow(TICK_MS);
  const [typed, setTyped] = useTypedSearch(props.search);
  const isSearching = typed.trim().length >= SHORTEST_SEARCH;
  return (
    <>
      <Head typed={typed} isSearching={isSearching} onType={setTyped} onNew={props.onNew} />
      <ListBody>
        {isSearching ? <MessageResults typed={typed} now={now} /> : <Conversations {...props} now={now} />}
      </ListBody>
    </>
  );
}

/** What an address asks for is taken over once; from then on the field decides. */
function useTypedSearch(given: string | undefined): [string, (typed: string) => void] {
  const [state, setState] = useState({ given, typed: given ?? "" });
  const isNews = given !== undefined && given !== state.given;
  if (isNews) setState({ given, typed: given });
  const type = useCallback((typed: string) => setState({ given, typed }), [given]);
  return [isNews ? given : state.typed, type];
}

function Conversations({ selectedKey, onOpen, onRest, onNew, now }: ConversationsProps): ReactNode {
  const { lists } = useTextMessages();
  const choice = useStore(lists.state, (state) => state.choice);
  const { rows, status } = useStore(lists.state, lists.shown);
  const showsLine = choice.lines.length > 1;
  const renderRow = useCallback(
    (conversation: SmsConversation) => (
      <ConversationRow conversation={conversation} now={now} showsLine={showsLine} />
    ),
    [now, showsLine],
  );
  useEffect(() => {
    // A failure shows in the list itself, with a button to try again.
    lists.open().catch(() => {});
  }, [lists]);
  return (
    <FixedList
      // Another choice is another list: it begins at its top.
      key={`${choice.filter} ${choice.lines.join()}`}
      items={rows}
      keyOf={rowKey}
      label="Conversations"
      rowHeight={ROW_HEIGHT}
      selectedKey={selectedKey}
      status={status === "idle" ? "loading" : status}
      onOpen={onOpen}
      onRest={onRest}
      onEndReached={() => void lists.loadMore().catch(() => {})}
      renderRow={renderRow}
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
  );
}

interface HeadProps {
  readonly typed: string;
  /** A search goes through all messages, whatever the list was showing. */
  readonly isSearching: boolean;
  readonly onType: (typed: string) => void;
  readonly onNew: () => void;
}

function SearchingHead({ typed, isSearching, onType, onNew }: HeadProps): ReactNode {
  return (
    <ListHead>
      <ListTools>
        <TextInput
          className={WIDE_TOOL}
          size="xs"
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          leftSection={<Search size={15} aria-hidden="true" />}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && onType("")}
        />
        <ActionIcon variant="light" aria-label="New message" title="New message" onClick={onNew}>
          <MessageSquarePlus size={18} aria-hidden="true" />
        </ActionIcon>
        <TasksButton size="md">
          <TasksBadgeHost />
        </TasksButton>
        <ListMenu />
      </ListTools>
      <ListTools>
        <LineChoice />
        {!isSearching && <FilterChoice />}
      </ListTools>
    </ListHead>
  );
}

// Opening a conversation draws the list anew; its tools do not depend on that.
const LineChoice = memo(Lines);
const FilterChoice = memo(Filters);
const ListMenu = memo(MoreForList);
const Head = memo(SearchingHead);

function Filters(): ReactNode {
  const { lists } = useTextMessages();
  const choice = useStore(lists.state, (state) => state.choice);
  return (
    <FilterSelect
      className={WIDE_TOOL}
      label="Show"
      options={FILTERS}
      value={choice.filter}
      listWidth="max-content"
      onChange={(filter) => void lists.select({ ...choice, filter })}
    />
  );
}

function Lines(): ReactNode {
  const { lists } = useTextMessages();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const active = useSettings((settings) => settings.activeSmsLines);
  const choice = useStore(lists.state, (state) => state.choice);
  const wanted = shownLines(user, { filters, activeSmsLines: active });
  if (user.sms_lines.length < 2) return null;
  const isAll = choice.lines.join() === wanted.join();
  return (
    <FilterSelect
      className={WIDE_TOOL}
      label="Line"
      options={[
        { value: ALL_LINES, label: "All lines" },
        ...user.sms_lines.map(({ sms_line, sms_linename }) => ({ value: sms_line, label: sms_linename })),
      ]}
      value={isAll ? ALL_LINES : (choice.lines[0] ?? ALL_LINES)}
      onChange={(line) => void lists.select({ ...choice, lines: line === ALL_LINES ? wanted : [line] })}
    />
  );
}

function MoreForList(): ReactNode {
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
