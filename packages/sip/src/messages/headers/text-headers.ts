import { parseDecimal } from "../../grammar/decimal.ts";
import { quote, trimSpace, unfold, unquote } from "../../grammar/quoted-string.ts";
import type { Scanner } from "../../grammar/scanner.ts";
import type { KnownHeaderName } from "./header-names.ts";
import { type HeaderType, listHeader, singleHeader } from "./header-type.ts";

const plainText = (name: KnownHeaderName): HeaderType<string> =>
  singleHeader(name, (text) => trimSpace(unfold(text)), unfold);

export const UserAgent = plainText("User-Agent");

/** Any text without a gap: RFC 3261 asks for words around one "@", real phones for less. */
function parseCallId(text: string): string | undefined {
  const id = trimSpace(text);
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return undefined;
  }
  return id === "" ? undefined : id;
}

export const CallId = singleHeader<string>("Call-ID", parseCallId, (id) => parseCallId(id) ?? "invalid");

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** RFC 3261 §20.17: RFC 1123 form, always GMT. Milliseconds since the epoch. */
function parseSipDate(text: string): number | undefined {
  const [day, dayOfMonth, month, year, time, zone, ...more] = trimSpace(text).split(/[ \t]+/, 8);
  if (zone !== "GMT" || more.length > 0 || !day?.endsWith(",") || !DAYS.includes(day.slice(0, -1)))
    return undefined;
  const monthIndex = MONTHS.indexOf(month ?? "");
  const [hours, minutes, seconds, ...rest] = (time ?? "").split(":", 4).map((part) => parseDecimal(part, 60));
  const date = parseDecimal(dayOfMonth ?? "", 31);
  const fullYear = parseDecimal(year ?? "", 9999);
  if (monthIndex < 0 || rest.length > 0 || !date || fullYear === undefined) return undefined;
  if (hours === undefined || hours > 23 || minutes === undefined || minutes > 59) return undefined;
  return seconds === undefined ? undefined : Date.UTC(fullYear, monthIndex, date, hours, minutes, seconds);
}

const two = (value: number): string => String(value).padStart(2, "0");

function formatSipDate(epochMs: number): string {
  const date = new Date(epochMs);
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${day} ${String(date.getUTCFullYear()).padStart(4, "0")} ${time} GMT`;
}

/** Named for what it holds, as `Date` is the platform's own. */
export const SipDate = singleHeader<number>("Date", parseSipDate, formatSipDate);

export interface Warning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

function takeWarning(scanner: Scanner): Warning | undefined {
  scanner.skipSpace();
  const digits = scanner.takeDigits();
  scanner.skipSpace();
  const agent = scanner.takeWhile((code) => code > 0x20 && code !== 0x22 && code !== 0x2c);
  scanner.skipSpace();
  const quoted = scanner.takeQuoted();
  if (digits.length !== 3 || agent === "" || quoted === undefined) return undefined;
  return { code: Number(digits), agent, text: unquote(quoted) };
}

export const Warning = listHeader<Warning>(
  "Warning",
  takeWarning,
  ({ code, agent, text }) => `${code} ${agent} ${quote(text)}`,
);

/** RFC 3891 §6.1: the dialog that an INVITE takes the place of. */
export interface Replaces {
  readonly callId: string;
  readonly toTag: string;
  readonly fromTag: string;
  readonly isEarlyOnly: boolean;
}

function parseReplaces(text: string): Replaces | undefined {
  const [id = "", ...parts] = text.split(";", 16);
  const callId = parseCallId(id);
  let toTag: string | undefined;
  let fromTag: string | undefined;
  let isEarlyOnly = false;
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = trimSpace(equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? "" : trimSpace(part.slice(equals + 1));
    if (name === "to-tag") toTag = value;
    else if (name === "from-tag") fromTag = value;
    else if (name === "early-only") isEarlyOnly = true;
  }
  return callId && toTag && fromTag ? { callId, toTag, fromTag, isEarlyOnly } : undefined;
}

export const Replaces = singleHeader<Replaces>(
  "Replaces",
  parseReplaces,
  ({ callId, toTag, fromTag, isEarlyOnly }) =>
    `${callId};to-tag=${toTag};from-tag=${fromTag}${isEarlyOnly ? ";early-only" : ""}`,
);
