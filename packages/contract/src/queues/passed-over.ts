import { z } from "zod";
import { text } from "../wire-values.ts";

/**
 * Why a line did not ring: its people want no calls, it is busy or has no device, it is switched off in the hunt group,
 * somebody else is on call alone, others ring first, the caller is blocked; or of an agent: logged out, paused, in
 * wrap-up, ringing for another caller, without the skills, with a higher penalty, or another agent's turn; or the queue
 * was closed or full.
 */
export const PassedOverReason = z.enum([
  "doNotDisturb",
  "busy",
  "noDevice",
  "switchedOff",
  "onCall",
  "later",
  "blocked",
  "loggedOut",
  "paused",
  "wrapUp",
  "ringing",
  "skills",
  "penalty",
  "turn",
  "closed",
  "full",
]);
export type PassedOverReason = z.infer<typeof PassedOverReason>;

/** Why a line did not ring for a call of its hunt group or queue. */
export const PassedOverLine = z.object({
  /** The name of the line. */
  phone: z.string(),
  /** The queue or hunt group, by its name. */
  via: z.string(),
  reason: PassedOverReason,
  /** The reason of a pause, or who was on call. */
  detail: z.string().nullable(),
});
export type PassedOverLine = z.infer<typeof PassedOverLine>;

/** A call that did not ring on a line that could have got it. */
export const PassedOverCall = PassedOverLine.extend({
  id: z.number().int(),
  callid: z.string(),
  /** Unix time in seconds. */
  time: z.number().int(),
  number: z.string(),
  name: z.string(),
  /** Who took it; null: nobody did. */
  answered_by: z.string().nullable(),
});
export type PassedOverCall = z.infer<typeof PassedOverCall>;

/** Left out, `phone` means all lines of the user. Supervisors may ask for any line of the company. */
export const PassedOverQuery = z.object({ phone: text(100).min(1).optional() });
export type PassedOverQuery = z.infer<typeof PassedOverQuery>;
