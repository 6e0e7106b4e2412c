import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./acd-area.module.css";
import { AcdTabs } from "./acd-tabs.tsx";

/** Everything below `/acd`, and `/dispatch`: the tabs, and the page that one of them leads to. */
export function AcdArea(): ReactNode {
  return (
    <div className={classes.area} data-panes>
      <AcdTabs />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.page} aria-label="Page" tabIndex={0}>
        <Outlet />
      </section>
    </div>
  );
}
