import { isToken } from "../../grammar/character-classes.ts";
import { parseDecimal } from "../../grammar/decimal.ts";
import { trimSpace, unfold } from "../../grammar/quoted-string.ts";
import { parseUri, type Uri } from "../../grammar/uri.ts";
import { headerKey, knownHeader } from "../headers/header-names.ts";
import { type HeaderEntry, SipHeaders } from "../headers/sip-headers.ts";
import type { MessageLimits } from "./message-limits.ts";
import type { FaultReason } from "./parse-fault.ts";

export type StartLine =
  | { readonly kind: "request"; readonly method: string; readonly uri: Uri }
  | { readonly kind: "response"; readonly status: number; readonly reason: string };

export interface HeadFault {
  readonly reason: FaultReason;
  readonly detail: string;
}

/** What could be read of the part before the body. Even with a fault the rest is there, to answer and to stay in step. */
export interface ParsedHead {
  readonly start: StartLine | undefined;
  /** The method when the first line is at least a request's. */
  readonly method: string | undefined;
  readonly headers: SipHeaders;
  /** Undefined when there is none, "bad" when it says nothing we can trust. */
  readonly contentLength: number | "bad" | undefined;
  readonly fault: HeadFault | undefined;
}

export function parseHead(text: string, limits: MessageLimits): ParsedHead {
  const lineEnd = text.indexOf("\n");
  const firstLine = trimEnd(lineEnd < 0 ? text : text.slice(0, lineEnd));
  const start = parseStartLine(firstLine);
  const lines = lineEnd < 0 ? { entries: [], lengths: [] } : parseLines(text, lineEnd + 1, limits);
  const contentLength = readContentLength(lines.lengths, limits);
  const lengthFault: HeadFault | undefined =
    contentLength === "bad"
      ? { reason: "contentLength", detail: lines.lengths.join(", ").slice(0, 40) }
      : undefined;
  return {
    start: "detail" in start ? undefined : start,
    method: "kind" in start && start.kind === "request" ? start.method : methodOf(firstLine),
    headers: new SipHeaders(lines.entries),
    contentLength,
    fault: ("detail" in start ? start : undefined) ?? lines.fault ?? lengthFault,
  };
}

function methodOf(line: string): string | undefined {
  const space = line.indexOf(" ");
  const method = space < 0 ? "" : line.slice(0, space);
  return isToken(method) && line.toUpperCase().includes("SIP/", space) ? method : undefined;
}

function parseStartLine(line: string): StartLine | HeadFault {
  // Nearly everybody writes it as the RFC does; capitals are made only for the rest.
  const isResponse = line.startsWith("SIP/") || line.slice(0, 4).toUpperCase() === "SIP/";
  if (isResponse && line.length > 4) return parseStatusLine(line);
  return parseRequestLine(line);
}

function parseRequestLine(line: string): StartLine | HeadFault {
  const methodEnd = line.indexOf(" ");
  const versionStart = line.lastIndexOf(" ") + 1;
  const method = line.slice(0, Math.max(0, methodEnd));
  const version = line.endsWith(" SIP/2.0") ? "SIP/2.0" : line.slice(versionStart).toUpperCase();
  if (!isToken(method) || !version.startsWith("SIP/")) return { reason: "notSip", detail: line.slice(0, 40) };
  if (version !== "SIP/2.0") return { reason: "version", detail: version.slice(0, 20) };
  if (versionStart <= methodEnd + 1) return { reason: "startLine", detail: line.slice(0, 40) };
  // More than one space on either side is wrong but harmless (RFC 4475 §3.1.2.9); one inside the URI is not.
  const uriText = trimSpace(line.slice(methodEnd, versionStart));
  const uri = parseUri(uriText);
  // RFC 3261 §19.1.1: a Request-URI carries no headers, or a stranger could add some to what we send on.
  if (!uri || (uri.kind === "sip" && uri.headers.length > 0)) {
    return { reason: "requestUri", detail: uriText.slice(0, 40) };
  }
  return { kind: "request", method, uri };
}

