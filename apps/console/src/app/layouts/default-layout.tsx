import { useMatches } from "@tanstack/react-router";
import { memo, type ReactNode, useCallback, useState } from "react";
import { totalUnread, useUnread } from "../../features/messages/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { useTeamsUnread } from "../../features/teams/index.ts";
import { useWindowTitle } from "../../platform/window-title.ts";
import { PageFade } from "../page-fade.tsx";
import { PAGE_ID, PageOutlet } from "../page-outlet.tsx";
import { Banners } from "../shell/banners.tsx";
import { CallDeskHost } from "../shell/call-desk-host.tsx";
import { CommandPaletteHost } from "../shell/command-palette-host.tsx";
import { LeftNavigation } from "../shell/left-navigation.tsx";
import { MessageNoticesHost } from "../shell/message-notices-host.tsx";
import { hidesNavOnSmallScreens } from "../shell/navigation.ts";
import { type ShellDialog, ShellDialogs } from "../shell/shell-dialogs.tsx";
import { TaskNoticesHost } from "../shell/task-notices-host.tsx";
import { TeamsNoticesHost } from "../shell/teams-notices-host.tsx";
import { TopBar } from "../shell/top-bar.tsx";
import classes from "./default-layout.module.css";

/** Left navigation, banners, top bar and the page, and what opens in front of them. */
export function DefaultLayout(): ReactNode {
  const [dialog, setDialog] = useState<ShellDialog>();
  const [query, setQuery] = useState<string>();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const closeSearch = useCallback(() => setQuery(undefined), []);
  return (
    <div className={classes.layout}>
      <Ground onOpenDialog={setDialog} onSearch={setQuery} />
      <CommandPaletteHost query={query} onSearch={setQuery} onClose={closeSearch} onOpenDialog={setDialog} />
      <ShellDialogs open={dialog} onClose={closeDialog} />
    </div>
  );
}

interface GroundProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
  readonly onSearch: (query: string) => void;
}

/** What stays as it is when something opens in front of it. */
const Ground = memo(function Ground({ onOpenDialog, onSearch }: GroundProps): ReactNode {
  return (
    <>
      <a href={`#${PAGE_ID}`} className={classes.skip}>
        Skip to the page
      </a>
      <Navigation />
      <div className={classes.column}>
        <Banners />
        <TopBar onOpenDialog={onOpenDialog} onSearch={onSearch} />
        <CallDeskHost />
        <main className={classes.main} id={PAGE_ID} data-scroll-restoration-id={PAGE_ID}>
          <PageFade className={classes.page}>
            <PageOutlet />
          </PageFade>
        </main>
      </div>
      <UnreadInTitle />
      <MessageNoticesHost />
      <TaskNoticesHost />
      <TeamsNoticesHost />
    </>
  );
});

/** Apart from the rest, which need not be built anew because another page came. */
function Navigation(): ReactNode {
  const isHiddenWhenSmall = useMatches({
    select: (matches) => hidesNavOnSmallScreens(matches.at(-1)?.staticData.name ?? ""),
  });
  return <LeftNavigation isHiddenWhenSmall={isHiddenWhenSmall} />;
}

function UnreadInTitle(): null {
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const unread = useUnread(totalUnread) + useTeamsUnread();
  useWindowTitle(showsUnread ? unread : 0);
  return null;
}
