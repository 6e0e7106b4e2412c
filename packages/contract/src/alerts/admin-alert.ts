import { z } from "zod";

/** What an alert is about. The console shows each kind with its own picture and next step. */
export const ADMIN_ALERT_KINDS = [
  "tollFraud",
  "passwordGuessing",
  "pinGuessing",
  "flood",
  "limitReached",
  "emergencyCall",
  "setup",
] as const;
export const AdminAlertKind = z.enum(ADMIN_ALERT_KINDS);
export type AdminAlertKind = z.infer<typeof AdminAlertKind>;

/** Something the company's administrators were told of. */
export const AdminAlertEntry = z.object({
  id: z.number().int(),
  kind: AdminAlertKind,
  /** The line, account or address it concerns. */
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  /** How often it happened between the first and the last time. */
  count: z.number().int(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  /** Null while it waits for an administrator. */
  dismissed_at: z.iso.datetime().nullable(),
  /** Who put it aside; empty while nobody has. */
  dismissed_by: z.string(),
});
export type AdminAlertEntry = z.infer<typeof AdminAlertEntry>;

/** Newest first. */
export const AdminAlertList = z.object({ alerts: z.array(AdminAlertEntry) });
export type AdminAlertList = z.infer<typeof AdminAlertList>;

export const AdminAlertDismissal = z.object({ id: z.number().int().positive().max(2_147_483_647) });
