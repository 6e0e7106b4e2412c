import type { ReactNode } from "react";
import classes from "./unread-badge.module.css";

const CAP = 9;

/** Empty for nothing, "9+" above nine. */
export function badgeText(count: number): string {
  if (count <= 0) return "";
  return count > CAP ? `${CAP}+` : String(count);
}

export interface UnreadBadgeProps {
  readonly count: number;
  /** What is counted, for screen readers: "unread" gives "12 unread". */
  readonly label?: string;
}

export function UnreadBadge({ count, label = "unread" }: UnreadBadgeProps): ReactNode {
  const text = badgeText(count);
  if (text === "") return null;
  return (
    <span role="img" className={classes.badge} aria-label={`${count} ${label}`} data-numeric>
      {text}
    </span>
  );
}
