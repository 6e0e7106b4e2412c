import type { ReactNode } from "react";
import classes from "./pulse.module.css";

export interface PulseProps {
  /** What makes it beat; it is still without. */
  readonly tone?: "ringing" | "voicemail" | undefined;
  /** Something round, as an avatar is. */
  readonly children: ReactNode;
}

/** A ring around somebody who is calling or speaking just now. */
export function Pulse({ tone, children }: PulseProps): ReactNode {
  return (
    <span className={classes.pulse} data-tone={tone}>
      {children}
    </span>
  );
}
