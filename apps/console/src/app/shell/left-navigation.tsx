import { Logo, UnreadBadge } from "@offhook/ui";
import { useLocation, useRouter } from "@tanstack/react-router";
import {
  Contact,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Phone,
  Printer,
  Settings,
  Voicemail,
} from "lucide-react";
import { type MouseEvent, memo, type ReactNode, useCallback, useState } from "react";
import { useUser } from "../../features/session/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { TasksBadgeHost } from "../../features/tasks/index.ts";
import { useTeamsUnread } from "../../features/teams/index.ts";
import { useUnread } from "../../features/unread/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import classes from "./left-navigation.module.css";
import { isActiveEntry, type NavEntry, type NavName, navEntries, SETTINGS_ENTRY } from "./navigation.ts";

const ICONS: Readonly<Record<NavName, LucideIcon>> = {
  Calls: Phone,
  Messages: MessageSquareText,
  Tasks: ListChecks,
  Voicemail,
  Fax: Printer,
  Chat: MessagesSquare,
  Contacts: Contact,
  Settings,
};

export interface LeftNavigationProps {
  readonly isHiddenWhenSmall: boolean;
}

/** The rail on the left; below 768 px a bar at the bottom. */
export const LeftNavigation = memo(function LeftNavigation({
  isHiddenWhenSmall,
}: LeftNavigationProps): ReactNode {
  const { features } = useUser();
  const currentPath = useLocation({ select: (location) => location.pathname });
  const { chosen, choose } = useChosenEntry();
  const isActive = (entry: NavEntry): boolean =>
    chosen === undefined ? isActiveEntry(entry, currentPath) : chosen === entry.path;
  return (
    <nav
      className={classes.rail}
      aria-label="Main"
      data-hidden-when-small={isHiddenWhenSmall || undefined}
      data-keep-clear
    >
      <span className={classes.logo}>
        <Logo size={32} label="" />
      </span>
      <ul className={classes.list}>
        {navEntries(features).map((entry) => (
          <Entry key={entry.name} entry={entry} isActive={isActive(entry)} onChoose={choose} />
        ))}
        <li className={classes.spacer} aria-hidden="true" />
        <Entry entry={SETTINGS_ENTRY} isActive={isActive(SETTINGS_ENTRY)} onChoose={choose} />
      </ul>
    </nav>
  );
});

interface ChosenEntry {
  /** Marked already, though its page is not there yet. */
  readonly chosen: string | undefined;
  readonly choose: (path: string) => void;
}

/**
 * Marks the entry at once and goes there when the mark is on the screen. Finding and building another page takes a slow
 * machine longer than a click may go unanswered.
 */
function useChosenEntry(): ChosenEntry {
  const router = useRouter();
  const { browser } = usePlatform();
  const [chosen, setChosen] = useState<string>();
  const choose = useCallback(
    (path: string): void => {
      const go = async (): Promise<void> => {
        setChosen(path);
        await browser.nextPaint();
        await router.navigate({ to: path });
      };
      void go().finally(() => setChosen(undefined));
    },
    [router, browser],
  );
  return { chosen, choose };
}

interface EntryProps {
  readonly entry: NavEntry;
  readonly isActive: boolean;
  readonly onChoose: (path: string) => void;
}

/** A plain link: the router's own would look its address up again for each entry at every change of page. */
const Entry = memo(function Entry({ entry, isActive, onChoose }: EntryProps): ReactNode {
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const unreadInChat = useTeamsUnread();
  const unreadElsewhere = useUnread((counters) =>
    entry.unread === undefined || entry.unread === "teams" ? 0 : counters[entry.unread],
  );
  const count = entry.unread === "teams" ? unreadInChat : unreadElsewhere;
  const onClick = (event: MouseEvent): void => {
    // With a key held the click is the browser's: another tab, another window, a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(entry.path);
  };
  const Icon = ICONS[entry.name];
  return (
    <li>
      <a
        href={entry.path}
        onClick={onClick}
        className={classes.entry}
        data-active={isActive || undefined}
        aria-current={isActive ? "page" : undefined}
      >
        <span className={classes.icon}>
          <Icon size={20} aria-hidden="true" />
          {showsUnread && (
            <span className={classes.badge}>
              {entry.feature === "tasks" ? <TasksBadgeHost /> : <UnreadBadge count={count} />}
            </span>
          )}
        </span>
        <span className={classes.label}>{entry.name}</span>
      </a>
    </li>
  );
});
