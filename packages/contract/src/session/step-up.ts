import { z } from "zod";
import { OidcRequest, TfaCheckRequest, TfaRequired } from "./login.ts";

export const ProviderName = z.enum(["google", "microsoft"]);

/** How the signed-in user can confirm that it is them. Nothing offered: an administrator has to help. */
export const StepUpChoice = z.object({
  password: z.boolean(),
  /** Null for a user without a second factor. Codes are asked for with `/tfa/send`. */
  tfa: TfaRequired.nullable(),
  /** Providers this account has signed in with. */
  providers: z.array(ProviderName),
});
export type StepUpChoice = z.infer<typeof StepUpChoice>;

export const StepUpRequest = z.union([
  z.object({ password: z.string().min(1, "This field is required").max(1000) }),
  TfaCheckRequest,
  OidcRequest.extend({ provider: ProviderName }),
]);
export type StepUpRequest = z.infer<typeof StepUpRequest>;

/** Goes into the header `X-Step-Up` of the request that was refused, and of others of this session while it lasts. */
export const StepUpProof = z.object({ proof: z.string(), expires_in: z.number().int() });
export type StepUpProof = z.infer<typeof StepUpProof>;

export const EmailToken = z.object({ token: z.string().min(1).max(200) });
export const ConfirmedEmail = z.object({ email: z.string() });
/** The token of a link to set a new password; null for an account without password. */
export const UndoneEmail = z.object({ email: z.string(), reset: z.string().nullable() });
export type UndoneEmail = z.infer<typeof UndoneEmail>;
