import type { WallboardQueue, WallboardThresholds } from "@offhook/contract";

/** In the order of how bad it is. */
const ORDER = ["normal", "warning", "alarm"] as const;
export type Severity = (typeof ORDER)[number];

export interface QueueSeverity {
  readonly waiting: Severity;
  readonly longestWait: Severity;
  readonly abandoned: Severity;
  readonly serviceLevel: Severity;
  /** Of all of them. */
  readonly worst: Severity;
  /** Of those that somebody can do something about right now. */
  readonly now: Severity;
}

interface Limits {
  readonly warning: number;
  readonly alarm: number;
}

const from = (value: number, { warning, alarm }: Limits): Severity => {
  if (value >= alarm) return "alarm";
  return value >= warning ? "warning" : "normal";
};

const below = (value: number, { warning, alarm }: Limits): Severity => {
  if (value < alarm) return "alarm";
  return value < warning ? "warning" : "normal";
};

const worstOf = (...all: readonly Severity[]): Severity =>
  ORDER[Math.max(...all.map((each) => ORDER.indexOf(each)))] ?? "normal";

/** A share of a few calls says nothing: one caller who hangs up at eight would make the whole morning red. */
const FEW_CALLS = 5;

/** Pure. `now` is Unix time in seconds. */
export function severityOf(
  queue: WallboardQueue,
  thresholds: WallboardThresholds,
  now: number,
): QueueSeverity {
  const { offered, abandoned: gaveUp, service_level } = queue;
  const isMany = offered >= FEW_CALLS;
  const waiting = from(queue.waiting, thresholds.waiting);
  const longestWait =
    queue.waiting_since === null ? "normal" : from(waitOf(queue, now), thresholds.longest_wait);
  const abandoned = isMany ? from((gaveUp / offered) * 100, thresholds.abandoned) : "normal";
  const serviceLevel =
    isMany && service_level !== null ? below(service_level * 100, thresholds.service_level) : "normal";
  return {
    ...{ waiting, longestWait, abandoned, serviceLevel },
    worst: worstOf(waiting, longestWait, abandoned, serviceLevel),
    now: worstOf(waiting, longestWait),
  };
}

/** How long the first caller has waited, in seconds; 0 where nobody waits. */
export function waitOf({ waiting_since }: WallboardQueue, now: number): number {
  return waiting_since === null ? 0 : Math.max(0, Math.floor(now - waiting_since));
}
