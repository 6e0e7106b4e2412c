import { z } from "zod";
import { NumericId, QueryFlag } from "../wire-values.ts";

/** Times are in seconds. */
export const QueueCallNumbers = z.object({
  /** Calls that came in, those who still wait among them. */
  offered: z.number().int(),
  answered: z.number().int(),
  abandoned: z.number().int(),
  overflowed: z.number().int(),
  /** 0 to 1: answered in time, of all that were answered or gave up later than that. Null without calls. */
  service_level: z.number().nullable(),
  average_wait: z.number().int().nullable(),
  longest_wait: z.number().int(),
  average_talk: z.number().int().nullable(),
});
export type QueueCallNumbers = z.infer<typeof QueueCallNumbers>;

export const QueueAgentNumbers = z.object({
  answered: z.number().int(),
  missed_offers: z.number().int(),
  talk_time: z.number().int(),
  /** The longest that a caller had waited whom the agent took. */
  longest_wait: z.number().int(),
});
export type QueueAgentNumbers = z.infer<typeof QueueAgentNumbers>;

/** A call answered within so many seconds was answered in time. */
const ServiceSeconds = z.coerce.number().int().min(1).max(600).default(20);

export const QueueNumbersQuery = z.object({ seconds: ServiceSeconds });
export type QueueNumbersQuery = z.infer<typeof QueueNumbersQuery>;

/** Of today, by the company's clock. */
export const QueueNumbers = z.object({
  date: z.string(),
  queues: z.array(
    QueueCallNumbers.extend({
      queue_id: z.number().int(),
      name: z.string(),
      extension: z.string(),
      hours: z.array(QueueCallNumbers.extend({ hour: z.number().int() })),
    }),
  ),
  /** The user's own, over all lines and queues. */
  own: QueueAgentNumbers,
});
export type QueueNumbers = z.infer<typeof QueueNumbers>;

const MAX_DAYS = 100;
const DAY_MS = 86_400_000;
const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};
const Day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/)
  .refine(isDay, "There is no such day");

export const QueueReportKind = z.enum(["queue", "agent", "hour", "weekday"]);
export type QueueReportKind = z.infer<typeof QueueReportKind>;

/** Days are those of the company's clock, the last one included. */
export const QueueReportQuery = z
  .object({
    by: QueueReportKind.default("queue"),
    from: Day,
    to: Day,
    /** Left out: all queues that the user may see. */
    queue: NumericId.optional(),
    /** With the same number of days before. */
    compare: QueryFlag.optional(),
    seconds: ServiceSeconds,
    format: z.enum(["json", "csv"]).default("json"),
  })
  .refine(({ from, to }) => from <= to, "The last day lies before the first")
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS,
    `A report covers at most ${MAX_DAYS} days`,
  );
export type QueueReportQuery = z.infer<typeof QueueReportQuery>;

/** `key` is the queue's id, the hour (0 to 23) or the weekday (1 is Monday). */
export const QueueReportRow = QueueCallNumbers.extend({ key: z.number().int(), label: z.string() });
export type QueueReportRow = z.infer<typeof QueueReportRow>;

export const QueueAgentRow = QueueAgentNumbers.extend({ phone: z.string(), label: z.string() });
export type QueueAgentRow = z.infer<typeof QueueAgentRow>;

const period = { from: z.string(), to: z.string() };
const periodOf = <Row extends z.ZodType>(row: Row) => ({
  ...period,
  rows: z.array(row),
  compared: z.object({ ...period, rows: z.array(row) }).nullable(),
  /** The same as lines of a spreadsheet, where that was asked for. */
  csv: z.string().nullable(),
});

/** Agents see their own queues, and of agents only themselves; supervisors see everyone. */
export const QueueReport = z.discriminatedUnion("by", [
  z.object({ by: z.enum(["queue", "hour", "weekday"]), ...periodOf(QueueReportRow) }),
  z.object({ by: z.literal("agent"), ...periodOf(QueueAgentRow) }),
]);
export type QueueReport = z.infer<typeof QueueReport>;
