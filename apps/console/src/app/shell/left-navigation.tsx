import { Logo, UnreadBadge } from "@offhook/ui";
import { Link, useLocation } from "@tanstack/react-router";
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
import { memo, type ReactNode, Suspense } from "react";
import { useUnread } from "../../features/messages/index.ts";
import { useUser } from "../../features/session/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { useTeamsUnread } from "../../features/teams/index.ts";
import { lazyPart } from "../lazy-page.ts";
import classes from "./left-navigation.module.css";
import { isActiveEntry, type NavEntry, type NavName, navEntries, SETTINGS_ENTRY } from "./navigation.ts";

const TasksBadge = lazyPart(() => import("../../features/tasks/tasks-badge.tsx"), "TasksBadge");

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
  return (
    <nav className={classes.rail} aria-label="Main" data-hidden-when-small={isHiddenWhenSmall || undefined}>
      <span className={classes.logo}>
        <Logo size={32} label="" />
      </span>
      <ul className={classes.list}>
        {navEntries(features).map((entry) => (
          <Entry key={entry.name} entry={entry} />
        ))}
        <li className={classes.spacer} aria-hidden="true" />
        <Entry entry={SETTINGS_ENTRY} />
      </ul>
    </nav>
  );
});

function Entry({ entry }: { readonly entry: NavEntry }): ReactNode {
  const currentPath = useLocation({ select: (location) => location.pathname });
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const unreadInChat = useTeamsUnread();
  const unreadElsewhere = useUnread((counters) =>
    entry.unread === undefined || entry.unread === "teams" ? 0 : counters[entry.unread],
  );
  const count = entry.unread === "teams" ? unreadInChat : unreadElsewhere;
  const isActive = isActiveEntry(entry, currentPath);
  const Icon = ICONS[entry.name];
  return (
    <li>
      <Link
        to={entry.path}
        className={classes.entry}
        data-active={isActive || undefined}
        aria-current={isActive ? "page" : undefined}
      >
        <span className={classes.icon}>
          <Icon size={20} aria-hidden="true" />
          {showsUnread && (
            <span className={classes.badge}>
              {entry.feature === "tasks" ? (
                <Suspense fallback={null}>
                  <TasksBadge />
                </Suspense>
              ) : (
                <UnreadBadge count={count} />
              )}
            </span>
          )}
        </span>
        <span className={classes.label}>{entry.name}</span>
      </Link>
    </li>
  );
}
