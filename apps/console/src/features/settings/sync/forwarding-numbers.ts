import type { Phone, UserSettings } from "@offhook/contract";

/**
 * The numbers of the settings as the lines have them: a line forwards, or does not, whatever the settings remember.
 * Lines that are not known yet stay. The same object when nothing is to be changed.
 */
export function forwardingNumbers(
  kept: UserSettings["fwPhoneNr"],
  lines: Readonly<Record<string, Pick<Phone, "forwarding">>>,
): UserSettings["fwPhoneNr"] {
  const known = Object.entries(lines);
  if (known.every(([name, { forwarding }]) => (kept[name] ?? "") === forwarding)) return kept;
  const others = Object.entries(kept).filter(([name]) => lines[name] === undefined);
  const forwarded = known.map(([name, { forwarding }]) => [name, forwarding] as const);
  return Object.fromEntries([...others, ...forwarded.filter(([, number]) => number !== "")]);
}
