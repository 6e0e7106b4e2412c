import type { WallboardQueue, WallboardThresholds } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import { Siren, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { HOUR_NAMES } from "../plot/hours.ts";
import { Plot } from "../plot/plot.tsx";
import classes from "./queue-tile.module.css";
import { type Severity, severityOf, waitOf } from "./severity.ts";

export interface QueueTileProps {
  readonly queue: WallboardQueue;
  readonly thresholds: WallboardThresholds;
  /** Unix time in seconds. */
  readonly now: number;
  /** The hour it is at the company. */
  readonly hour: number;
  /** The numbers of the day have come. Until then none is shown, instead of a zero that is not true. */
  readonly isCounted?: boolean;
}

const NONE = "–";
const duration = (seconds: number | null): string => (seconds === null ? NONE : clockDuration(seconds));
const NAME_EVERY = 3;

/** A queue on the wall. */
export function QueueTile({ queue, thresholds, now, hour, isCounted = true }: QueueTileProps): ReactNode {
  const id = useId();
  const severity = severityOf(queue, thresholds, now);
  const { service_level: level } = queue;
  const counted = (calls: number): string => (isCounted ? String(calls) : NONE);
  return (
    <section className={classes.tile} aria-labelledby={id} data-severity={severity.worst}>
      <div className={classes.content}>
        <header className={classes.head}>
          <h2 id={id} className={classes.name} dir="auto">
            {queue.name}
          </h2>
          <SeverityMark severity={severity.worst} />
        </header>
        <dl className={classes.large}>
          <Figure label="Waiting" value={String(queue.waiting)} severity={severity.waiting} />
          <Figure
            label="Longest wait"
            value={clockDuration(waitOf(queue, now))}
            severity={severity.longestWait}
          />
        </dl>
        <dl className={classes.small}>
          <Figure label="Answered" value={counted(queue.answered)} />
          <Figure label="Abandoned" value={counted(queue.abandoned)} severity={severity.abandoned} />
          <Figure
            label="Service level"
            value={level === null ? NONE : `${Math.round(level * 100)}%`}
            severity={severity.serviceLevel}
          />
          <Figure label="Avg. wait" value={duration(queue.average_wait)} />
          <Figure label="Avg. talk" value={duration(queue.average_talk)} />
        </dl>
        <dl className={classes.agents}>
          <Figure label="Ready" value={String(queue.ready)} />
          <Figure label="Talking" value={String(queue.talking)} />
          <Figure label="Paused" value={String(queue.paused)} />
          <Figure label="Away" value={String(queue.away)} />
        </dl>
        <div className={classes.plot}>
          <Plot
            label={`Calls today by hour, ${queue.name}`}
            names={HOUR_NAMES}
            isContinuous
            nameEvery={NAME_EVERY}
            bars={{ name: "Today", values: queue.hours }}
            line={
              queue.usual.length > 0 ? { name: "Usual for this weekday", values: queue.usual } : undefined
            }
            current={hour}
          />
        </div>
      </div>
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly severity?: Severity;
}

function Figure({ label, value, severity = "normal" }: FigureProps): ReactNode {
  return (
    <div className={classes.figure} data-severity={severity}>
      <dt>{label}</dt>
      <dd data-numeric>{value}</dd>
    </div>
  );
}

/** Not by color alone. */
function SeverityMark({ severity }: { readonly severity: Severity }): ReactNode {
  if (severity === "normal") return null;
  const isAlarm = severity === "alarm";
  const Icon = isAlarm ? Siren : TriangleAlert;
  return (
    <span className={classes.mark} data-severity={severity}>
      <Icon aria-hidden />
      {isAlarm ? "Alarm" : "Warning"}
    </span>
  );
}
