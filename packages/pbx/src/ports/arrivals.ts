import type { CompanyId, EndpointId } from "../dialplan/company-config.ts";

/** Devices about to register: a page that is being opened tells the server before its phone has registered. */
export interface Arrivals {
  /** How long a line without devices is worth waiting for; 0 when none is on its way. */
  awaitMs(companyId: CompanyId, endpointId: EndpointId): number;
}
