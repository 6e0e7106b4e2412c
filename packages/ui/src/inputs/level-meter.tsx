import type { ReactNode } from "react";
import classes from "./level-meter.module.css";

export interface LevelMeterProps {
  /** From silence, 0, to full scale, 1. */
  readonly level: number;
  readonly label: string;
}

function clamp(level: number): number {
  return Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : 0;
}

/** Draws a level, nothing more: its owner decides how often. */
export function LevelMeter({ level, label }: LevelMeterProps): ReactNode {
  const percent = Math.round(clamp(level) * 100);
  return (
    <div className={classes.root}>
      <meter className={classes.value} aria-label={label} min={0} max={100} value={percent} />
      <div className={classes.track} aria-hidden="true">
        {/* Uncovered from the right, so that the colors stand still while the level moves. */}
        <div className={classes.cover} style={{ transform: `scaleX(${(100 - percent) / 100})` }} />
      </div>
    </div>
  );
}
