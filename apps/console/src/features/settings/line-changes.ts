import type { MyProfile } from "@offhook/contract";

type Lines = Pick<MyProfile, "phones" | "sms_lines" | "vox_boxes" | "fax_lines">;

export interface LineChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** By what nobody changes; the words are what people call it. */
function linesOf({ phones, sms_lines, vox_boxes, fax_lines }: Lines): ReadonlyMap<string, string> {
  return new Map([
    ...phones.map(({ name, label }) => [`phone ${name}`, `${label || name} (calls)`] as const),
    ...sms_lines.map((line) => [`sms ${line.sms_line}`, `${line.sms_linename} (texts)`] as const),
    ...vox_boxes.map(({ name, label }) => [`vox ${name}`, `${label || name} (voicemail)`] as const),
    ...fax_lines.map((line) => [`fax ${line.fax_line}`, `${line.fax_linename} (fax)`] as const),
  ]);
}

/** Pure. The lines that were given and taken between two profiles; undefined when they are the same. */
export function lineChanges(before: Lines, after: Lines): LineChanges | undefined {
  const old = linesOf(before);
  const now = linesOf(after);
  const missing = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
    [...from].filter(([key]) => !other.has(key)).map(([, words]) => words);
  const changes = { added: missing(now, old), removed: missing(old, now) };
  return changes.added.length + changes.removed.length === 0 ? undefined : changes;
}

/** As one sentence for each kind of change. */
export function lineChangesText({ added, removed }: LineChanges): string {
  const sentences = [
    removed.length > 0 && `No longer yours: ${removed.join(", ")}.`,
    added.length > 0 && `New: ${added.join(", ")}.`,
  ];
  return sentences.filter(Boolean).join(" ");
}
