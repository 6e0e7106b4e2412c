import type { ReactNode } from "react";
import classes from "./page-pending.module.css";

/** For a page whose code takes its time. */
export function PagePending(): ReactNode {
  return (
    <div className={classes.pending} role="status">
      <span className={classes.ring} aria-hidden="true" />
      <span className={classes.words}>Loading</span>
    </div>
  );
}
