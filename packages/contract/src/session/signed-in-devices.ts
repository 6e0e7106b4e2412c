import { z } from "zod";
import { TfaMethod, TfaType } from "./login.ts";

/** A signed-in device, as the user sees it in the list of sessions. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  /** Unix times in seconds. */
  created_at: z.number().int(),
  last_used_at: z.number().int(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const SessionParams = z.object({ id: z.string().min(1).max(100) });
export const SignedOut = z.object({ signed_out: z.number().int() });

export const ChangePasswordRequest = z.object({
  current: z.string().min(1, "This field is required").max(1000),
  password: z.string().min(10, "The password needs at least 10 characters").max(1000),
});

export const TfaSettings = z.object({
  methods: z.array(TfaMethod),
  recovery_codes_left: z.number().int(),
});
export type TfaSettings = z.infer<typeof TfaSettings>;

/** `value` is the number for SMS codes; the address for e-mail codes is the user's own. */
export const TfaEnrollRequest = z.object({
  type: TfaType.exclude(["recovery"]),
  value: z.string().trim().max(30).optional(),
});
export const TfaEnrollment = z.object({
  enrollment: z.string(),
  /** For an authenticator app: the key, and the address that its QR code carries. */
  secret: z.string().nullable(),
  uri: z.string().nullable(),
});
export type TfaEnrollment = z.infer<typeof TfaEnrollment>;
export const TfaConfirmRequest = z.object({
  enrollment: z.string().min(1).max(200),
  code: z.string().trim().min(1).max(40),
});
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
export const TfaRemoveRequest = z.object({ type: TfaType.exclude(["recovery"]) });
