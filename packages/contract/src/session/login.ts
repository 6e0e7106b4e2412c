import { z } from "zod";

/** The web sends booleans, older clients '1' and '0'. */
export const Flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal("0"), z.literal("1")])
  .transform((value) => value === true || value === 1 || value === "1");

const Device = z.object({
  /** Made by the client once and kept, so that a later sign-in continues the same entry of the session list. */
  id: z.string().min(1).max(100),
  name: z.string().max(200),
});

export const LoginRequest = z.object({
  username: z.string().trim().min(1, "This field is required").max(254),
  /** The password as typed, in spite of its name. */
  passhash: z.string().min(1, "This field is required").max(1000),
  /** Asks for a refresh token. Left out on an account switch. */
  rrt: Flag.optional(),
  refreshToken: z.string().max(500).nullish(),
  device: Device.optional(),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const TfaType = z.enum(["app", "email", "sms", "recovery"]);
export type TfaType = z.infer<typeof TfaType>;

export const TfaMethod = z.object({
  type: TfaType,
  /** The masked address or number a code is sent to; empty where nothing is sent. */
  value: z.string(),
  title: z.string(),
  description: z.string(),
});
export type TfaMethod = z.infer<typeof TfaMethod>;

/** The account at the provider that was signed in with. The console keeps it with its own until it signs out. */
export const ProviderAccount = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The directory it belongs to, with Microsoft. */
  tenant: z.string().nullable(),
  /** Its id token: says who it is, to us alone and for an hour, and opens nothing at the provider. */
  token: z.string(),
});
export type ProviderAccount = z.infer<typeof ProviderAccount>;

export const TfaRequired = z.object({
  tfa_required: z.literal(true),
  /** Proves the password step; good for ten minutes and for nothing but `/tfa/send` and `/tfa/check`. */
  tfa_token: z.string(),
  methods: z.array(TfaMethod),
  title: z.string(),
  description: z.string(),
  provider: ProviderAccount.optional(),
});
export type TfaRequired = z.infer<typeof TfaRequired>;

export const SignedIn = z.object({
  token: z.string(),
  /** Null on a sign-in that did not ask for one. */
  refreshToken: z.string().nullable(),
  /** Seconds until the token expires. */
  expires_in: z.number().int(),
  isGoogleLogin: z.boolean(),
  isMicrosoftLogin: z.boolean(),
  provider: ProviderAccount.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const LoginResult = z.union([TfaRequired, SignedIn]);
export type LoginResult = z.infer<typeof LoginResult>;

export const TfaSendRequest = z.object({ tfa_token: z.string().min(1).max(2000), type: TfaType });

export const TfaSent = z.object({
  type: TfaType,
  value: z.string(),
  /** Seconds until the code is no longer accepted. */
  timeout: z.number().int(),
  /** Seconds until another code may be asked for. */
  resendTimeout: z.number().int(),
  title: z.string(),
  description: z.string(),
});
export type TfaSent = z.infer<typeof TfaSent>;

export const TfaCheckRequest = z.object({
  tfa_token: z.string().min(1).max(2000),
  type: TfaType,
  code: z.string().trim().min(1, "This field is required").max(40),
});

export const RefreshRequest = z.object({ refreshToken: z.string().min(1).max(500) });
export const RefreshResult = z.object({
  token: z.string(),
  refreshToken: z.string(),
  expires_in: z.number().int(),
});
export type RefreshResult = z.infer<typeof RefreshResult>;

/** What the console sends after the provider's redirect. */
export const OidcRequest = z.object({
  code: z.string().min(1).max(4000),
  redirect_uri: z.url().max(2000),
  code_verifier: z.string().min(43).max(128),
  nonce: z.string().min(8).max(200),
  response_type: z.literal("code").default("code"),
  grant_type: z.literal("authorization_code").default("authorization_code"),
  client_id: z.string().max(500).optional(),
  audience: z.string().max(500).optional(),
  device: Device.optional(),
});
export type OidcRequest = z.infer<typeof OidcRequest>;

export const ForgotPasswordRequest = z.object({
  type: z.literal("password"),
  email: z.string().trim().min(1, "Email is required").max(254).pipe(z.email("Email must be valid")),
});

export const ResetPasswordRequest = z.object({
  token: z.string().min(1).max(200),
  password: z.string().min(10, "The password needs at least 10 characters").max(1000),
});

export const LoginTokenParams = z.object({ id: z.string().min(1).max(200) });
/** The body may be left out altogether. */
export const LoginTokenRequest = z.object({ device: Device.optional() }).nullish();
export const NewLoginToken = z.object({ id: z.string(), url: z.string(), expires_at: z.number().int() });
