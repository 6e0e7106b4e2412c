import { numberFieldOf } from "./file-numbers.ts";

/** What a column can hold. `phone` is a number whose kind a column beside it tells. */
export type ColumnField =
  | "name"
  | "fname"
  | "lname"
  | "phone"
  | "mobile"
  | "work"
  | "home"
  | "fax"
  | "conference"
  | "other"
  | "emails"
  | "organization"
  | "title"
  | "notes"
  | "tags";

const NAMES: readonly (readonly [pattern: RegExp, field: ColumnField])[] = [
  [
    /^(?:first name|given name|fname|firstname|vorname|prénom|nombre|middle name|additional name|weitere vornamen)$/,
    "fname",
  ],
  [/^(?:last name|family name|surname|lname|lastname|nachname|nom|apellidos?)$/, "lname"],
  [/^(?:(?:full |display )?name|file as|anzeigename|kontakt|contact|nom complet)$/, "name"],
  [
    /^(?:company|organi[sz]ation|organi[sz]ation name|organi[sz]ation 1 - name|firma|société|empresa)$/,
    "organization",
  ],
  [/^(?:title|job title|organi[sz]ation title|organi[sz]ation 1 - title|position|fonction)$/, "title"],
  [/^(?:notes?|notizen|remarques|comments?)$/, "notes"],
  [/^(?:tags?|labels?|categor(?:y|ies)|group membership|kategorien?|catégories?|etiquetas?)$/, "tags"],
  [/^(?:e-?mails?|e-?mail(?: \d)?(?: -)?(?: address| value)|e-?mail-?adresse(?: \d)?|e-?mail \d)$/, "emails"],
  [/^phone \d+ - value$/, "phone"],
];

const PHONE_WORDS =
  /phone|fax|mobil|cell|telefon|handy|^tel\b|^(?:work|home|other|conference)$|number|nummer|t[eé]l[eé]phone/;
const NOT_A_NUMBER =
  /type|label|e-?mail|address|adresse|street|city|state|postal|country|url|web|account|id\b|location/;

/** What the name of a column says about what it holds; null when nothing. */
export function columnFieldOf(name: string): ColumnField | null {
  const heading = name
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, " ");
  const known = NAMES.find(([pattern]) => pattern.test(heading));
  if (known) return known[1];
  if (!PHONE_WORDS.test(heading) || NOT_A_NUMBER.test(heading)) return null;
  return numberFieldOf(heading);
}

/** The column that tells the kind of the numbers in this one: 'Phone 1 - Label' for 'Phone 1 - Value'. */
export function labelColumnOf(columns: readonly string[], index: number): number {
  const stem = /^(phone \d+) - value$/i.exec(columns[index]?.trim() ?? "")?.[1]?.toLowerCase();
  if (stem === undefined) return -1;
  return columns.findIndex((name) => new RegExp(`^${stem} - (?:label|type)$`, "i").test(name.trim()));
}
