import { z } from "zod";
import { text } from "../wire-values.ts";
import { ContactId } from "./contact.ts";

export const TimelineKind = z.enum(["call", "sms", "voicemail", "fax", "chat", "task"]);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** One thing that happened between the user and a contact. */
export const TimelineEntry = z.object({
  kind: TimelineKind,
  /** Of the thing itself; unique within its kind. */
  id: z.string(),
  /** Unix time in milliseconds. */
  time: z.number().int(),
  dir: z.enum(["in", "out"]).nullable(),
  /** The contact's number it went over; empty where there is none. */
  number: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** A word of the kind's own: 'missed', 'failed', 'new' and so on. */
  status: z.string(),
  /** Where a click leads. */
  to: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const kinds = z
  .string()
  .max(100)
  .transform((list) => list.split(",").filter((kind) => kind !== ""))
  .pipe(z.array(TimelineKind));

/** Newest first. A contact, or a number that nobody has. */
export const TimelineQuery = z
  .object({
    id: ContactId.optional(),
    number: text(100).min(1).optional(),
    /** A comma-separated list; left out, all. */
    kinds: kinds.optional(),
    /** The `next` of the page before. */
    before: text(200)
      .regex(/^\d{1,15}\.[a-z]+\..{1,150}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  })
  .refine(({ id, number }) => (id === undefined) !== (number === undefined), "Give an id or a number");
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const Timeline = z.object({
  entries: z.array(TimelineEntry),
  /** Null: this was the last page. */
  next: z.string().nullable(),
  /** Kinds that exist at all, for the filter. */
  kinds: z.array(TimelineKind),
});
export type Timeline = z.infer<typeof Timeline>;
