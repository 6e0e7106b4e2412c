import type { NumberPlan } from "../ports/pbx-directory.ts";
import type { CompanyPlan } from "./company-plan.ts";

/** What an outside call is to whoever pays for it. */
export type TollKind = "emergency" | "premium" | "satellite" | "foreign" | "home";

export interface OutsideNumber {
  readonly number: string;
  readonly country: string | undefined;
  readonly isEmergency: boolean;
}

/** Numbers of all of +1, free ones say, that belong to no single country. */
const SHARED_CODES: Readonly<Record<string, string>> = { US: "+1", CA: "+1" };

export function tollKindOf(plan: CompanyPlan, numbers: NumberPlan, outside: OutsideNumber): TollKind {
  if (outside.isEmergency) return "emergency";
  const costClass = numbers.costClass?.(outside.number);
  if (costClass) return costClass;
  return isForeign(plan, outside) ? "foreign" : "home";
}

function isForeign({ config }: CompanyPlan, { number, country }: OutsideNumber): boolean {
  const { region, outbound } = config;
  if (country !== undefined) return country !== region && !outbound.domesticCountries?.includes(country);
  const shared = SHARED_CODES[region];
  return shared === undefined || !number.startsWith(shared);
}
