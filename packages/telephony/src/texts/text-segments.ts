import { gsmSeptets } from "./gsm-alphabet.ts";

/** GSM-7 has the Latin letters of western Europe; one sign outside of it makes the whole text UCS-2. */
export type TextEncoding = "GSM-7" | "UCS-2";

/** How a text travels: carriers bill each segment. */
export interface TextSegments {
  readonly encoding: TextEncoding;
  readonly segments: number;
  /** Septets or 16-bit units of the whole text. */
  readonly units: number;
  /** What still fits into the last segment. */
  readonly remaining: number;
}

/** A long text gives up some room in each segment to the numbers that join it again. */
const ROOM: Readonly<Record<TextEncoding, { readonly alone: number; readonly joined: number }>> = {
  "GSM-7": { alone: 160, joined: 153 },
  "UCS-2": { alone: 70, joined: 67 },
};

export function encodingOf(text: string): TextEncoding {
  for (const sign of text) if (gsmSeptets(sign) === 0) return "UCS-2";
  return "GSM-7";
}

export function countSegments(text: string): TextSegments {
  const encoding = encodingOf(text);
  const { alone, joined } = ROOM[encoding];
  let units = 0;
  for (const sign of text) units += unitsOf(sign, encoding);
  if (units <= alone) return { encoding, segments: units === 0 ? 0 : 1, units, remaining: alone - units };
  const { count, lastUnits } = fill(text, encoding, joined);
  return { encoding, segments: count, units, remaining: joined - lastUnits };
}

/** The text of each segment. No sign is torn apart: not an escaped one, not one of two 16-bit units. */
export function splitText(text: string): {
  readonly encoding: TextEncoding;
  readonly parts: readonly string[];
} {
  const { encoding, segments } = countSegments(text);
  if (segments <= 1) return { encoding, parts: text === "" ? [] : [text] };
  const parts: string[] = [];
  fill(text, encoding, ROOM[encoding].joined, (part) => parts.push(part));
  return { encoding, parts };
}

function unitsOf(sign: string, encoding: TextEncoding): number {
  return encoding === "GSM-7" ? gsmSeptets(sign) : sign.length;
}

function fill(
  text: string,
  encoding: TextEncoding,
  room: number,
  onPart?: (part: string) => void,
): { readonly count: number; readonly lastUnits: number } {
  let [count, part, used] = [1, "", 0];
  for (const sign of text) {
    const units = unitsOf(sign, encoding);
    if (used + units > room) {
      onPart?.(part);
      [count, part, used] = [count + 1, "", 0];
    }
    part += sign;
    used += units;
  }
  onPart?.(part);
  return { count, lastUnits: used };
}
