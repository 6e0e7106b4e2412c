import type { CompanyFile } from "./company-file.ts";

/** What will not work as the company stands now, although nothing in its file is wrong. */
export function setupWarnings(company: Partial<CompanyFile>): readonly string[] {
  const { phones = [], dial_plan } = company;
  const lines = phones.filter(({ kind }) => kind === "phone");
  if (lines.length === 0) return [];
  const warnings: string[] = [];
  if ((dial_plan?.trunks ?? []).length === 0)
    warnings.push(
      "No carrier is connected, so nobody can call outside, emergency numbers included. Add one under trunks and name it in dial_plan.trunks.",
    );
  const emergency = dial_plan?.emergency;
  const nowhere =
    emergency?.location || emergency?.address
      ? []
      : lines.filter((line) => line.emergency_location === "" && !line.emergency_address);
  if (nowhere.length > 0)
    warnings.push(
      `No emergency location is set for ${nowhere.length === lines.length ? "any line" : nowhere.map(({ name }) => name).join(", ")}, so responders would not know where to go. Set location or address under dial_plan.emergency, or emergency_location or emergency_address of a phone.`,
    );
  return warnings;
}
