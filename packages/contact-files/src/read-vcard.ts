import { ContactCollector, clean, type FileRow, rowOf, splitName } from "./file-contact.ts";
import { numberFieldOf, numberFrom } from "./file-numbers.ts";
import type { ReadOptions } from "./read-options.ts";
import { type Decode, decodeQuotedPrintable } from "./text-decoding.ts";
import { type CardLine, hasParam, parseCardLine, splitValue, unescapeValue, unfold } from "./vcard-lines.ts";

/** The cards of a file of any version, 2.1 to 4.0, also mixed. */
export function readVcards(
  text: string,
  { decode, maxRows }: Pick<ReadOptions, "decode" | "maxRows">,
): FileRow[] {
  const rows: FileRow[] = [];
  let card: CardLine[] | undefined;
  const breakOff = (): void => {
    if (card)
      rows.push({ row: rows.length + 1, contact: undefined, error: "The card breaks off before its end" });
    card = undefined;
  };
  for (const folded of unfold(text)) {
    // One more than is allowed tells that there are too many.
    if (rows.length > maxRows) return rows;
    const line = parseCardLine(folded);
    if (!line) continue;
    const isCard = /^VCARD\s*$/i.test(line.value.trim());
    if (line.name === "BEGIN" && isCard) {
      breakOff();
      card = [];
    } else if (line.name === "END" && isCard && card) {
      rows.push(rowOf(rows.length + 1, readCard(card, decode)));
      card = undefined;
    } else card?.push(line);
  }
  breakOff();
  return rows;
}

function readCard(raw: readonly CardLine[], decode: Decode) {
  const lines = raw.map((line) => ({ ...line, value: decodedValue(line, decode) }));
  const labels = new Map(
    lines
      .filter((line) => line.group !== "" && line.name === "X-ABLABEL")
      .map((line) => [line.group, clean(line.value).replace(/^_\$!<(.*)>!\$_$/, "$1")]),
  );
  const contact = new ContactCollector();
  for (const line of lines) readLine(line, contact, labels.get(line.group));
  if (!contact.hasName) readOtherName(lines, contact);
  return contact.finish();
}

function readLine(line: CardLine, contact: ContactCollector, label: string | undefined): void {
  switch (line.name) {
    case "N":
      readName(line.value, contact);
      break;
    case "TEL": {
      const number = numberFrom(unescapeValue(line.value));
      if (number !== undefined) contact.addNumber(numberFieldOf(label ?? typesOf(line)), number);
      break;
    }
    case "EMAIL":
      contact.addEmail(unescapeValue(line.value));
      break;
    case "ORG":
      contact.set("organization", splitValue(line.value, ";")[0] ?? "");
      break;
    case "TITLE":
      contact.set("title", unescapeValue(line.value));
      break;
    case "NOTE":
      contact.addNote(unescapeValue(line.value));
      break;
    case "CATEGORIES":
      for (const tag of splitValue(line.value, ",")) contact.addTag(tag);
      break;
    case "PHOTO": {
      const photo = photoOf(line);
      if (photo !== undefined) contact.photo = photo;
      break;
    }
  }
}

/** Family; given; additional; prefixes; suffixes. Nothing of it may be lost, so that the whole name reads as before. */
function readName(value: string, contact: ContactCollector): void {
  const [family = "", given = "", additional = "", prefix = "", suffix = ""] = splitValue(value, ";");
  contact.set("fname", [prefix, given, additional].filter((part) => part.trim() !== "").join(" "));
  contact.set("lname", [family, suffix].filter((part) => part.trim() !== "").join(" "));
}

function readOtherName(lines: readonly CardLine[], contact: ContactCollector): void {
  const named = (name: string): string =>
    clean(unescapeValue(lines.find((line) => line.name === name)?.value ?? ""));
  const organization = splitValue(lines.find((line) => line.name === "ORG")?.value ?? "", ";")[0] ?? "";
  const name = named("FN") || named("NICKNAME");
  // A company's card repeats its name there.
  if (name === clean(organization)) return;
  const { fname, lname } = splitName(name);
  contact.set("fname", fname);
  contact.set("lname", lname);
}

function typesOf(line: CardLine): string {
  return (line.params.get("TYPE") ?? []).join(" ");
}

function decodedValue(line: CardLine, decode: Decode): string {
  if (!hasParam(line, "ENCODING", /^QUOTED-PRINTABLE$/i)) return line.value;
  return decodeQuotedPrintable(line.value, line.params.get("CHARSET")?.[0] ?? "utf-8", decode);
}

/** The picture's bytes. One that lies at an address stays there: opening a file must not call anybody. */
function photoOf(line: CardLine): string | undefined {
  const data = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(unescapeValue(line.value))?.[1];
  const isInline = hasParam(line, "ENCODING", /^(?:B|BASE64)$/i);
  const base64 = (data ?? (isInline ? line.value : "")).replace(/\s/g, "");
  return base64.length > 0 && /^[A-Za-z\d+/]+={0,2}$/.test(base64) ? base64 : undefined;
}
