import {
  type CharacterTest,
  isAlpha,
  isPasswordCode,
  isSchemeCode,
  isUriHeaderCode,
  isUriParameterCode,
  isUserCode,
} from "./character-classes.ts";
import { escapeText, isEscapedText, repairEscapes, unescapeText } from "./escapes.ts";
import { formatHostPort, isHost, parseHostPort } from "./host.ts";
import { MAX_PARAMETERS, NO_PARAMETERS, type Parameter, type ParameterList } from "./parameters.ts";

/**
 * All text fields are wire text with their escapes: RFC 3261 §19.1.4 holds a reserved character apart from its
 * escape, so decoding early would join addresses that differ. `userText` gives the readable user.
 */
export interface SipUri {
  readonly kind: "sip";
  readonly isSecure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: ParameterList;
  /** What stands behind "?": header fields for a request to be made from this URI. */
  readonly headers: ParameterList;
}

/** RFC 3966. `number` keeps its visual separators. */
interface TelUri {
  readonly kind: "tel";
  readonly number: string;
  readonly parameters: ParameterList;
}

interface OtherUri {
  readonly kind: "other";
  readonly scheme: string;
  readonly opaque: string;
}

export type Uri = SipUri | TelUri | OtherUri;

/** The whole text must be a URI. Undefined when it is none. */
export function parseUri(text: string): Uri | undefined {
  const colon = text.indexOf(":");
  if (colon <= 0) return undefined;
  const scheme = text.slice(0, colon).toLowerCase();
  if (scheme === "sip" || scheme === "sips") return parseSipUri(text, colon + 1, scheme === "sips");
  if (!isScheme(scheme) || !isUriText(text)) return undefined;
  if (scheme === "tel") return parseTelUri(text.slice(colon + 1));
  return { kind: "other", scheme: text.slice(0, colon), opaque: text.slice(colon + 1) };
}

function isScheme(text: string): boolean {
  if (!isAlpha(text.charCodeAt(0))) return false;
  for (let index = 1; index < text.length; index += 1) {
    if (!isSchemeCode(text.charCodeAt(index))) return false;
  }
  return true;
}

/** No space, control or delimiter that could end the URI where it is embedded. */
function isUriText(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f || code === 0x22 || code === 0x3c || code === 0x3e) return false;
  }
  return true;
}

function parseSipUri(text: string, start: number, isSecure: boolean): SipUri | undefined {
  const at = text.indexOf("@", start);
  // RFC 3261 §25.1: behind the user part no "@" is written without escape.
  if (at >= 0 && text.indexOf("@", at + 1) >= 0) return undefined;
  const userInfo = at < 0 ? NO_USER : parseUserInfo(text.slice(start, at));
  const hostStart = at < 0 ? start : at + 1;
  const question = text.indexOf("?", hostStart);
  const headersStart = question < 0 ? text.length : question;
  const semicolon = text.indexOf(";", hostStart);
  const parametersStart = semicolon < 0 || semicolon > headersStart ? headersStart : semicolon;
  const hostPort = parseHostPort(text.slice(hostStart, parametersStart));
  const parameters = parseUriParameters(text.slice(parametersStart, headersStart));
  const headers = question < 0 ? NO_PARAMETERS : parseUriHeaders(text.slice(question + 1));
  if (!userInfo || !hostPort || !parameters || !headers) return undefined;
  const { user, password } = userInfo;
  const { host, port } = hostPort;
  return { kind: "sip", isSecure, user, password, host, port, parameters, headers };
}

type UserInfo = Pick<SipUri, "user" | "password">;

const NO_USER: UserInfo = { user: undefined, password: undefined };

function parseUserInfo(text: string): UserInfo | undefined {
  const colon = text.indexOf(":");
  const user = colon < 0 ? text : text.slice(0, colon);
  const password = colon < 0 ? undefined : text.slice(colon + 1);
  if (user === "" || !isEscapedText(user, isLooseUserCode)) return undefined;
  if (password !== undefined && !isEscapedText(password, isPasswordCode)) return undefined;
  return { user, password };
}

/** "#" has to be escaped, yet phones dial feature codes like `sip:*21#@host` as they are. */
function isLooseUserCode(code: number): boolean {
  return isUserCode(code) || code === 0x23;
}

function parseUriParameters(text: string): ParameterList | undefined {
  if (text === "") return NO_PARAMETERS;
  return parsePairs(text.slice(1), ";", isUriParameterCode);
}

