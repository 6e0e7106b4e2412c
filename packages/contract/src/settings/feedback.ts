import { z } from "zod";
import { text } from "../wire-values.ts";

const MAX_MESSAGE = 10_000;
// 100 entries of 500 characters, with room for their times and levels.
const MAX_LOGS = 100_000;

export const Feedback = z
  .object({
    type: z.enum(["idea", "issue"]),
    platform: text(200),
    appVersion: text(100),
    message: text(MAX_MESSAGE),
    appLogs: text(MAX_LOGS).optional(),
    mainLogs: text(MAX_LOGS).optional(),
    /** Made by the client: sending the same report again stores it once. */
    uuid: z.uuid().optional(),
  })
  .refine((feedback) => feedback.type === "issue" || feedback.message.trim() !== "", {
    path: ["message"],
    message: "This field is required",
  });
export type Feedback = z.infer<typeof Feedback>;

/** Left out: the version that is running. */
export const ReleaseNotesQuery = z.object({ version: text(60).optional() });

export const ReleaseNotes = z.object({
  version: z.string(),
  /** `YYYY-MM-DD`; null while unreleased. */
  date: z.string().nullable(),
  sections: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
  /** The same as HTML: headings, lists, code and links, nothing else. */
  html: z.string(),
});
export type ReleaseNotes = z.infer<typeof ReleaseNotes>;
