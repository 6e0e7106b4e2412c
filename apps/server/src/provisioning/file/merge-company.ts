import { type Change, itemsOf, SECTIONS, type StoredCompany } from "../changes/plan-changes.ts";
import { checkCompany } from "./check-company.ts";
import type { CompanyFile, Problem } from "./company-file.ts";

/**
 * What will be wrong with the company once the file is applied: the file's entries together with everything stored
 * that stays. Faults the company has already and the file does not touch are nobody's business here.
 */
export function findProblems(
  stored: StoredCompany,
  wanted: CompanyFile,
  removals: readonly Change[],
): Problem[] {
  const merged: Record<string, unknown> = { company: wanted.company };
  const storedCount = new Map<string, number>();
  for (const { section, key } of SECTIONS) {
    const named = new Set(itemsOf(wanted, section).map((item) => String((item as Keyed)[key])));
    const removed = new Set(
      removals.filter((change) => change.section === section).map((change) => change.key),
    );
    const staying = itemsOf(stored, section).filter((item) => {
      const text = String((item as Keyed)[key]);
      return !named.has(text) && !removed.has(text);
    });
    storedCount.set(section, staying.length);
    merged[section] = [...staying, ...itemsOf(wanted, section)];
  }
  merged.dial_plan = wanted.dial_plan ?? stored.dial_plan;
  const old = new Set(checkCompany(stored).map(({ message }) => message));
  return checkCompany(merged).flatMap(({ path, message }) => {
    const [section, index, ...rest] = path;
    const before = storedCount.get(String(section)) ?? 0;
    if (typeof index !== "number") return [{ path, message }];
    if (index >= before) return [{ path: [section ?? "", index - before, ...rest], message }];
    const item = (merged[String(section)] as readonly Keyed[])[index];
    return old.has(message) ? [] : [{ path: [], message: `${section} "${nameOf(item)}": ${message}` }];
  });
}

type Keyed = Readonly<Record<string, unknown>>;

const nameOf = (item: Keyed | undefined): string =>
  String(item?.name ?? item?.username ?? item?.number ?? item?.id ?? item?.extension);
