import { sectionColor } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { type Standing, standingColor, standingWords } from "./agent-standing.ts";
import classes from "./standing-tag.module.css";

export interface StandingTagProps {
  readonly standing: Standing;
  /** In milliseconds. */
  readonly now: number;
}

/** What somebody does, and for how long. */
export function StandingTag({ standing, now }: StandingTagProps): ReactNode {
  const section = standingColor(standing.state);
  return (
    <span className={classes.standing}>
      <span
        className={classes.tag}
        style={
          section && {
            color: sectionColor(section),
            background: `var(--offhook-section-${section}-soft)`,
          }
        }
      >
        {standingWords(standing)}
      </span>
      <time className={classes.since}>{clockDuration(now / 1000 - standing.since)}</time>
    </span>
  );
}
