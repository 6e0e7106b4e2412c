import { Wordmark } from "@offhook/ui";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageFade } from "../page/page-fade.tsx";
import classes from "./login-layout.module.css";

/** Two halves: who we are, and the form. On a phone the first shrinks to a band above the second. */
export function LoginLayout(): ReactNode {
  return (
    <div className={classes.layout}>
      <header className={classes.brand}>
        <Wordmark height={32} />
        <p className={classes.tagline}>Voice messages chat and video in one beautiful app</p>
      </header>
      <main className={classes.main}>
        <PageFade className={classes.panel}>
          <Outlet />
        </PageFade>
      </main>
    </div>
  );
}
