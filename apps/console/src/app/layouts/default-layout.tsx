import { Banner, Logo } from "@offhook/ui";
import { Link, Outlet, useMatches } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { useUser } from "../../features/session/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useWindowTitle } from "../../platform/window-title.ts";
import { PageFade } from "../page-fade.tsx";
import { pageTitle } from "../page-title.ts";
import { AccountMenu } from "./account-menu.tsx";
import classes from "./default-layout.module.css";
import { isActiveEntry, type NavigationEntry, navigationEntries } from "./navigation-entries.ts";

/** Left navigation, banners, top bar and the page. */
export function DefaultLayout(): ReactNode {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  useWindowTitle(0);
  return (
    <div className={classes.layout}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <Navigation currentPath={match?.pathname ?? ""} />
      <div className={classes.column}>
        <NetworkBanner />
        <header className={classes.top}>
          <h1 className={classes.title}>{pageTitle(match?.staticData.name ?? "")}</h1>
          <AccountMenu />
        </header>
        <main className={classes.main} id="page" data-scroll-restoration-id="page">
          <PageFade className={classes.page}>
            <Outlet />
          </PageFade>
        </main>
      </div>
    </div>
  );
}

function Navigation({ currentPath }: { readonly currentPath: string }): ReactNode {
  const { features } = useUser();
  return (
    <nav className={classes.navigation} aria-label="Main">
      <span className={classes.logo}>
        <Logo size={32} label="" />
      </span>
      {navigationEntries(features).map((entry) => (
        <NavigationLink key={entry.path} entry={entry} isActive={isActiveEntry(entry, currentPath)} />
      ))}
    </nav>
  );
}

interface NavigationLinkProps {
  readonly entry: NavigationEntry;
  readonly isActive: boolean;
}

function NavigationLink({ entry, isActive }: NavigationLinkProps): ReactNode {
  const { title, path, icon: Icon, isAtBottom = false } = entry;
  return (
    <Link
      to={path}
      className={classes.entry}
      data-bottom={isAtBottom}
      data-active={isActive}
      aria-current={isActive ? "page" : undefined}
    >
      <Icon size={20} aria-hidden="true" />
      <span>{title}</span>
    </Link>
  );
}

function NetworkBanner(): ReactNode {
  const { network } = usePlatform();
  const state = useSyncExternalStore(
    (listener) => network.subscribe(listener),
    () => network.state,
  );
  if (state === "up") return null;
  return (
    <Banner tone="network" icon={WifiOff} action={{ label: "Retry now", onClick: () => network.wake() }}>
      Network offline
    </Banner>
  );
}
