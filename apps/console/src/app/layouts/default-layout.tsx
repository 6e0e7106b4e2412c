import { AreaBoundary, QuietBoundary } from "@offhook/ui";
import { useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { memo, type ReactNode, useCallback, useState } from "react";
import { useUser } from "../../features/session/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { useTeamsUnread } from "../../features/teams/index.ts";
import { totalUnread, useUnread } from "../../features/unread/index.ts";
import { paths } from "../../platform/navigation/paths.ts";
import { PageFade } from "../page/page-fade.tsx";
import { PAGE_ID, PageOutlet } from "../page/page-outlet.tsx";
import { Banners } from "../shell/banners.tsx";
import { CallOverlayHost } from "../shell/hosts/call-overlay-host.tsx";
import { LineChangesHost } from "../shell/hosts/line-changes-host.tsx";
import { NoticesHost } from "../shell/hosts/notices-host.tsx";
import { RingCardHost } from "../shell/hosts/ring-card-host.tsx";
import { LeftNavigation } from "../shell/left-navigation.tsx";
import { hidesNavOnSmallScreens } from "../shell/navigation.ts";
import { CommandPaletteHost } from "../shell/palette/command-palette-host.tsx";
import { type ShellDialog, ShellDialogs } from "../shell/shell-dialogs.tsx";
import { TopBar } from "../shell/top-bar/top-bar.tsx";
import classes from "./default-layout.module.css";
import { useWindowTitle } from "./window-title.ts";

/** Left navigation, banners, top bar and the page, and what opens in front of them. */
export function DefaultLayout(): ReactNode {
  const [dialog, setDialog] = useState<ShellDialog>();
  const [query, setQuery] = useState<string>();
  const router = useRouter();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const closeSearch = useCallback(() => setQuery(undefined), []);
  return (
    <div className={classes.layout}>
      <Ground onOpenDialog={setDialog} onSearch={setQuery} />
      <Part about={query}>
        <CommandPaletteHost
          query={query}
          onSearch={setQuery}
          onClose={closeSearch}
          onOpenDialog={setDialog}
        />
      </Part>
      <Part about={dialog}>
        <ShellDialogs open={dialog} onClose={closeDialog} />
      </Part>
      <Part>
        <RingCardAtDialPad isCovered={dialog !== undefined} onCheck={() => setDialog("ring")} />
      </Part>
      <LineChangesHost onOpenSettings={() => router.history.push(paths.settings("lines"))} />
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
      <Part>
        <Navigation />
      </Part>
      <div className={classes.column}>
        <Part>
          <Banners onShowAlerts={() => onOpenDialog("alerts")} />
        </Part>
        <Part>
          <TopBar onOpenDialog={onOpenDialog} onSearch={onSearch} />
        </Part>
        <AreaBoundary text="Your calls can't be displayed. They go on.">
          <CallOverlayHost />
        </AreaBoundary>
        <main className={classes.main} id={PAGE_ID} data-scroll-restoration-id={PAGE_ID}>
          <PageFade className={classes.page}>
            <PageOutlet />
          </PageFade>
        </main>
      </div>
      <UnreadInTitle />
      <Part>
        <NoticesHost />
      </Part>
    </>
  );
});

interface PartProps {
  readonly about?: unknown;
  readonly children: ReactNode;
}

/** Fails by itself, never with the page or a running call, and is tried again on the next page. */
function Part({ about, children }: PartProps): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return <QuietBoundary about={`${path} ${String(about)}`}>{children}</QuietBoundary>;
}

/** Apart from the rest, which need not be built anew because another page came. */
function Navigation(): ReactNode {
  const isHiddenWhenSmall = useMatches({
    select: (matches) => hidesNavOnSmallScreens(matches.at(-1)?.staticData.name ?? ""),
  });
  return <LeftNavigation isHiddenWhenSmall={isHiddenWhenSmall} />;
}

/** The card is for the page a newcomer lands on; elsewhere it would lie over their work. */
const LANDING_PATHS: ReadonlySet<string> = new Set([paths.calls, paths.dialPad()]);

interface RingCardAtDialPadProps {
  readonly isCovered: boolean;
  readonly onCheck: () => void;
}

function RingCardAtDialPad({ isCovered, onCheck }: RingCardAtDialPadProps): ReactNode {
  const isLanding = useLocation({ select: ({ pathname }) => LANDING_PATHS.has(pathname) });
  const { features } = useUser();
  return features.calls && <RingCardHost isWelcome={isLanding && !isCovered} onCheck={onCheck} />;
}

function UnreadInTitle(): null {
  const showsUnread = useSettings((settings) => settings.showUnreadCount);
  const unread = useUnread(totalUnread) + useTeamsUnread();
  useWindowTitle(showsUnread ? unread : 0);
  return null;
}
