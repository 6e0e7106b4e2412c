import type { ProviderAccount } from "@offhook/contract";
import { z } from "zod";

export type ProviderName = "google" | "microsoft";
export const PROVIDER_NAMES = ["google", "microsoft"] as const satisfies readonly ProviderName[];
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  google: "Google",
  microsoft: "Microsoft",
};

/** An identity that a provider vouches for. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Only an address that belongs to this person beyond doubt; it decides which account is opened at first. */
  readonly verifiedEmail: string | undefined;
  /** For the eyes of its owner: nothing is decided by it. */
  readonly account: Omit<ProviderAccount, "token">;
}

/** Claims that a provider may leave out or fill with anything are as good as absent. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  oid: z.string().optional().catch(undefined),
  tid: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  email_verified: z.unknown().optional(),
  xms_edov: z.unknown().optional(),
});

const isTrue = (claim: unknown): boolean =>
  claim === true || claim === "true" || claim === 1 || claim === "1";

export function identityOf(
  provider: ProviderName,
  claims: unknown,
  options: { readonly isOwnDirectory: boolean },
): Identity {
  const { iss, sub, oid, tid, name, preferred_username, email, email_verified, xms_edov } =
    Claims.parse(claims);
  const shown = { name: name ?? "", email: email ?? preferred_username ?? "" };
  // Microsoft's `sub` differs from application to application; `oid` is the person, and `iss` names the tenant.
  if (provider === "microsoft") {
    // Anyone can make a tenant and write anybody's address into it. It counts when the company has configured its own
    // tenant, or when Microsoft has checked that the tenant owns the address's domain.
    const isVerified = options.isOwnDirectory || isTrue(xms_edov) || isTrue(email_verified);
    const subject = oid ?? sub;
    return {
      issuer: iss,
      subject,
      verifiedEmail: isVerified ? email : undefined,
      account: { id: subject, ...shown, tenant: tid ?? null },
    };
  }
  return {
    issuer: iss,
    subject: sub,
    verifiedEmail: isTrue(email_verified) ? email : undefined,
    account: { id: sub, ...shown, tenant: null },
  };
}

const SHARED_TENANTS = ["common", "organizations", "consumers"];

/** Whether an issuer of Microsoft stands for one company's directory and not for all of them. */
export function isSingleTenant(issuer: string): boolean {
  const [tenant = ""] = new URL(issuer).pathname.split("/").filter((part) => part !== "");
  return tenant !== "" && !SHARED_TENANTS.includes(tenant.toLowerCase());
}
