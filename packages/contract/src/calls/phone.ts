import { z } from "zod";
import { Bit, text, trimmedText } from "../wire-values.ts";

/** Where a call goes instead. */
export const DestinationType = z.enum(["", "phone", "voicemail", "huntgroup", "queue", "number", "hangup"]);
export type DestinationType = z.infer<typeof DestinationType>;

/** A phone line and what it does with its calls. */
export const Phone = z.object({
  name: z.string(),
  label: z.string(),
  extension: z.string().nullable(),
  /** Anonymous calls are rejected. */
  acr: Bit,
  dnd: Bit,
  /** The number all calls are forwarded to; empty when they are not. */
  forwarding: z.string(),
  /** Where calls go while do not disturb is on. */
  dtype: DestinationType,
  dnumber: z.string(),
  /** Where calls go while the line is busy. */
  btype: DestinationType,
  bnumber: z.string(),
  /** Where calls go when nobody answers, and the group to try. */
  utype: DestinationType,
  unumber: z.string(),
  unumber_group: z.string(),
  /** Music while on hold, and instead of the ring tone. */
  music: z.string(),
  music_ringing: Bit,
  /** Calls the line takes at the same time. */
  totalmaximum: z.number().int(),
  callerid: z.string(),
  callerid_external: z.string(),
});
export type Phone = z.infer<typeof Phone>;

const PhoneName = text(100).min(1);
const Destination = trimmedText(40).regex(/^[\d\s()+.*#-]*$/, "Invalid phone format");

/** A phone's name; left out, the active line. */
export const PhoneQuery = z.object({ phone: PhoneName.optional() });

/** Fields left out stay as they are. */
export const PhoneUpdate = z.object({
  phone: PhoneName,
  acr: Bit.optional(),
  dnd: Bit.optional(),
  dtype: DestinationType.optional(),
  dnumber: Destination.optional(),
  btype: DestinationType.optional(),
  bnumber: Destination.optional(),
  utype: DestinationType.optional(),
  unumber: Destination.optional(),
  unumber_group: Destination.optional(),
  music: text(60).optional(),
  music_ringing: Bit.optional(),
  totalmaximum: z.number().int().min(1).max(20).optional(),
});
export type PhoneUpdate = z.infer<typeof PhoneUpdate>;

/** An empty number ends the forwarding. */
export const PhoneForwarding = z.object({ phone: PhoneName, number: Destination });
/** The line the user's calls go out from: their active line, on all their clients. */
export const PhoneSource = z.object({ phone: PhoneName });
