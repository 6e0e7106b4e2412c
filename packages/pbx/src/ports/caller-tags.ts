import type { CompanyId } from "../dialplan/company-config.ts";

/** What the contacts that a company shares say of callers. */
export interface CallerTags {
  /** The tags of those who have this number, E.164; empty where nobody has it, or has any. */
  tagsOf(companyId: CompanyId, number: string): Promise<readonly string[]>;
}
