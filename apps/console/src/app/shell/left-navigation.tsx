import { Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { UnreadBadge } from "@offhook/ui";
import { Link, useLocation } from "@tanstack/react-router";
import {
  Contact,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Phone,
  Printer,
  Settings,
  Voicemail,
} from "lucide-react";
import type { ReactNode } from "react";
import { useUnread } from "../../features/messages/index.ts";
import { useUser } from "../../features/session/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import classes from "./left-navigation.module.css";
import { isActiveEntry, type NavEntry, type NavName, navEntries, SETTINGS_ENTRY } from "./navigation.ts";

const ICONS: Readonly<Record<NavName, LucideIcon>> = {
  Calls: Phone,
  Messages: MessageSquareText,
  Voicemail,
  Fax: Printer,
  Chat: MessagesSquare,
  Contacts: Contact,
  Settings,
};

/** The rail on the left; below 768 px a bar at the bottom. */
export function LeftNavigation(): ReactNode {
  const { features } = useUser();
  return (
    <nav className={classes.rail} aria-label="Main">
      <ul className={classes.list}>
        {navEntries(features).map((entry) => (
          <Entry key={entry.name} entry={entry} />
        ))}
        <li className={classes.spacer} aria-hidden="true" />
        <Entry entry={SETTINGS_ENTRY} />
      </ul>
    </nav>
  );
}

function Entry({ entry }: { readonly entry: NavEntry }): ReactNode {
  const currentPath = useLocation({ select: (location) => location.pathname });
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const count = useUnread((counters) => (entry.unread === undefined ? 0 : counters[entry.unread]));
  const isActive = isActiveEntry(entry, currentPath);
  const Icon = ICONS[entry.name];
  // On a phone the label stands under the icon; a tooltip would only cover the next entry.
  const hasHover = useMediaQuery("(hover: hover)") ?? true;
  return (
    <li>
      <Tooltip label={entry.name} position="right" disabled={!hasHover}>
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
                <UnreadBadge count={count} />
              </span>
            )}
          </span>
          <span className={classes.label}>{entry.name}</span>
        </Link>
      </Tooltip>
    </li>
  );
}
