import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";

const PhoneName = text(100).min(1);
const CallerNumber = trimmedText(40).regex(/^\+?[\d\s()+.*#-]*\d[\d\s()+.*#-]*$/, "Invalid phone format");

export const BlockedCaller = z.object({
  id: z.number().int(),
  /** Such calls are not put through. */
  dtype: z.literal("hangup"),
  /** Of the line that does not want them. */
  number: z.string(),
  caller_number: z.string(),
});
export type BlockedCaller = z.infer<typeof BlockedCaller>;

export const BlockedCallers = z.object({ phone: z.string(), blacklist: z.array(BlockedCaller) });
export type BlockedCallers = z.infer<typeof BlockedCallers>;

export const BlockedCallersQuery = z.object({ phone: PhoneName });
/** Without a line: on all lines of the user. */
export const BlockCallers = z.object({
  phone: PhoneName.optional(),
  numbers: z.array(CallerNumber).min(1).max(100),
});
export type BlockCallers = z.infer<typeof BlockCallers>;
export const UnblockCaller = z.object({ phone: PhoneName.optional(), number: CallerNumber });
export type UnblockCaller = z.infer<typeof UnblockCaller>;
