import type { CompanyId, EndpointId } from "../dialplan/company-config.ts";

/** Whose limit is reached: a line's calls, a company's legs, or those of the whole installation. */
export type LimitScope = "line" | "company" | "installation";

export interface LimitReached {
  readonly scope: LimitScope;
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId | undefined;
  readonly limit: number;
}

/** How much audio there is for everybody. A leg is one phone's part in a call. */
export interface LegLimits {
  readonly maxLegs: number;
  /** Of them, those that only emergency calls may take. */
  readonly reservedLegs: number;
  /** Told with every call that is turned away. */
  onReached(reached: LimitReached): void;
}
