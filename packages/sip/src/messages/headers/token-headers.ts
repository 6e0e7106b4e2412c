import { isToken } from "../../grammar/character-classes.ts";
import { formatParameters, type ParameterList, takeParameters } from "../../grammar/parameters.ts";
import { quote } from "../../grammar/quoted-string.ts";
import { Scanner } from "../../grammar/scanner.ts";
import type { KnownHeaderName } from "./header-names.ts";
import { type HeaderType, listHeader, singleHeader } from "./header-type.ts";

const COMMA = 0x2c;
const SLASH = 0x2f;

/** Tokens with commas between them. Empty places are skipped: `Supported:` with nothing is legal and common. */
function tokenList(name: KnownHeaderName): HeaderType<string> {
  return {
    key: name.toLowerCase(),
    name,
    parse: (text) => {
      const scanner = new Scanner(text);
      const tokens: string[] = [];
      scanner.skipSpace();
      do {
        const token = scanner.takeToken();
        if (token !== "") tokens.push(token);
      } while (scanner.takeSeparator(COMMA));
      scanner.skipSpace();
      return scanner.isAtEnd ? tokens : undefined;
    },
    format: (token) => (isToken(token) ? token : "invalid"),
  };
}

export const Allow = tokenList("Allow");
export const Supported = tokenList("Supported");
export const Require = tokenList("Require");

/** A token with parameters: Event, Subscription-State, Reason, Content-Disposition. */
export interface TokenValue {
  readonly token: string;
  readonly parameters: ParameterList;
}

function takeTokenValue(scanner: Scanner): TokenValue | undefined {
  scanner.skipSpace();
  const token = scanner.takeToken();
  const parameters = takeParameters(scanner);
  return token === "" || !parameters ? undefined : { token, parameters };
}

function parseTokenValue(text: string): TokenValue | undefined {
  const scanner = new Scanner(text);
  const value = takeTokenValue(scanner);
  scanner.skipSpace();
  return scanner.isAtEnd ? value : undefined;
}

const formatTokenValue = ({ token, parameters }: TokenValue): string => token + formatParameters(parameters);

export const Event = singleHeader<TokenValue>("Event", parseTokenValue, formatTokenValue);
export const SubscriptionState = singleHeader<TokenValue>(
  "Subscription-State",
  parseTokenValue,
  formatTokenValue,
);
export const ContentDisposition = singleHeader<TokenValue>(
  "Content-Disposition",
  parseTokenValue,
  formatTokenValue,
);
/** RFC 3326. */
export const Reason = listHeader<TokenValue>("Reason", takeTokenValue, formatTokenValue);

export interface ReasonParts {
  readonly protocol: "SIP" | "Q.850";
  readonly cause: number;
  readonly text?: string;
}

export function reasonValue({ protocol, cause, text }: ReasonParts): TokenValue {
  const parameters = [{ name: "cause", value: String(cause) }];
  if (text !== undefined) parameters.push({ name: "text", value: quote(text) });
  return { token: protocol, parameters };
}

/** A media type or range with its parameters, in lower case. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ParameterList;
}

function takeMediaType(scanner: Scanner): MediaType | undefined {
  scanner.skipSpace();
  const type = scanner.takeToken().toLowerCase();
  if (type === "" || !scanner.takeSeparator(SLASH)) return undefined;
  const subtype = scanner.takeToken().toLowerCase();
  const parameters = takeParameters(scanner);
  return subtype === "" || !parameters ? undefined : { type, subtype, parameters };
}

const formatMediaType = ({ type, subtype, parameters }: MediaType): string =>
  `${type}/${subtype}${formatParameters(parameters)}`;

export const ContentType = singleHeader<MediaType>(
  "Content-Type",
  (text) => {
    const scanner = new Scanner(text);
    const value = takeMediaType(scanner);
    scanner.skipSpace();
    return scanner.isAtEnd ? value : undefined;
  },
  formatMediaType,
);

export const Accept = listHeader<MediaType>("Accept", takeMediaType, formatMediaType);

/** "application/sdp" without parameters. */
export const essenceOf = ({ type, subtype }: MediaType): string => `${type}/${subtype}`;
