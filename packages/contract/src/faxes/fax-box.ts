import { z } from "zod";
import { FaxMailbox } from "./fax.ts";

/** A fax line the user works with. */
export const FaxBox = z.object({
  mailbox: z.string(),
  label: z.string(),
  owned: z.boolean(),
  /** The user may change the switches below. */
  manageable: z.boolean(),
  /** Ids of the users who work with it. */
  agents: z.array(z.number().int()),
  /** Each fax that comes in is also sent by mail, with its pages. */
  mail: z.boolean(),
  /** Whoever sent a fax gets a mail with the receipt. */
  receipts: z.boolean(),
  /** How its faxes leave, as of now; `none`: nothing can be sent but to lines of this installation. */
  way: z.enum(["phone", "provider", "none"]),
});
export type FaxBox = z.infer<typeof FaxBox>;

export const FaxBoxUpdate = z.object({
  mailbox: FaxMailbox,
  mail: z.boolean().optional(),
  receipts: z.boolean().optional(),
});
export type FaxBoxUpdate = z.infer<typeof FaxBoxUpdate>;
