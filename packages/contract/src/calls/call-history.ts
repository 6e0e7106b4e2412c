import { z } from "zod";
import { text } from "../wire-values.ts";
import { CallRecordFilter } from "./call-record.ts";

const CallId = text(100).min(1);
const PhoneName = text(100).min(1);
const MAX_NOTE = 4000;

export const CallNoteQuery = z.object({ callid: CallId });
/** An empty note is none. */
export const CallNoteUpdate = z.object({ callid: CallId, note: text(MAX_NOTE) });
export type CallNoteUpdate = z.infer<typeof CallNoteUpdate>;

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The history as a spreadsheet, in parts: ask again with `before` until `next` is null. */
export const CallExportQuery = z.object({
  phone: PhoneName.optional(),
  filter: CallRecordFilter.default("all"),
  before: CallId.optional(),
  /** What times are written in. */
  timezone: text(60).refine(isTimeZone, "There is no such time zone").default("UTC"),
});
export type CallExportQuery = z.infer<typeof CallExportQuery>;

export const CallExport = z.object({
  /** Lines of CSV; the first part begins with the names of the columns. */
  csv: z.string(),
  next: z.string().nullable(),
});
export type CallExport = z.infer<typeof CallExport>;
