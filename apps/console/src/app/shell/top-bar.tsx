import { ActionIcon, Indicator, Popover, Tooltip } from "@mantine/core";
import { useMatches } from "@tanstack/react-router";
import { PhoneCall } from "lucide-react";
import type { ReactNode } from "react";
import { pageTitle } from "../page-title.ts";
import { AccountMenu } from "./account-menu.tsx";
import { AudioMenu } from "./audio-menu.tsx";
import { DownloadsMenu } from "./downloads-menu.tsx";
import { SearchBox } from "./search-box.tsx";
import type { ShellDialog } from "./shell-dialogs.tsx";
import classes from "./top-bar.module.css";

export interface TopBarProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
  readonly onSearch: (query: string) => void;
}

export function TopBar({ onOpenDialog, onSearch }: TopBarProps): ReactNode {
  const routeName = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? "" });
  return (
    <header className={classes.bar}>
      <h1 className={classes.title}>{pageTitle(routeName)}</h1>
      <div className={classes.search}>
        <SearchBox onSearch={onSearch} />
      </div>
      <div className={classes.tools}>
        <ActiveCallsMenu />
        <DownloadsMenu />
        <AudioMenu />
        <AccountMenu onOpen={onOpenDialog} />
      </div>
    </header>
  );
}

/** Calls in progress, from any screen. */
function ActiveCallsMenu(): ReactNode {
  return (
    <Popover position="bottom-end" width={300}>
      <Popover.Target>
        <Tooltip label="Active calls">
          <Indicator disabled>
            <ActionIcon size="lg" aria-label="Active calls">
              <PhoneCall size={18} aria-hidden="true" />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.empty}>No calls right now.</p>
      </Popover.Dropdown>
    </Popover>
  );
}
