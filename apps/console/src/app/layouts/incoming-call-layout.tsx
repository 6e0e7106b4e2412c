import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./window-layout.module.css";

/** The small window of a ringing call. It must be there at once, so nothing fades. */
export function IncomingCallLayout(): ReactNode {
  return (
    <main className={classes.window}>
      <div className={classes.page}>
        <Outlet />
      </div>
    </main>
  );
}
