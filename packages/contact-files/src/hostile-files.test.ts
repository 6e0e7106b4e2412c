import { expect, test } from "vitest";
import { ContactFileError, readContactFile } from "./index.ts";

const decode = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes);
const card = (lines: string): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Reyes\r\n${lines}\r\nEND:VCARD\r\n`;
const many = (count: number, line: string): string => line.repeat(count);

/** The only card has a field that is longer than allowed. */
const TOO_LONG = { error: "noRows" };
/** Far more than reading in linear time takes on a busy machine, and far less than the square of these sizes. */
const ENOUGH_MS = 15_000;

function readTimed(text: string): { rows: number; error: string | undefined; ms: number } {
  const bytes = new TextEncoder().encode(text);
  const begun = performance.now();
  let rows = 0;
  let error: string | undefined;
  try {
    rows = readContactFile(bytes, { decode, maxRows: 50_000 }).rows.length;
  } catch (thrown) {
    if (!(thrown instanceof ContactFileError)) throw thrown;
    error = thrown.problem;
  }
  return { rows, error, ms: performance.now() - begun };
}

test.each<[string, string, { rows?: number; error?: string }]>([
  [
    "a photo of a megabyte",
    card(`PHOTO;ENCODING=b:\r\n${many(20_000, ` ${"A".repeat(74)}\r\n`)}`),
    { rows: 1 },
  ],
  [
    "a photo that is not indented",
    card(`PHOTO;BASE64:\r\n${many(20_000, `${"A".repeat(76)}\r\n`)}`),
    { rows: 1 },
  ],
  ["a million folds", card(`NOTE:x\r\n${many(1_000_000, " y\r\n")}`), TOO_LONG],
  ["a million soft breaks", card(`NOTE;QUOTED-PRINTABLE:x=\r\n${many(1_000_000, "y=\r\n")}z`), TOO_LONG],
  ["200,000 parameters", card(`TEL${many(200_000, ";TYPE=work")}:2125550101`), { rows: 1 }],
  ["200,000 values of a parameter", card(`TEL;TYPE=${many(200_000, "work,")}:2125550101`), { rows: 1 }],
  ["an endless quoted head", card(`TEL;X="${many(5_000_000, ";")}`), { rows: 1 }],
  [
    "100,000 numbers",
    card(Array.from({ length: 100_000 }, (_, n) => `TEL:212${1_000_000 + n}`).join("\r\n")),
    TOO_LONG,
  ],
  [
    "100,000 tags",
    card(Array.from({ length: 100_000 }, (_, n) => `CATEGORIES:t${n}`).join("\r\n")),
    TOO_LONG,
  ],
  ["100,000 notes", card(many(100_000, "NOTE:once more\r\n")), TOO_LONG],
  ["a name of separators", card(`N:${many(5_000_000, ";")}`), { rows: 1 }],
  ["accents upon accents", card(`NOTE:a${many(500_000, "\u0315\u0300")}`), TOO_LONG],
  ["nothing but line breaks", `BEGIN:VCARD${many(2_000_000, "\r\n")}`, { error: "noRows" }],
  ["a million cards", many(1_000_000, "BEGIN:VCARD\nFN:A\nEND:VCARD\n"), { error: "tooManyRows" }],
  ["a cell of spaces", `Name,Work\nAna,"1${many(5_000_000, " ")}x"\n`, { rows: 1 }],
  ["300,000 rows", `Name,Work\n${many(300_000, "Ana,2125550101\n")}`, { error: "tooManyRows" }],
  ["a cell of quotes", `Name,Work\nAna,"${many(1_000_000, '""')}"\n`, { rows: 1 }],
])("[FILE9] %s is read in linear time", { timeout: 120_000 }, (_what, text, expected) => {
  const { ms, ...found } = readTimed(text);
  expect(found).toMatchObject(expected);
  expect(ms).toBeLessThan(ENOUGH_MS);
});
