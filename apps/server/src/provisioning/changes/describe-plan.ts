import type { Change, FieldChange } from "./plan-changes.ts";

/** What was or would be done, and what stays although the file does not have it. */
export interface Plan {
  readonly company: string;
  readonly changes: readonly Change[];
  readonly kept: readonly { readonly noun: string; readonly key: string; readonly reason: string }[];
}

/** What becomes of things that are removed, where it is not what the word says. */
const REMOVALS: Readonly<Record<string, string>> = { user: "signed out and disabled, history kept" };

export function describePlan({ company, changes, kept }: Plan, isDryRun: boolean): string {
  const lines = [
    ...changes.map(describeChange),
    ...kept.map(({ noun, key, reason }) => `  = ${noun} ${key} stays: ${reason}`),
  ];
  if (changes.length === 0) lines.push(`${company}: nothing to do.`);
  else lines.push(`${company}: ${count(changes)}${isDryRun ? " (a dry run: nothing was written)" : ""}.`);
  return `${lines.join("\n")}\n`;
}

function describeChange(change: Change): string {
  switch (change.kind) {
    case "create":
      return `  + ${change.noun} ${change.key}`;
    case "remove": {
      const note = REMOVALS[change.noun];
      return `  - ${change.noun} ${change.key}${note ? ` (${note})` : ""}`;
    }
    case "change":
      return `  ~ ${change.noun} ${change.key}: ${change.fields.map(describeField).join(", ")}`;
  }
}

const describeField = ({ field, before, after }: FieldChange): string =>
  before === undefined ? `${field} (not shown)` : `${field} ${before} -> ${after}`;

function count(changes: readonly Change[]): string {
  const of = (kind: Change["kind"]): number => changes.filter((change) => change.kind === kind).length;
  return `${of("create")} new, ${of("change")} changed, ${of("remove")} removed`;
}
