/** Turns bytes into text; undefined when they are none in this charset, or the charset is unknown. A platform's port. */
export type Decode = (bytes: Uint8Array, charset: string) => string | undefined;

const BYTE_ORDER_MARKS: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** The text of a file whose charset nobody told. Undefined when it is no text. */
export function textOf(bytes: Uint8Array, decode: Decode): string | undefined {
  for (const [mark, charset] of BYTE_ORDER_MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte))
      return asText(decode(bytes.subarray(mark.length), charset));
  }
  // What is valid UTF-8 is UTF-8; what is not, comes from Windows.
  return asText(decode(bytes, "utf-8") ?? decode(bytes, "windows-1252"));
}

function asText(text: string | undefined): string | undefined {
  return text === undefined || text.includes("\0") || looksBinary(text) ? undefined : text;
}

const SAMPLE = 4_096;
const MAX_CONTROLS = 0.02;

function looksBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const controls = sample.replace(/[^\p{Cc}]|[\t\r\n]/gu, "").length;
  return controls > sample.length * MAX_CONTROLS;
}

/** Quoted-printable, RFC 2045 §6.7: what is not written as `=XX` stands for itself. */
export function decodeQuotedPrintable(text: string, charset: string, decode: Decode): string {
  const bytes: number[] = [];
  let decoded = "";
  const flush = (): void => {
    if (bytes.length === 0) return;
    const raw = Uint8Array.from(bytes);
    decoded += decode(raw, charset) ?? decode(raw, "utf-8") ?? decode(raw, "windows-1252") ?? "";
    bytes.length = 0;
  };
  for (const [, hex, plain] of text.matchAll(/=([\da-f]{2})|([\s\S])/gi)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else {
      flush();
      decoded += plain;
    }
  }
  flush();
  return decoded;
}

/** The same the other way, in UTF-8. */
export function encodeQuotedPrintable(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(/%/g, "=");
}
