import { isHostCode, isToken } from "../../grammar/character-classes.ts";
import { MAX_PORT, parseDecimal } from "../../grammar/decimal.ts";
import { formatHostPort, isHost } from "../../grammar/host.ts";
import {
  findParameter,
  formatParameters,
  type ParameterList,
  parameterValue,
  takeParameters,
} from "../../grammar/parameters.ts";
import type { Scanner } from "../../grammar/scanner.ts";
import { listHeader } from "./header-type.ts";

/** RFC 3261 §20.42. */
export interface Via {
  /** "SIP/2.0" unless the sender speaks something else. */
  readonly protocol: string;
  readonly transport: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: ParameterList;
}

/** RFC 3261 §8.1.1.7: a branch that starts so is unique by itself and names the transaction. */
const BRANCH_COOKIE = "z9hG4bK";

const SLASH = 0x2f;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;

function takeVia(scanner: Scanner): Via | undefined {
  scanner.skipSpace();
  const name = scanner.takeToken();
  if (name === "" || !scanner.takeSeparator(SLASH)) return undefined;
  const version = scanner.takeToken();
  if (version === "" || !scanner.takeSeparator(SLASH)) return undefined;
  const transport = scanner.takeToken();
  const afterTransport = scanner.position;
  scanner.skipSpace();
  if (transport === "" || scanner.position === afterTransport) return undefined;
  const host = takeHost(scanner);
  if (!isHost(host)) return undefined;
  let port: number | undefined;
  if (scanner.takeSeparator(COLON)) {
    port = parseDecimal(scanner.takeDigits(), MAX_PORT);
    if (port === undefined) return undefined;
  }
  const parameters = takeParameters(scanner);
  if (!parameters) return undefined;
  return { protocol: `${name}/${version}`, transport, host, port, parameters };
}

function takeHost(scanner: Scanner): string {
  if (scanner.peek() !== OPEN_BRACKET) return scanner.takeWhile(isHostCode);
  const end = scanner.text.indexOf("]", scanner.position);
  if (end < 0) return "";
  const host = scanner.text.slice(scanner.position, end + 1);
  scanner.position = end + 1;
  return host;
}

export function formatVia(via: Via): string {
  const transport = isToken(via.transport) ? via.transport : "UDP";
  const host = isHost(via.host) ? via.host : "invalid";
  return `${via.protocol}/${transport} ${formatHostPort({ host, port: via.port })}${formatParameters(via.parameters)}`;
}

export const Via = listHeader<Via>("Via", takeVia, formatVia);

/** The branch when it can name a transaction; the cookie alone, as in RFC 4475 §3.2.1, cannot. */
export function uniqueBranch(via: Via): string | undefined {
  const branch = parameterValue(via.parameters, "branch");
  if (branch === undefined || branch.length <= BRANCH_COOKIE.length) return undefined;
  // §8.1.1.7 spells the cookie; parameter values compare without case (§7.3.1), and some stacks change it.
  return branch.slice(0, BRANCH_COOKIE.length).toLowerCase() === "z9hg4bk" ? branch : undefined;
}

export function sentBy(via: Via): string {
  return formatHostPort({ host: via.host.toLowerCase(), port: via.port });
}

/** RFC 3581: the sender asks for answers at the port its request came from. */
export function wantsRport(via: Via): boolean {
  return findParameter(via.parameters, "rport") !== undefined;
}
