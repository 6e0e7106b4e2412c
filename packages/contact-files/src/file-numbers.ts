import type { NumberField } from "./file-contact.ts";

const LIST_SEPARATOR = " ::: ";
const EXTENSION = /\s*(?:;\s*ext=|,?\s*(?:ext\.?|extension|durchwahl|x)\s*:?\s*)(\d+)\s*$/i;
const MIN_PUBLIC_DIGITS = 7;
/** Twice what a field may hold: what is longer is refused, and searching it for an extension would take forever. */
const MAX_NUMBER = 800;

/**
 * A number of a file in our notation: `|` is a pause and `;` begins an extension. Undefined when there is no number.
 */
export function numberFrom(text: string): string | undefined {
  const uri = text
    .slice(0, MAX_NUMBER)
    .trim()
    .replace(/^(?:tel|sip|fax):/i, "");
  const withExtension = uri.replace(EXTENSION, ";$1").replace(/;phone-context=[^;]*/i, "");
  const number = withExtension
    .replace(/,(?=[\d,*#])|(?<=\d)[pw](?=\d)/gi, "|")
    .replace(/[^\d*#|;+]/g, "")
    .replace(/(?!^)\+/g, "");
  return /\d|[*#]/.test(number) ? number : undefined;
}

/** The numbers of a cell. A comma is a pause where what follows is too short for a number of its own. */
export function numbersFrom(cell: string): string[] {
  return cell
    .split(/ ?::: ?|\r\n|\n|\r/)
    .flatMap(splitAtCommas)
    .flatMap((number) => numberFrom(number) ?? []);
}

function splitAtCommas(text: string): string[] {
  const parts = text.split(",");
  const isList = parts.every((part) => part.replace(/\D/g, "").length >= MIN_PUBLIC_DIGITS);
  return isList ? parts : [text];
}

/** A list of numbers as one cell, with the pauses of our notation as commas. */
export function cellOfNumbers(list: string): string {
  return listOf(list).map(foreignNumber).join(LIST_SEPARATOR);
}

/** As other programs write it. */
export function foreignNumber(number: string): string {
  return number.replaceAll("|", ",");
}

export function listOf(list: string): string[] {
  return list.split(",").filter((item) => item !== "");
}

const KINDS: readonly (readonly [pattern: RegExp, field: NumberField])[] = [
  [/fax/i, "fax"],
  [/conf/i, "conference"],
  [/mobil|cell|iphone|handy|portable|celular/i, "mobile"],
  [/work|business|office|main|company|arbeit|gesch|firma|trabajo|bureau|travail/i, "work"],
  [/home|privat|personal|zuhause|casa|domicile/i, "home"],
];

/** What kind of number a label speaks of: "Work Fax", "iPhone", "* mobile", "Telefon (geschäftlich)". */
export function numberFieldOf(label: string): NumberField {
  return KINDS.find(([pattern]) => pattern.test(label))?.[1] ?? "other";
}
