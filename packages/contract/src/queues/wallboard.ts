import { z } from "zod";
import { NumericId, trimmedText } from "../wire-values.ts";
import { QueueCallNumbers } from "./queue-numbers.ts";
import { QueueAgentState } from "./queue-status.ts";

const Count = z.number().int().min(1).max(999);
const Seconds = z.number().int().min(1).max(36_000);
const Percent = z.number().int().min(0).max(100);
const rising = (value: z.ZodNumber) =>
  z
    .object({ warning: value, alarm: value })
    .refine(({ warning, alarm }) => warning <= alarm, "The alarm lies below the warning");

/** From when on a number of the wallboard stands out. The same for everybody in the company. */
export const WallboardThresholds = z.object({
  /** Calls that wait in one queue. */
  waiting: rising(Count),
  /** How long the first of them has waited, in seconds. */
  longest_wait: rising(Seconds),
  /** Of a hundred calls that came in, those that gave up. */
  abandoned: rising(Percent),
  /** Of a hundred calls; here the alarm is the lower one. */
  service_level: z
    .object({ warning: Percent, alarm: Percent })
    .refine(({ warning, alarm }) => warning >= alarm, "The alarm lies above the warning"),
  /** Whether a queue that becomes an alarm is heard. */
  sound: z.boolean(),
});
export type WallboardThresholds = z.infer<typeof WallboardThresholds>;

/** Calls that come in by hour on this weekday, on average over the last weeks. */
const Usual = z.array(z.number());

export const Wallboard = z.object({
  thresholds: WallboardThresholds,
  /** Of the queues that the user may see. */
  usual: z.array(z.object({ queue_id: z.number().int(), hours: Usual })),
});
export type Wallboard = z.infer<typeof Wallboard>;

/** A queue as a wallboard shows it: numbers, and nobody's. */
export const WallboardQueue = QueueCallNumbers.extend({
  name: z.string(),
  waiting: z.number().int(),
  /** When the caller who has waited longest came, as Unix time in seconds. */
  waiting_since: z.number().int().nullable(),
  ready: z.number().int(),
  talking: z.number().int(),
  paused: z.number().int(),
  away: z.number().int(),
  /** Calls that came in today, by hour. */
  hours: z.array(z.number().int()),
  usual: Usual,
});
export type WallboardQueue = z.infer<typeof WallboardQueue>;

/** Somebody who takes calls, by first name. */
export const WallboardAgent = z.object({
  name: z.string(),
  state: QueueAgentState,
  /** Unix time in seconds. */
  since: z.number().int(),
});
export type WallboardAgent = z.infer<typeof WallboardAgent>;

/** What somebody sees who has the link of a screen. */
export const WallboardScreen = z.object({
  /** Of the screen, as its maker called it. */
  name: z.string(),
  /** Unix time in seconds by the server: the clock of a TV may be wrong. */
  now: z.number(),
  /** The hour it is at the company. */
  hour: z.number().int(),
  /** The console that the server now has: a screen that was loaded from another one loads itself anew. */
  build: z.string(),
  thresholds: WallboardThresholds,
  queues: z.array(WallboardQueue),
  agents: z.array(WallboardAgent),
});
export type WallboardScreen = z.infer<typeof WallboardScreen>;

/** In the body, because addresses are logged. */
export const WallboardScreenQuery = z.object({ token: z.string().min(1).max(100) });

/** A screen that shows the wallboard without anybody signed in at it. */
export const WallboardLink = z.object({
  id: z.number().int(),
  name: z.string(),
  created_by: z.string(),
  /** Unix times in seconds. */
  created_at: z.number().int(),
  last_seen: z.number().int().nullable(),
});
export type WallboardLink = z.infer<typeof WallboardLink>;

export const WallboardLinkOrder = z.object({ name: trimmedText(60).min(1) });
export const WallboardLinkQuery = z.object({ id: NumericId });
/** The token is told this once: only its hash is stored. */
export const NewWallboardLink = z.object({ link: WallboardLink, token: z.string() });
