import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InLayout } from "../page/error-page.tsx";
import { PageFade } from "../page/page-fade.tsx";
import classes from "./window-layout.module.css";

/** A window of its own for one conversation: nothing but it. */
export function ChatWindowLayout(): ReactNode {
  return (
    <main className={classes.window}>
      <PageFade className={classes.page}>
        <InLayout value>
          <Outlet />
        </InLayout>
      </PageFade>
    </main>
  );
}
