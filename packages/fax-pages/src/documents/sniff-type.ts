export type DocumentType = "pdf" | "picture" | "tiff" | "heic" | "office" | "text" | "unknown";

const startsWith = (bytes: Uint8Array, ...values: readonly number[]): boolean =>
  values.every((value, index) => bytes[index] === value);
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, Math.min(bytes.length, to) - from)).toString(
    "latin1",
  );

/** PDF allows some other bytes before its mark. */
const PDF_MARK_WITHIN = 1024;
const AVIF = /^avi[fs]$/;
const HEIC = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** What a file is, by what is in it: its name may say anything. */
export function sniffType(bytes: Uint8Array): DocumentType {
  if (ascii(bytes, 0, PDF_MARK_WITHIN).includes("%PDF-")) return "pdf";
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) || startsWith(bytes, 0xff, 0xd8, 0xff)) return "picture";
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return "picture";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "picture";
  if (startsWith(bytes, 0x49, 0x49, 42, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 42)) return "tiff";
  if (ascii(bytes, 4, 8) === "ftyp") {
    const brand = ascii(bytes, 8, 12);
    return AVIF.test(brand) ? "picture" : HEIC.test(brand) ? "heic" : "unknown";
  }
  if (isOffice(bytes)) return "office";
  return textOf(bytes) === undefined ? "unknown" : "text";
}

function isOffice(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return true;
  if (ascii(bytes, 0, 5) === "{\\rtf") return true;
  if (!startsWith(bytes, 0x50, 0x4b, 3, 4)) return false;
  // The names of the first files in the archive tell an Office file from any other.
  return /\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis\.opendocument|(?:word|xl|ppt|_rels)\//.test(
    ascii(bytes, 0, 4096),
  );
}

/** Tab, line feed, form feed and carriage return are the only control characters of a text. */
const STRANGE = /[^\P{Cc}\t\n\f\r]/u;

/** Undefined for what is no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  const encoding = startsWith(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : startsWith(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : "utf-8";
  const text = decode(bytes, encoding) ?? decode(bytes, "windows-1252");
  return text === undefined || STRANGE.test(text) ? undefined : text;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
