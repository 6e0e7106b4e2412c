import type { ReactNode } from "react";
import classes from "./presence-dot.module.css";

export type Presence = "offline" | "online" | "away";

const LABELS: Readonly<Record<Presence, string>> = { offline: "Offline", online: "Online", away: "Away" };

export interface PresenceDotProps {
  readonly presence: Presence;
  readonly size?: number;
  /** Says more than the bare state where the screen knows more ("Do Not Disturb"). */
  readonly label?: string;
}

/** Red, green or amber; the shapes differ too, for eyes that do not part the colors. */
export function PresenceDot({ presence, size = 10, label }: PresenceDotProps): ReactNode {
  return (
    <span
      role="img"
      aria-label={label ?? LABELS[presence]}
      className={classes.dot}
      data-presence={presence}
      style={{ width: size, height: size }}
    />
  );
}
