/** How much of the beginning of a file `sniffType` wants to see. */
export const SNIFF_BYTES = 4096;

const UNKNOWN_TYPE = "application/octet-stream";

/** Shown in the page by the browser's own means; everything else is only ever downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "audio/mpeg",
  "audio/wav",
  "audio/ogg",
  "audio/mp4",
  "video/mp4",
  "video/webm",
  "text/plain",
]);

/** Whether a file of this type may be served without `Content-Disposition: attachment`. */
export function isInlineType(type: string): boolean {
  return INLINE_TYPES.has(type);
}

/** The media type a file's first bytes speak of. Markup is never named as such, so no browser will run it. */
export function sniffType(head: Uint8Array): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFF_BYTES));
  return SIGNATURES.find(({ matches }) => matches(bytes))?.type ?? sniffContainer(bytes) ?? sniffText(bytes);
}

interface Signature {
  readonly type: string;
  matches(bytes: Buffer): boolean;
}

const SIGNATURES: readonly Signature[] = [
  { type: "image/png", matches: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n") },
  { type: "image/jpeg", matches: (bytes) => startsWith(bytes, "\xff\xd8\xff") },
  { type: "image/gif", matches: (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a") },
  { type: "application/pdf", matches: (bytes) => startsWith(bytes, "%PDF-") },
  { type: "audio/ogg", matches: (bytes) => startsWith(bytes, "OggS") },
  { type: "audio/mpeg", matches: (bytes) => startsWith(bytes, "ID3") || isMp3Frame(bytes) },
];

function sniffContainer(bytes: Buffer): string | undefined {
  if (startsWith(bytes, "RIFF")) return RIFF_TYPES[latin1(bytes, 8, 12)] ?? UNKNOWN_TYPE;
  if (latin1(bytes, 4, 8) === "ftyp") return mp4Type(latin1(bytes, 8, 12));
  // Matroska is the same container, but browsers play only its WebM profile.
  if (startsWith(bytes, "\x1a\x45\xdf\xa3")) return bytes.includes("webm") ? "video/webm" : UNKNOWN_TYPE;
  return undefined;
}

const RIFF_TYPES: Readonly<Record<string, string>> = { WAVE: "audio/wav", WEBP: "image/webp" };
const MP4_VIDEO_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3gp[4-9])$/;

function mp4Type(brand: string): string {
  if (brand === "M4A " || brand === "M4B ") return "audio/mp4";
  return MP4_VIDEO_BRANDS.test(brand) ? "video/mp4" : UNKNOWN_TYPE;
}

/** The header of an MPEG layer III frame, with no field at a value that the standard forbids. */
function isMp3Frame(bytes: Buffer): boolean {
  const [sync, second, third] = bytes;
  if (sync === undefined || second === undefined || third === undefined) return false;
  const isLayerThree = sync === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  const bitrate = third >> 4;
  return isLayerThree && bitrate !== 0 && bitrate !== 0x0f && (third & 0x0c) !== 0x0c;
}

const MARKUP =
  /^<|<(!doctype|html|head|body|script|style|iframe|svg|img|a|link|meta|object|embed|\?xml)[\s/>]/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a binary file from a text.
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

function sniffText(bytes: Buffer): string {
  const text = decodeUtf8(bytes);
  if (!text || BINARY.test(text)) return UNKNOWN_TYPE;
  const content = text.trimStart();
  if (MARKUP.test(content)) return UNKNOWN_TYPE;
  return /^begin:vcard\r?$/im.test(content.slice(0, 20)) ? "text/vcard" : "text/plain";
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    // In stream mode a character cut off by the end of the sample is no error.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function startsWith(bytes: Buffer, signature: string): boolean {
  return latin1(bytes, 0, signature.length) === signature;
}

function latin1(bytes: Buffer, start: number, end: number): string {
  return bytes.toString("latin1", start, end);
}
