import { MAX_CONTACT_TAGS, tagsOf } from "@offhook/contract";
import { cleanContactNumber, NUMBER_LABELS, type NumberLabel } from "@offhook/telephony";
import { directoryKey, parseInternational, type Region } from "@offhook/telephony/international";

/** What a contact says of somebody, as it is stored. */
export interface ContactFields extends Record<NumberLabel, string> {
  readonly fname: string;
  readonly lname: string;
  readonly emails: string;
  readonly organization: string;
  readonly title: string;
  readonly notes: string;
  readonly tags: string;
}

export const CONTACT_FIELDS = [
  "fname",
  "lname",
  ...NUMBER_LABELS,
  "emails",
  "organization",
  "title",
  "notes",
  "tags",
] as const satisfies readonly (keyof ContactFields)[];

export const NO_FIELDS: ContactFields = {
  fname: "",
  lname: "",
  mobile: "",
  work: "",
  home: "",
  fax: "",
  conference: "",
  other: "",
  emails: "",
  organization: "",
  title: "",
  notes: "",
  tags: "",
};

/** What a form or a file hands in; undefined means that nothing is said. */
export type GivenFields = { readonly [Field in keyof ContactFields]?: string | undefined } & {
  readonly name?: string | undefined;
};

/** The fields as they are stored when `given` is put over `before`. */
export function applyFields(before: ContactFields, given: GivenFields, region: Region): ContactFields {
  const after: Record<keyof ContactFields, string> = { ...before };
  for (const field of CONTACT_FIELDS) {
    const value = given[field];
    if (value !== undefined) after[field] = value.trim();
  }
  for (const label of NUMBER_LABELS) {
    if (given[label] !== undefined) after[label] = storedNumbers(given[label], region);
  }
  if (given.emails !== undefined) after.emails = joinList(given.emails.split(/[,;\s]+/));
  if (given.tags !== undefined) after.tags = tagsOf(given.tags).join(",");
  if (given.name !== undefined && given.fname === undefined && given.lname === undefined)
    Object.assign(after, splitName(given.name));
  return after;
}

/** "Ana Maria Reyes" has the first name "Ana Maria". */
function splitName(name: string): { fname: string; lname: string } {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return { fname: words[0] ?? "", lname: "" };
  return { fname: words.slice(0, -1).join(" "), lname: words.at(-1) ?? "" };
}

/** What is shown for a contact: the name, or whatever there is instead. */
export function displayName(fields: ContactFields): string {
  const name = `${fields.fname} ${fields.lname}`.trim();
  return name || fields.organization || firstOf(fields.emails) || firstNumber(fields);
}

/** There is nothing by which anybody could find or reach this contact. */
export function isNobody(fields: ContactFields): boolean {
  return displayName(fields) === "";
}

function firstNumber(fields: ContactFields): string {
  return NUMBER_LABELS.map((label) => firstOf(fields[label])).find((number) => number !== "") ?? "";
}

function firstOf(list: string): string {
  return list.split(",")[0] ?? "";
}

/** A list of numbers as it is stored: only what a number may hold, each once. */
function storedNumbers(list: string, region: Region): string {
  return joinList(list.split(",").map((number) => storedNumber(number, region)));
}

function storedNumber(raw: string, region: Region): string {
  const cleaned = cleanContactNumber(raw);
  // Without its plus, a foreign number of ten digits would pass for a US one and ring somebody else.
  const isForeign = raw.trim().startsWith("+") && /^\d{10}$/.test(cleaned);
  return isForeign && parseInternational(raw, region) ? `011${cleaned}` : cleaned;
}

function joinList(items: readonly string[]): string {
  return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ""))].join(",");
}

export interface NumberKey {
  readonly label: NumberLabel;
  readonly position: number;
  readonly key: string;
}

/** Under what the contact is found. */
export function numberKeys(fields: ContactFields, region: Region): NumberKey[] {
  return NUMBER_LABELS.flatMap((label) =>
    fields[label].split(",").flatMap((number, position) => {
      const key = directoryKey(number, region);
      return key === undefined ? [] : [{ label, position, key }];
    }),
  );
}

/** Work and mobile numbers are what makes two contacts the same. */
export function identifyingKeys(keys: readonly NumberKey[]): string[] {
  return [
    ...new Set(keys.filter(({ label }) => label === "work" || label === "mobile").map(({ key }) => key)),
  ];
}

/** Everything both say: lists are joined, what is empty in the first is taken from the second, notes are kept both. */
export function mergeFields(first: ContactFields, second: ContactFields, region: Region): ContactFields {
  const merged: Record<keyof ContactFields, string> = { ...first };
  const hasName = first.fname !== "" || first.lname !== "";
  if (!hasName) Object.assign(merged, { fname: second.fname, lname: second.lname });
  for (const field of ["organization", "title"] as const) merged[field] = first[field] || second[field];
  merged.emails = mergeEmails(first.emails, second.emails);
  merged.tags = tagsOf(`${first.tags},${second.tags}`).slice(0, MAX_CONTACT_TAGS).join(",");
  merged.notes = first.notes.includes(second.notes)
    ? first.notes
    : [first.notes, second.notes].filter((note) => note !== "").join("\n");
  const known = new Set(numberKeys(first, region).map(({ label, key }) => `${label} ${key}`));
  for (const label of NUMBER_LABELS) {
    const added = second[label].split(",").filter((number) => {
      const key = directoryKey(number, region);
      return key !== undefined && !known.has(`${label} ${key}`);
    });
    merged[label] = joinList([...first[label].split(","), ...added]);
  }
  return merged;
}

function mergeEmails(first: string, second: string): string {
  const known = new Set(first.toLowerCase().split(","));
  return joinList([
    ...first.split(","),
    ...second.split(",").filter((email) => !known.has(email.toLowerCase())),
  ]);
}
