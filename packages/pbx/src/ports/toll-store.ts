import type { CompanyId } from "../dialplan/company-config.ts";

/** What outside calls have cost, by company and day (UTC, '2030-01-07'), kept over restarts. */
export interface TollStore {
  spent(companyId: CompanyId, day: string): number;
  add(companyId: CompanyId, day: string, amount: number): void;
}
