import { parameterValue } from "../../grammar/parameters.ts";
import { unfold } from "../../grammar/quoted-string.ts";
import { decodeUtf8, encodeUtf8 } from "../../grammar/utf8.ts";
import { type Body, bodyOf } from "../create-response.ts";
import type { SipHeaders } from "../headers/sip-headers.ts";
import { ContentDisposition, ContentType, essenceOf } from "../headers/token-headers.ts";
import { parseHeaderLines } from "./head-parser.ts";
import { findHead } from "./message-parser.ts";

/** One of several bodies of a message (RFC 5621). */
export interface BodyPart extends Body {
  /** What a `cid:` URI of a header means by it, without brackets. */
  readonly id?: string | undefined;
  /** As header text: `by-reference;handling=optional`. */
  readonly disposition?: string | undefined;
}

/** More than any phone or carrier sends. Whoever sends more is not read at all. */
const MAX_PARTS = 16;
const MAX_DEPTH = 3;
const MAX_BOUNDARY = 70;
const PART_LIMITS = { maxBytes: 65_535, maxHeadBytes: 2_048, maxHeaders: 16, maxLineBytes: 1_024 };
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(["binary", "8bit", "7bit"]);

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

export const isMultipart = ({ type }: Body): boolean => type.slice(0, 10).toLowerCase() === "multipart/";

/** `boundary` must be one that no part can hold, random say. */
export function multipartBody(parts: readonly BodyPart[], boundary: string): Body {
  const pieces = parts.flatMap(({ type, id, disposition, content }) => [
    encodeUtf8(
      `--${boundary}\r\nContent-Type: ${unfold(type)}\r\n${id === undefined ? "" : `Content-ID: <${unfold(id)}>\r\n`}${
        disposition === undefined ? "" : `Content-Disposition: ${unfold(disposition)}\r\n`
      }\r\n`,
    ),
    content,
    encodeUtf8("\r\n"),
  ]);
  pieces.push(encodeUtf8(`--${boundary}--\r\n`));
  const content = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    content.set(piece, at);
    at += piece.length;
  }
  return { type: `multipart/mixed;boundary=${boundary}`, content };
}

/** All parts, those of parts inside others too. Undefined when it is no multipart, or none we can read. */
export function partsOf(body: Body): readonly BodyPart[] | undefined {
  const found: BodyPart[] = [];
  return collect(body, MAX_DEPTH, found) ? found : undefined;
}

function collect(body: Body, depth: number, found: BodyPart[]): boolean {
  const boundary = boundaryOf(body);
  const pieces = boundary === undefined || depth === 0 ? undefined : split(body.content, boundary);
  if (!pieces) return false;
  for (const piece of pieces) {
    const part = readPart(piece);
    if (!part) return false;
    if (isMultipart(part)) {
      if (!collect(part, depth - 1, found)) return false;
    } else if (found.push(part) > MAX_PARTS) return false;
  }
  return true;
}

function boundaryOf(body: Body): string | undefined {
  if (!isMultipart(body)) return undefined;
  const boundary = parameterValue(ContentType.parse(body.type)?.[0]?.parameters ?? [], "boundary") ?? "";
  return boundary === "" || boundary.length > MAX_BOUNDARY || unfold(boundary) !== boundary
    ? undefined
    : boundary;
}

/** RFC 2046 §5.1.1. What stands before the first delimiter and behind the last one is nobody's. */
function split(content: Uint8Array, boundary: string): readonly Uint8Array[] | undefined {
  const mark = encodeUtf8(`--${boundary}`);
  const pieces: Uint8Array[] = [];
  let begin: number | undefined;
  let at = 0;
  while (at < content.length) {
    const lineFeed = content.indexOf(LF, at);
    const end = lineFeed < 0 ? content.length : lineFeed;
    const delimiter = delimiterAt(content, at, end, mark);
    if (delimiter) {
      if (begin !== undefined) pieces.push(content.subarray(begin, beforeLineBreak(content, begin, at)));
      if (delimiter === "last") return pieces;
      if (pieces.length === MAX_PARTS) return undefined;
      begin = Math.min(end + 1, content.length);
    }
    at = end + 1;
  }
  // The last delimiter is missing: the length of the message says where its last part ends just as well.
  if (begin === undefined) return undefined;
  return [...pieces, content.subarray(begin)];
}

function delimiterAt(
  content: Uint8Array,
  start: number,
  end: number,
  mark: Uint8Array,
): "next" | "last" | undefined {
  if (end - start < mark.length) return undefined;
  for (let index = 0; index < mark.length; index += 1)
    if (content[start + index] !== mark[index]) return undefined;
  let at = start + mark.length;
  const isLast = content[at] === DASH && content[at + 1] === DASH && at + 2 <= end;
  if (isLast) at += 2;
  // Anything else behind it makes it the delimiter of a part inside this one, or plain text.
  while (at < end && (content[at] === 0x20 || content[at] === 0x09 || content[at] === CR)) at += 1;
  if (at < end) return undefined;
  return isLast ? "last" : "next";
}

/** The line break before a delimiter belongs to the delimiter. */
function beforeLineBreak(content: Uint8Array, begin: number, end: number): number {
  let at = end;
  if (at > begin && content[at - 1] === LF) at -= 1;
  if (at > begin && content[at - 1] === CR) at -= 1;
  return at;
}

function readPart(bytes: Uint8Array): BodyPart | undefined {
  const span = findHead(bytes, 0);
  if (span.end > PART_LIMITS.maxHeadBytes) return undefined;
  const headers = parseHeaderLines(decodeUtf8(bytes.subarray(0, span.end)), PART_LIMITS);
  if (!headers) return undefined;
  const id = headers.text("content-id");
  return {
    type: typeOf(headers),
    content: bytes.subarray(span.bodyStart),
    id: id === undefined ? undefined : id.replace(/^<|>$/g, ""),
    disposition: headers.text("content-disposition"),
  };
}

/** A part in an encoding we do not take off is there, but nobody can read it. */
function typeOf(headers: SipHeaders): string {
  const encoding = headers.text("content-transfer-encoding")?.toLowerCase() ?? "binary";
  if (!PLAIN_ENCODINGS.has(encoding)) return "application/octet-stream";
  return headers.text("content-type") ?? "text/plain";
}

/** The session description of a message: its body, or the part of it that is one. */
export function descriptionOf(message: {
  readonly headers: SipHeaders;
  readonly body: Uint8Array;
}): Body | undefined {
  const body = bodyOf(message);
  return body && isMultipart(body) ? partsOf(body)?.find(isDescription) : body;
}

/** RFC 3261 §20.11: without a disposition it describes the session; an "early-session" (RFC 3959) is something else. */
export function isDescription({ type, disposition }: BodyPart): boolean {
  const media = ContentType.parse(type)?.[0];
  if (!media || essenceOf(media) !== "application/sdp") return false;
  return disposition === undefined || dispositionOf(disposition).kind === "session";
}

/**
 * RFC 5621 §5.2: whoever does not understand a required part refuses the request. Required is also what says nothing
 * about it, but parts that nobody needs come without a word too: a call is worth more than that rule.
 */
export const isRequired = ({ disposition }: BodyPart): boolean =>
  disposition !== undefined && dispositionOf(disposition).handling === "required";

function dispositionOf(text: string): { readonly kind: string; readonly handling: string | undefined } {
  const value = ContentDisposition.parse(text)?.[0];
  const handling = value && parameterValue(value.parameters, "handling");
  return { kind: value?.token.toLowerCase() ?? "", handling: handling?.toLowerCase() };
}
