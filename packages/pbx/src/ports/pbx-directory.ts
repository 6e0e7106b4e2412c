import type { DigestSecret } from "@offhook/sip";
import type { CompanyConfig, CompanyId, EndpointId, TrunkConfig } from "../dialplan/company-config.ts";

/** An account that may register and call: a phone of a company, by the name and secret its devices sign with. */
export interface SipAccount {
  readonly username: string;
  readonly secret: DigestSecret;
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId;
  /** The signed-in user behind a browser's short-lived credentials, or on whose desk the phone stands. */
  readonly userId?: string;
  /** Such credentials work only over flows of this session; undefined: from anywhere. */
  readonly flowContext?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/**
 * Everything configured, as a snapshot in memory: call control never waits for a database. A changed company is a
 * new object; call `Pbx.reload` after the change.
 */
export interface PbxDirectory {
  companies(): Iterable<CompanyConfig>;
  company(id: CompanyId): CompanyConfig | undefined;
  /** All carrier links of the installation. Companies name those they use. */
  trunks(): readonly TrunkConfig[];
  account(username: string): SipAccount | undefined;
  /** What a company calls somebody outside, from its contacts say; else the carrier's name is shown. */
  callerName?(companyId: CompanyId, number: string): string | undefined;
}

/** How public numbers are written (`@offhook/telephony` knows). */
export interface NumberPlan {
  /** Undefined for what cannot be a public number. */
  parse(
    text: string,
    region: string,
  ): { readonly e164: string; readonly country: string | undefined } | undefined;
  /** What costs far more than other calls; undefined for a number like others. */
  costClass?(e164: string): "premium" | "satellite" | undefined;
}
