import { TextInput } from "@mantine/core";
import { ActionMenu, EmptyState, useSnackbar } from "@offhook/ui";
import { FixedList } from "@offhook/ui/fixed-list";
import { useRouter } from "@tanstack/react-router";
import {
  CheckCheck,
  CircleUserRound,
  EllipsisVertical,
  MessageCirclePlus,
  MessagesSquare,
  Search,
  UserRound,
  UserRoundPlus,
  UsersRound,
} from "lucide-react";
import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useNow } from "../../settings/index.ts";
import { sortedTopics, totalUnread } from "../store/teams-state.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { useNames } from "../topic/use-names.ts";
import { LinkNotice } from "./link-notice.tsx";
import classes from "./topic-list.module.css";
import { TopicRow } from "./topic-row.tsx";

const MessageResults = latePart(() => import("./message-results.tsx"), "MessageResults");
const OwnProfileDialog = latePart(() => import("./own-profile-dialog.tsx"), "OwnProfileDialog");

/** The height that the style sheet gives a row. */
const ROW_HEIGHT = 63;
const TICK_MS = 60_000;

export interface TopicListProps {
  readonly selectedId: string | undefined;
  /** What an address asks to look for. */
  readonly search: string | undefined;
}

/** The user's topics: pinned ones first, then by the last word. */
export function TopicList({ selectedId, search }: TopicListProps): ReactNode {
  const router = useRouter();
  const topics = useTeamsState((state) => state.topics);
  const status = useTeamsState((state) => state.status);
  const names = useNames();
  const now = useNow(TICK_MS);
  const [filter, setFilter] = useState(search ?? "");
  useEffect(() => {
    if (search !== undefined) setFilter(search);
  }, [search]);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return sortedTopics(topics).filter(({ topic }) => names.topicName(topic).toLowerCase().includes(wanted));
  }, [topics, names, filter]);
  return (
    <>
      <ListHead filter={filter} onFilter={setFilter} />
      <LinkNotice />
      <div className={classes.body}>
        <FixedList
          items={shown}
          keyOf={({ topic }) => topic.id}
          label="Chats"
          rowHeight={ROW_HEIGHT}
          selectedKey={selectedId}
          status={status}
          onOpen={({ topic }) => router.history.push(paths.chat(topic.id))}
          renderRow={(record) => <TopicRow key={record.topic.id} record={record} names={names} now={now} />}
          emptySlot={<NoTopics isFiltered={filter.trim() !== ""} />}
        />
      </div>
      {filter.trim() !== "" && <MessageResults filter={filter} names={names} />}
    </>
  );
}

interface ListHeadProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Whatever happens below it, it stays as it is. */
const ListHead = memo(function ListHead({ filter, onFilter }: ListHeadProps): ReactNode {
  return (
    <div className={classes.head}>
      <TextInput
        type="search"
        aria-label="Find a chat or a message"
        placeholder="Find a chat or a message"
        leftSection={<Search size={16} aria-hidden="true" />}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      <NewMenu />
      <MoreMenu />
    </div>
  );
});

function NoTopics({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const router = useRouter();
  if (isFiltered) return <EmptyState icon={Search}>No chats found.</EmptyState>;
  return (
    <EmptyState
      icon={MessagesSquare}
      action={{ label: "Start a chat", onClick: () => router.history.push(paths.newChat("direct")) }}
    >
      You have no chats yet.
    </EmptyState>
  );
}

function NewMenu(): ReactNode {
  const router = useRouter();
  const go = (type: string) => (): void => router.history.push(paths.newChat(type));
  return (
    <ActionMenu
      label="New chat"
      icon={MessageCirclePlus}
      actions={[
        { label: "Message a colleague", icon: UserRound, onSelect: go("direct") },
        { label: "New team", icon: UsersRound, onSelect: go("group") },
        { label: "Join a team", icon: UserRoundPlus, onSelect: go("joinable") },
      ]}
    />
  );
}

function MoreMenu(): ReactNode {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const hasUnread = useTeamsState((state) => totalUnread(state) > 0);
  const markAllRead = (): void => {
    chat.markAllRead().catch(() => snackbar.show("Something went wrong. Try again later", { tone: "error" }));
  };
  const [isProfileOpen, setIsProfileOpen] = useState(false);
  return (
    <>
      <ActionMenu
        label="More for chats"
        title="More"
        icon={EllipsisVertical}
        actions={[
          { label: "Mark all as read", icon: CheckCheck, isDisabled: !hasUnread, onSelect: markAllRead },
          { label: "Your chat profile", icon: CircleUserRound, onSelect: () => setIsProfileOpen(true) },
        ]}
      />
      {isProfileOpen && <OwnProfileDialog onClose={() => setIsProfileOpen(false)} />}
    </>
  );
}
