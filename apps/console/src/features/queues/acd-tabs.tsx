import { hasScope } from "@offhook/contract";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useUser } from "../session/index.ts";
import classes from "./acd-tabs.module.css";

interface Tab {
  readonly label: string;
  readonly to: "/acd" | "/acd/wallboard" | "/acd/reports" | "/acd/shifts" | "/acd/supervision" | "/dispatch";
  readonly isForSupervisors?: boolean;
}

const TABS: readonly Tab[] = [
  { label: "Dashboard", to: "/acd" },
  { label: "Wallboard", to: "/acd/wallboard" },
  { label: "Reports", to: "/acd/reports" },
  { label: "On call", to: "/acd/shifts" },
  { label: "Supervision", to: "/acd/supervision", isForSupervisors: true },
  { label: "Dispatch", to: "/dispatch", isForSupervisors: true },
];

/** The pages about queues. */
export function AcdTabs(): ReactNode {
  const isSupervisor = hasScope(useUser().scope, "supervision");
  const bar = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  // On a narrow screen the bar scrolls: the tab of this page must not be out of sight.
  useEffect(() => {
    const tab = bar.current?.querySelector(`[href="${pathname}"]`);
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label="Queues">
      {TABS.filter(({ isForSupervisors = false }) => isSupervisor || !isForSupervisors).map(
        ({ label, to }) => (
          <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: true }}>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}
