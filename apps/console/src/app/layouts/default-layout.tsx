import { useMatches } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
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
import { SimulatorHost } from "../simulator/simulator-host.tsx";
import classes from "./default-layout.module.css";

/** Left navigation, banners, top bar and the page. */
export function DefaultLayout(): ReactNode {
  const routeName = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? "" });
  const [dialog, setDialog] = useState<ShellDialog>();
  const [query, setQuery] = useState<string>();
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const unread = useUnread(totalUnread) + useTeamsUnread();
  useWindowTitle(showsUnread ? unread : 0);
  return (
    <div className={classes.layout}>
      <a href={`#${PAGE_ID}`} className={classes.skip}>
        Skip to the page
      </a>
      <LeftNavigation isHiddenWhenSmall={hidesNavOnSmallScreens(routeName)} />
      <div className={classes.column}>
        <Banners />
        <TopBar onOpenDialog={setDialog} onSearch={setQuery} />
        <CallDeskHost />
        <main className={classes.main} id={PAGE_ID} data-scroll-restoration-id={PAGE_ID}>
          <PageFade className={classes.page}>
            <PageOutlet />
          </PageFade>
        </main>
      </div>
      <CommandPaletteHost
        query={query}
        onSearch={setQuery}
        onClose={() => setQuery(undefined)}
        onOpenDialog={setDialog}
      />
      <MessageNoticesHost />
      <TaskNoticesHost />
      <TeamsNoticesHost />
      <SimulatorHost />
      <ShellDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
}
