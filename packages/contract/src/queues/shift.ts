import { z } from "zod";
import { NumericId, text, trimmedText } from "../wire-values.ts";
import { MAX_SHIFT_WEEKS } from "./shift-weeks.ts";

const isTime = (written: string): boolean => {
  const time = Date.parse(`${written}:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
};

/** A time as the clocks of the company show it, "2026-11-18T20:00". */
const ShiftTime = z
  .string()
  .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/)
  .refine(isTime, "There is no such time");

const MAX_NOTE = 2000;
const Note = trimmedText(MAX_NOTE);
const PhoneName = text(100).min(1);

/** Somebody who is on call for a hunt group. */
export const Shift = z.object({
  id: z.number().int(),
  huntgroup_id: z.number().int(),
  user_id: z.number().int(),
  name: z.string(),
  /** The line that rings. */
  phone: z.string(),
  /** By the company's clock. */
  from: z.string(),
  to: z.string(),
  /** The same as Unix times in seconds. */
  starts_at: z.number().int(),
  ends_at: z.number().int(),
  /** For the person who is on call next. */
  note: z.string(),
});
export type Shift = z.infer<typeof Shift>;

/** Whether the person on call is rung before the others of the group, or alone. */
export const OnCallMode = z.enum(["first", "only"]);
export type OnCallMode = z.infer<typeof OnCallMode>;

export const ShiftGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  extension: z.string().nullable(),
  on_call: OnCallMode,
});
export type ShiftGroup = z.infer<typeof ShiftGroup>;

/** Shifts of which some part lies between two times; left out, from now on. */
export const ShiftQuery = z.object({ from: ShiftTime.optional(), to: ShiftTime.optional() });
export type ShiftQuery = z.infer<typeof ShiftQuery>;

/** What the person before has left to know. */
export const ShiftHandover = z.object({ name: z.string(), note: z.string() });
export type ShiftHandover = z.infer<typeof ShiftHandover>;

/** Supervisors see all shifts and groups, other users their own shifts and the groups of these. */
export const ShiftList = z.object({
  timezone: z.string(),
  groups: z.array(ShiftGroup),
  shifts: z.array(Shift),
  /** For own shifts that go on now: the note of the shift before. */
  handovers: z.array(ShiftHandover.extend({ shift_id: z.number().int() })),
});
export type ShiftList = z.infer<typeof ShiftList>;

/** Sending the same uuid again changes nothing. */
export const ShiftCreate = z.object({
  uuid: z.uuid(),
  huntgroup: NumericId,
  user_id: NumericId,
  /** Left out: the first line of that person. */
  phone: PhoneName.optional(),
  from: ShiftTime,
  to: ShiftTime,
  note: Note.default(""),
  /** In so many weeks in a row, at the same time of the clock. */
  weeks: z.number().int().min(1).max(MAX_SHIFT_WEEKS).default(1),
});
export type ShiftCreate = z.infer<typeof ShiftCreate>;

/** Only what is in it changes. */
export const ShiftUpdate = z.object({
  id: NumericId,
  user_id: NumericId.optional(),
  phone: PhoneName.optional(),
  from: ShiftTime.optional(),
  to: ShiftTime.optional(),
  note: Note.optional(),
});
export type ShiftUpdate = z.infer<typeof ShiftUpdate>;

export const ShiftNote = z.object({ id: NumericId, note: Note });
export type ShiftNote = z.infer<typeof ShiftNote>;
