import { z } from "zod";

/** An OpenID Connect provider the sign-in page may offer. */
export const OidcProvider = z.object({
  authorization_endpoint: z.string(),
  client_id: z.string(),
  scope: z.string(),
  audience: z.string().optional(),
  /** Where a browser goes to be signed out there as well, for providers that offer it. */
  end_session_endpoint: z.string().optional(),
});
export type OidcProvider = z.infer<typeof OidcProvider>;

export const DemoAccount = z.object({ username: z.string(), name: z.string(), role: z.string() });

/** `/config.json`: what the console must know before anyone has signed in. */
export const PublicConfig = z.object({
  appKey: z.string(),
  version: z.string(),
  google: OidcProvider.nullable(),
  microsoft: OidcProvider.nullable(),
  /** False where no mail can be sent: then nobody can be mailed a link. */
  mail: z.boolean(),
  /** Team chat: the key of this application, and where the service is unless it is this server. */
  chat: z.object({ apiKey: z.string(), address: z.string().nullable() }).optional(),
  /** Null unless this is a demo installation. */
  demo: z.object({ password: z.string(), accounts: z.array(DemoAccount) }).nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
