import type { FileContact, NumberField } from "./file-contact.ts";
import { NUMBER_FIELDS } from "./file-contact.ts";
import { foreignNumber, listOf } from "./file-numbers.ts";
import { encodeQuotedPrintable } from "./text-decoding.ts";

export type VcardVersion = "2.1" | "3.0" | "4.0";

const TYPES: Readonly<Record<NumberField, readonly string[]>> = {
  mobile: ["CELL"],
  work: ["WORK", "VOICE"],
  home: ["HOME", "VOICE"],
  fax: ["WORK", "FAX"],
  conference: ["VOICE"],
  other: ["VOICE"],
};

/** Cards that any program reads, with the photos inside. */
export function writeVcards(contacts: readonly FileContact[], version: VcardVersion): string {
  return contacts.map((contact) => writeCard(contact, version)).join("");
}

function writeCard(contact: FileContact, version: VcardVersion): string {
  const fullName = `${contact.fname} ${contact.lname}`.trim() || contact.organization;
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${version}`,
    textLine("N", version, [contact.lname, contact.fname, "", "", ""]),
    textLine("FN", version, [fullName]),
    ...(contact.organization === "" ? [] : [textLine("ORG", version, [contact.organization])]),
    ...(contact.title === "" ? [] : [textLine("TITLE", version, [contact.title])]),
    ...NUMBER_FIELDS.flatMap((field) => numberLines(contact, field, version)),
    ...listOf(contact.emails).map((email) =>
      textLine(`EMAIL${typeParam(["INTERNET"], version)}`, version, [email]),
    ),
    ...(contact.notes === "" ? [] : [textLine("NOTE", version, [contact.notes])]),
    ...(contact.tags === "" ? [] : [tagsLine(listOf(contact.tags), version)]),
    ...(contact.photo === undefined ? [] : [photoLine(contact.photo, version)]),
    "END:VCARD",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function numberLines(contact: FileContact, field: NumberField, version: VcardVersion): string[] {
  return listOf(contact[field]).flatMap((number, index) => {
    const line = textLine(`TEL${typeParam(TYPES[field], version)}`, version, [foreignNumber(number)]);
    // No version has a type for it; a label does for the programs that know labels.
    if (field !== "conference") return [line];
    const group = `item${index + 1}`;
    return [`${group}.${line}`, `${group}.X-ABLabel:Conference`];
  });
}

function typeParam(types: readonly string[], version: VcardVersion): string {
  if (version === "2.1") return types.map((type) => `;${type}`).join("");
  const known = version === "4.0" ? types.filter((type) => type !== "INTERNET") : types;
  return known.map((type) => `;TYPE=${version === "4.0" ? type.toLowerCase() : type}`).join("");
}

/** vCard 2.1 knows no charset but ASCII and no escapes but quoted-printable and `\;`. */
function textLine(head: string, version: VcardVersion, parts: readonly string[]): string {
  if (version !== "2.1") return `${head}:${parts.map(escapeText).join(";")}`;
  const value = parts.map((part) => part.replace(/\\/g, "\\\\").replace(/;/g, "\\;")).join(";");
  if (/^[\x20-\x7e]*$/.test(value)) return `${head}:${value}`;
  return `${head};CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${encodeQuotedPrintable(value)}`;
}

/** Several values in one line, apart by commas, which no tag holds. */
function tagsLine(tags: readonly string[], version: VcardVersion): string {
  if (version === "2.1") return textLine("CATEGORIES", version, [tags.join(",")]);
  return `CATEGORIES:${tags.map(escapeText).join(",")}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

function photoLine(base64: string, version: VcardVersion): string {
  const type = base64.startsWith("iVBOR") ? "png" : base64.startsWith("R0lG") ? "gif" : "jpeg";
  if (version === "4.0") return `PHOTO:data:image/${type};base64,${base64}`;
  if (version === "3.0") return `PHOTO;ENCODING=b;TYPE=${type.toUpperCase()}:${base64}`;
  return `PHOTO;ENCODING=BASE64;${type.toUpperCase()}:${base64}`;
}

const MAX_OCTETS = 75;

/** RFC 6350 §3.2: lines of at most 75 octets, never broken inside a character. */
function fold(line: string): string {
  if (/;ENCODING=QUOTED-PRINTABLE:/.test(line)) return softBreaks(line);
  let folded = "";
  let octets = 0;
  for (const char of line) {
    const size = octetsOf(char);
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += char;
    octets += size;
  }
  return folded;
}

function octetsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Quoted-printable breaks with `=` at the end, and never inside `=XX`. */
function softBreaks(line: string): string {
  const start = line.indexOf(":") + 1;
  return line.slice(0, start) + (line.slice(start).match(/(?:=[\dA-F]{2}|[^=]){1,22}/g) ?? []).join("=\r\n");
}