function parseStatusLine(line: string): StartLine | HeadFault {
  const versionEnd = line.indexOf(" ");
  const version = line.startsWith("SIP/2.0 ")
    ? "SIP/2.0"
    : (versionEnd < 0 ? line : line.slice(0, versionEnd)).toUpperCase();
  if (version !== "SIP/2.0") return { reason: "version", detail: version.slice(0, 20) };
  const rest = line.slice(versionEnd + 1);
  const codeEnd = rest.indexOf(" ");
  const code = codeEnd < 0 ? rest : rest.slice(0, codeEnd);
  const status = code.length === 3 ? parseDecimal(code, 699) : undefined;
  if (status === undefined || status < 100) return { reason: "status", detail: code.slice(0, 20) };
  return { kind: "response", status, reason: codeEnd < 0 ? "" : rest.slice(codeEnd + 1) };
}

/** Header lines alone, such as a part of a body has. Undefined when one of them cannot be read. */
export function parseHeaderLines(text: string, limits: MessageLimits): SipHeaders | undefined {
  const { entries, fault } = parseLines(text, 0, limits);
  return fault ? undefined : new SipHeaders(entries);
}

interface HeaderLines {
  readonly entries: HeaderEntry[];
  readonly lengths: string[];
  readonly fault?: HeadFault;
}

/** Content-Length goes its own way: it belongs to the framing, and the serializer writes the true one. */
function parseLines(text: string, from: number, limits: MessageLimits): HeaderLines {
  const entries: HeaderEntry[] = [];
  const lengths: string[] = [];
  let at = from;
  while (at < text.length) {
    const lineEnd = text.indexOf("\n", at);
    const end = lineEnd < 0 ? text.length : endOfHeader(text, lineEnd);
    if (end - at > limits.maxLineBytes) {
      return { entries, lengths, fault: { reason: "lineTooLong", detail: text.slice(at, at + 40) } };
    }
    if (entries.length === limits.maxHeaders) {
      return { entries, lengths, fault: { reason: "tooManyHeaders", detail: String(limits.maxHeaders) } };
    }
    const entry = parseLine(text, at, end, end !== lineEnd);
    if (!entry) return { entries, lengths, fault: { reason: "headerLine", detail: text.slice(at, at + 40) } };
    if (entry.key === "content-length") lengths.push(entry.value);
    else entries.push(entry);
    at = end + 1;
  }
  return { entries, lengths };
}

/** The line feed that ends the header, or the end of the text: a line that starts with white space goes on (§7.3.1). */
function endOfHeader(text: string, lineEnd: number): number {
  let end = lineEnd;
  while (end >= 0) {
    const next = text.charCodeAt(end + 1);
    if (next !== 0x20 && next !== 0x09) return end;
    end = text.indexOf("\n", end + 1);
  }
  return text.length;
}

function parseLine(text: string, at: number, end: number, isFolded: boolean): HeaderEntry | undefined {
  const colon = text.indexOf(":", at);
  if (colon < 0 || colon >= end) return undefined;
  let nameEnd = colon;
  while (nameEnd > at && isLineSpace(text.charCodeAt(nameEnd - 1))) nameEnd -= 1;
  const spelling = text.slice(at, nameEnd);
  const value = trimSpace(text.slice(colon + 1, end));
  const known = knownHeader(spelling);
  if (known) return { key: known.key, name: known.name, value: isFolded ? unfold(value) : value };
  return isToken(spelling) ? { key: headerKey(spelling), name: spelling, value } : undefined;
}

const isLineSpace = (code: number): boolean => code === 0x20 || code === 0x09;

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (isLineSpace(line.charCodeAt(end - 1)) || line.charCodeAt(end - 1) === 0x0d)) end -= 1;
  return line.slice(0, end);
}

function readContentLength(texts: readonly string[], limits: MessageLimits): number | "bad" | undefined {
  const [text] = texts;
  if (text === undefined) return undefined;
  // RFC 4475 §3.3.9: with two of them nobody can know where the next message begins.
  if (texts.length > 1) return "bad";
  return parseDecimal(text, limits.maxBytes) ?? "bad";
}
