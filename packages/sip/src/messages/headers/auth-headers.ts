import { isToken } from "../../grammar/character-classes.ts";
import { quote, unquote } from "../../grammar/quoted-string.ts";
import { Scanner } from "../../grammar/scanner.ts";
import type { KnownHeaderName } from "./header-names.ts";
import { type HeaderType, singleHeader } from "./header-type.ts";

/** A challenge or an answer to one: a scheme and its parameters with names in lower case, values without quotes. */
export interface AuthValue {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const COMMA = 0x2c;
const EQUALS = 0x3d;
const QUOTE = 0x22;

/** RFC 2617 and 7616 want these bare; everything else is quoted, which every peer reads. */
const BARE = new Set(["algorithm", "stale", "nc"]);
/** The client's own qop is bare, the server's list of them quoted. */
const BARE_IN_ANSWER = new Set([...BARE, "qop"]);

function parseAuth(text: string): AuthValue | undefined {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  const scheme = scanner.takeToken();
  if (scheme === "") return undefined;
  scanner.skipSpace();
  const parameters = new Map<string, string>();
  if (scanner.isAtEnd) return { scheme, parameters };
  do {
    const name = scanner.takeToken().toLowerCase();
    if (name === "" || !scanner.takeSeparator(EQUALS)) return undefined;
    const value = scanner.peek() === QUOTE ? scanner.takeQuoted() : scanner.takeWhile(isBareValueCode);
    // A name given twice is either a mistake or an attempt to be read differently by two readers.
    if (value === undefined || parameters.has(name)) return undefined;
    parameters.set(name, unquote(value));
  } while (scanner.takeSeparator(COMMA));
  scanner.skipSpace();
  return scanner.isAtEnd ? { scheme, parameters } : undefined;
}

const isBareValueCode = (code: number): boolean =>
  code > 0x20 && code !== COMMA && code !== QUOTE && code !== 0x7f;

function formatAuth(value: AuthValue, bare: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const [name, text] of value.parameters) {
    if (isToken(name)) parts.push(`${name}=${bare.has(name) && isToken(text) ? text : quote(text)}`);
  }
  return `${isToken(value.scheme) ? value.scheme : "invalid"} ${parts.join(", ")}`;
}

const challenge = (name: KnownHeaderName): HeaderType<AuthValue> =>
  singleHeader(name, parseAuth, (value) => formatAuth(value, BARE));

const answer = (name: KnownHeaderName): HeaderType<AuthValue> =>
  singleHeader(name, parseAuth, (value) => formatAuth(value, BARE_IN_ANSWER));

export const WwwAuthenticate = challenge("WWW-Authenticate");
export const ProxyAuthenticate = challenge("Proxy-Authenticate");
export const Authorization = answer("Authorization");
export const ProxyAuthorization = answer("Proxy-Authorization");
