import { type AsciiDecoder, decodeAscii, decodeUtf8 } from "../../grammar/utf8.ts";
import { NO_BODY, type SipMessage, SipRequest, SipResponse } from "../sip-message.ts";
import { type ParsedHead, parseHead } from "./head-parser.ts";
import { DEFAULT_LIMITS, type MessageLimits } from "./message-limits.ts";
import { validateMessage } from "./message-validation.ts";
import { type FaultReason, type ParseFault, parseFault } from "./parse-fault.ts";

export interface ParseOptions {
  readonly limits?: MessageLimits;
  /** A native decoder; without one, our own. */
  readonly decodeAscii?: AsciiDecoder;
}

export type ParseOutcome =
  | { readonly kind: "message"; readonly message: SipMessage }
  | { readonly kind: "fault"; readonly fault: ParseFault };

const CR = 0x0d;
const LF = 0x0a;

/** Where the head lies in a buffer: [start, end) with `bodyStart` behind the empty line. */
export interface HeadSpan {
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly isAscii: boolean;
}

/** One datagram or websocket frame: the message ends where the bytes end (RFC 3261 §18.3). Never throws. */
export function parseDatagram(bytes: Uint8Array, options: ParseOptions = {}): ParseOutcome {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const start = skipLineBreaks(bytes, 0);
  const span = findHead(bytes, start);
  const head = readHead(bytes, span, options);
  if (bytes.length > limits.maxBytes) return faultOf(head, "tooLarge", String(bytes.length));
  if (head.contentLength === undefined || head.contentLength === "bad") {
    return finishMessage(head, bytes.subarray(span.bodyStart));
  }
  const bodyEnd = span.bodyStart + head.contentLength;
  // RFC 4475 §3.1.2.2: the sender counted on more than arrived, so this is not what it meant to say.
  if (bodyEnd > bytes.length) return faultOf(head, "truncated", String(head.contentLength));
  return finishMessage(head, bytes.subarray(span.bodyStart, bodyEnd));
}

/** RFC 3261 §7.5: empty lines before the start line are skipped. */
function skipLineBreaks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === CR || bytes[at] === LF)) at += 1;
  return at;
}

/** Without an empty line all of it is head: some phones forget the last line break of a request without body. */
export function findHead(bytes: Uint8Array, start: number): HeadSpan {
  let lineStart = start;
  let seen = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    seen |= byte;
    if (byte !== LF) continue;
    if (at === lineStart || (at === lineStart + 1 && bytes[lineStart] === CR)) {
      return { start, end: lineStart, bodyStart: at + 1, isAscii: seen < 0x80 };
    }
    lineStart = at + 1;
  }
  return { start, end: bytes.length, bodyStart: bytes.length, isAscii: seen < 0x80 };
}

/** The start line and the headers of a span, whatever is wrong with them. */
export function readHead(bytes: Uint8Array, span: HeadSpan, options: ParseOptions): ParsedHead {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const isTooLong = span.end - span.start > limits.maxHeadBytes;
  const end = isTooLong ? span.start + limits.maxHeadBytes : span.end;
  const part = bytes.subarray(span.start, end);
  const text = span.isAscii ? (options.decodeAscii ?? decodeAscii)(part) : decodeUtf8(part);
  const head = parseHead(text, limits);
  return isTooLong ? { ...head, fault: { reason: "tooLarge", detail: String(span.end - span.start) } } : head;
}

/** Judges the head and joins it with its body, which is copied by nobody. */
export function finishMessage(head: ParsedHead, body: Uint8Array): ParseOutcome {
  const { start, headers } = head;
  const fault = head.fault ?? (start ? validateMessage(start, headers) : undefined);
  if (fault || !start) return faultOf(head, fault?.reason ?? "notSip", fault?.detail ?? "");
  const content = body.length === 0 ? NO_BODY : body;
  if (start.kind === "request") {
    return { kind: "message", message: new SipRequest(start.method, start.uri, headers, content) };
  }
  return { kind: "message", message: new SipResponse(start.status, start.reason, headers, content) };
}

export function faultOf(head: ParsedHead, reason: FaultReason, detail: string): ParseOutcome {
  return { kind: "fault", fault: parseFault(reason, detail, head.method, head.headers) };
}
