import { formatParameters, type ParameterList, parameterValue, takeParameters } from "./parameters.ts";
import { quote, trimSpace, unfold, unquote } from "./quoted-string.ts";
import { Scanner } from "./scanner.ts";
import { formatUri, parseUri, type Uri } from "./uri.ts";

/** The value of From, To, Contact, Route and their kin: an address, maybe a name for people, and parameters. */
export interface NameAddr {
  readonly displayName: string | undefined;
  readonly uri: Uri;
  readonly parameters: ParameterList;
}

const LESS = 0x3c;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** A header that holds exactly one address. */
export function parseNameAddr(text: string): NameAddr | undefined {
  const scanner = new Scanner(text);
  const value = takeNameAddr(scanner, false);
  scanner.skipSpace();
  return scanner.isAtEnd ? value : undefined;
}

/** One address of a comma separated list; the cursor stays before the comma. */
export function takeListedNameAddr(scanner: Scanner): NameAddr | undefined {
  return takeNameAddr(scanner, true);
}

function takeNameAddr(scanner: Scanner, isListed: boolean): NameAddr | undefined {
  scanner.skipSpace();
  if (scanner.peek() === QUOTE) {
    const quoted = scanner.takeQuoted();
    if (quoted === undefined) return undefined;
    scanner.skipSpace();
    return takeBracketed(scanner, unfold(unquote(quoted)));
  }
  const start = scanner.position;
  const stop = endOfPlain(scanner.text, start, isListed);
  const plain = trimSpace(scanner.text.slice(start, stop));
  scanner.position = stop;
  if (scanner.peek() === LESS) return takeBracketed(scanner, plain.replace(/[ \t\r\n]+/g, " "));
  // RFC 3261 §20: an address with a question mark needs its brackets, else nobody knows whose headers follow.
  if (scanner.peek() === 0x3f || scanner.peek() === QUOTE) return undefined;
  const uri = parseUri(plain);
  return uri ? finish(scanner, undefined, uri) : undefined;
}

/**
 * Where a display name without quotes or an address without brackets ends. In a header with one value the comma
 * is no end: phones write `Bell, Alexander <sip:...>` and what they mean is plain.
 */
function endOfPlain(text: string, start: number, isListed: boolean): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LESS || code === QUOTE || code === 0x3b || code === 0x3f) return at;
    if (code === COMMA && isListed) return at;
  }
  return text.length;
}

function takeBracketed(scanner: Scanner, displayName: string): NameAddr | undefined {
  if (!scanner.take(LESS)) return undefined;
  const end = scanner.text.indexOf(">", scanner.position);
  if (end < 0) return undefined;
  const uri = parseUri(trimSpace(scanner.text.slice(scanner.position, end)));
  scanner.position = end + 1;
  return uri ? finish(scanner, displayName === "" ? undefined : displayName, uri) : undefined;
}

function finish(scanner: Scanner, displayName: string | undefined, uri: Uri): NameAddr | undefined {
  const parameters = takeParameters(scanner);
  return parameters ? { displayName, uri, parameters } : undefined;
}

/** Always with brackets and, where there is a name, with quotes: nothing a name holds can then break the header. */
export function formatNameAddr({ displayName, uri, parameters }: NameAddr): string {
  const address = `<${formatUri(uri)}>${formatParameters(parameters)}`;
  return displayName === undefined || displayName === "" ? address : `${quote(displayName)} ${address}`;
}

export function tagOf(value: NameAddr): string | undefined {
  return parameterValue(value.parameters, "tag");
}

export function nameAddr(
  uri: Uri,
  options: { displayName?: string | undefined; parameters?: ParameterList } = {},
): NameAddr {
  return { displayName: options.displayName, uri, parameters: options.parameters ?? [] };
}
