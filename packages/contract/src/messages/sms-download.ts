import { z } from "zod";
import { text } from "../wire-values.ts";
import { SmsAddress } from "./sms-line.ts";

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A conversation to keep: as plain text, or as a PDF with its pictures. */
export const SmsDownloadQuery = SmsAddress.extend({
  format: z.enum(["text", "pdf"]).default("text"),
  /** What times are written in. */
  timezone: text(60).refine(isTimeZone, "There is no such time zone").default("UTC"),
});
export type SmsDownloadQuery = z.infer<typeof SmsDownloadQuery>;

/** An address of this server that hands out the file for some minutes. */
export const SmsDownload = z.object({ url: z.string() });
export type SmsDownload = z.infer<typeof SmsDownload>;