function parseUriHeaders(text: string): ParameterList | undefined {
  const list = parsePairs(text, "&", isLooseHeaderCode);
  return list?.every((header) => header.value !== undefined) ? list : undefined;
}

/** `Replaces` in a Refer-To is full of semicolons that not everybody escapes. */
function isLooseHeaderCode(code: number): boolean {
  return isUriHeaderCode(code) || code === 0x3b || code === 0x3d;
}

function parsePairs(text: string, separator: string, test: CharacterTest): ParameterList | undefined {
  const list: Parameter[] = [];
  for (const part of text.split(separator, MAX_PARAMETERS + 1)) {
    const parameter = parsePair(part, test);
    if (!parameter || list.length === MAX_PARAMETERS) return undefined;
    list.push(parameter);
  }
  return list;
}

function parsePair(text: string, test: CharacterTest): Parameter | undefined {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? undefined : text.slice(equals + 1);
  if (name === "" || !isEscapedText(name, test)) return undefined;
  if (value !== undefined && !isEscapedText(value, test)) return undefined;
  return { name, value };
}

function parseTelUri(text: string): TelUri | undefined {
  const semicolon = text.indexOf(";");
  const number = semicolon < 0 ? text : text.slice(0, semicolon);
  if (!isTelNumber(number)) return undefined;
  const parameters = semicolon < 0 ? NO_PARAMETERS : parseUriParameters(text.slice(semicolon));
  return parameters ? { kind: "tel", number, parameters } : undefined;
}

/** Global numbers start with "+"; local ones may hold letters of the telephone keypad's hex set, "*" and "#". */
function isTelNumber(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if ("0123456789*#ABCDabcd".includes(character)) digits += 1;
    else if (!(character === "+" && index === 0) && !"-.()".includes(character)) return false;
  }
  return digits > 0;
}

export function formatUri(uri: Uri): string {
  if (uri.kind === "sip") return formatSipUri(uri);
  if (uri.kind === "tel") {
    return `tel:${isTelNumber(uri.number) ? uri.number : "0"}${formatUriParameters(uri.parameters)}`;
  }
  return `${uri.scheme}:${repairEscapes(uri.opaque, isOpaqueCode)}`;
}

const isOpaqueCode = (code: number): boolean => isUriText(String.fromCharCode(code)) && code < 0x7f;

function formatSipUri(uri: SipUri): string {
  let text = uri.isSecure ? "sips:" : "sip:";
  if (uri.user !== undefined) {
    text += repairEscapes(uri.user, isUserCode);
    if (uri.password !== undefined) text += `:${repairEscapes(uri.password, isPasswordCode)}`;
    text += "@";
  }
  // A host that is none would let whatever it holds run into the rest of the message.
  text += isHost(uri.host) ? formatHostPort(uri) : "invalid";
  text += formatUriParameters(uri.parameters);
  if (uri.headers.length === 0) return text;
  return `${text}?${uri.headers.map((each) => `${repairHeader(each.name)}=${repairHeader(each.value ?? "")}`).join("&")}`;
}

const repairHeader = (text: string): string => repairEscapes(text, isUriHeaderCode);

function formatUriParameters(list: ParameterList): string {
  let text = "";
  for (const { name, value } of list) {
    text += `;${repairEscapes(name, isUriParameterCode)}`;
    if (value !== undefined) text += `=${repairEscapes(value, isUriParameterCode)}`;
  }
  return text;
}

/** The user part with its escapes read. */
export function userText(uri: Uri): string | undefined {
  if (uri.kind === "tel") return uri.number.replace(/[-.()]/g, "");
  return uri.kind === "sip" && uri.user !== undefined ? unescapeText(uri.user) : undefined;
}

export interface SipUriParts {
  readonly host: string;
  /** Plain text: it is escaped here. */
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  readonly isSecure?: boolean;
  readonly parameters?: ParameterList;
}

export function sipUri({
  host,
  user,
  port,
  isSecure = false,
  parameters = NO_PARAMETERS,
}: SipUriParts): SipUri {
  return {
    kind: "sip",
    isSecure,
    user: user === undefined || user === "" ? undefined : escapeText(user, isUserCode),
    password: undefined,
    host,
    port,
    parameters,
    headers: NO_PARAMETERS,
  };
}
