import { z } from "zod";
import { text } from "../wire-values.ts";

/** Where a name comes from: the directories, one of the company's own numbers, or the network's register of names. */
export const CallerSource = z.enum(["corporate", "personal", "google", "microsoft", "own", "cnam"]);
export type CallerSource = z.infer<typeof CallerSource>;

/** The person behind a number, as every screen shows them. */
export const Caller = z.object({
  /** As it was asked. */
  number: z.string(),
  /** Null: nobody known. */
  source: CallerSource.nullable(),
  name: z.string().nullable(),
  contactId: z.string().nullable(),
  /** Of a colleague, for presence and status. */
  user_id: z.number().int().nullable(),
  organization: z.string(),
  /** Which of their numbers it is: mobile, work, extension and so on. */
  label: z.string(),
  photo: z.string().nullable(),
  color: z.string().nullable(),
  /** On one of the user's lines, or for the whole company. */
  blocked: z.boolean(),
  /** Others who share the number. */
  others: z.array(z.object({ contactId: z.string(), name: z.string() })),
});
export type Caller = z.infer<typeof Caller>;

const AnyNumber = text(100);
export const LookUpNumbers = z.object({ numbers: z.array(AnyNumber).min(1).max(200) });

export const CnamQuery = z.object({ number: AnyNumber.min(1) });
/** The name the network knows for a number; null when it knows none. */
export const Cnam = z.object({ number: z.string(), name: z.string().nullable() });
export type Cnam = z.infer<typeof Cnam>;

/** A number of the company itself: what is called, or called from. */
export const OwnNumber = z.object({
  number: z.string(),
  name: z.string(),
  kind: z.enum(["phone", "extension", "sms", "fax", "queue", "huntgroup", "voicemail", "conference"]),
});
export type OwnNumber = z.infer<typeof OwnNumber>;
