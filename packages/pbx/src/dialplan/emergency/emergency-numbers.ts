import type { CompanyConfig } from "../company-config.ts";
import { type CompanyPlan, planOf } from "../company-plan.ts";
import { emergencyNumbersOfRegion } from "./emergency-number-table.ts";

/** What visitors dial. Elsewhere it may be somebody's extension, and 112 often is. */
const ANYWHERE: readonly string[] = ["112", "911", "999"];

/** Everything that reaches responders where the company is. */
export function emergencyNumbersOf(config: CompanyConfig): readonly string[] {
  const plan = planOf(config);
  const all = [...new Set([...emergencyNumbersOfRegion(config.region), ...ANYWHERE])];
  return all.filter((number) => readEmergency(plan, number) === number);
}

/** The number to call when somebody dials this; undefined for anything else. Asked before everything configured. */
export function readEmergency({ config, byExtension }: CompanyPlan, dialed: string): string | undefined {
  const { region, emergency } = config;
  const own = emergencyNumbersOfRegion(region);
  const isEmergency = (number: string): boolean => {
    // 112 in Germany or 999 in Britain comes before any extension; 101 in India may be somebody's desk.
    if (own.includes(number) && (number === own[0] || ANYWHERE.includes(number))) return true;
    return (own.includes(number) || ANYWHERE.includes(number)) && !byExtension.has(number);
  };
  if (isEmergency(dialed)) return dialed;
  if (byExtension.has(dialed)) return undefined;
  return withoutPrefix(dialed, emergency?.outsidePrefixes ?? []).find(isEmergency);
}

/** 9911: the habit of dialing for an outside line first. */
function withoutPrefix(dialed: string, prefixes: readonly string[]): readonly string[] {
  return prefixes.filter((prefix) => dialed.startsWith(prefix)).map((prefix) => dialed.slice(prefix.length));
}
