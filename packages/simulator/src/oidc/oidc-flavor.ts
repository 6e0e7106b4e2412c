import { createHash } from "node:crypto";
import { fullName, type OidcAccount } from "./oidc-account.ts";

/** What tells one provider from the other: addresses, claims, and when a refresh token is given. */
export interface OidcFlavor {
  readonly title: string;
  /** Below the server's origin. */
  readonly issuerPath: string;
  readonly rotatesRefreshTokens: boolean;
  /** A client may have the provider's own session ended. Google offers no such thing. */
  readonly endsSessions: boolean;
  claims(account: OidcAccount, clientId: string): Record<string, unknown>;
  grantsRefreshToken(request: URLSearchParams): boolean;
}

const TENANT = "9b1f8f52-3c55-4a0e-9d3c-0f5a3c6d7e21";

export const GOOGLE: OidcFlavor = {
  title: "Google",
  issuerPath: "",
  rotatesRefreshTokens: false,
  endsSessions: false,
  claims: (account, clientId) => ({
    sub: account.sub,
    azp: clientId,
    email: account.email,
    email_verified: account.emailVerified ?? true,
    name: fullName(account),
    given_name: account.givenName,
    family_name: account.familyName,
    hd: account.email.split("@")[1],
  }),
  // Google knows no offline_access scope.
  grantsRefreshToken: (request) => request.get("access_type") === "offline",
};

export const MICROSOFT: OidcFlavor = {
  title: "Microsoft",
  issuerPath: `/${TENANT}/v2.0`,
  rotatesRefreshTokens: true,
  endsSessions: true,
  claims: (account, clientId) => ({
    // Microsoft's subject differs from application to application; `oid` is the person.
    sub: createHash("sha256").update(`${clientId} ${account.sub}`).digest("base64url"),
    oid: account.sub,
    tid: TENANT,
    ver: "2.0",
    name: fullName(account),
    email: account.email,
    preferred_username: account.email,
  }),
  grantsRefreshToken: (request) => (request.get("scope") ?? "").split(" ").includes("offline_access"),
};
