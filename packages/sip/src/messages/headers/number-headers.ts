import { isToken } from "../../grammar/character-classes.ts";
import { MAX_DELTA_SECONDS, MAX_SEQUENCE, parseDecimal } from "../../grammar/decimal.ts";
import {
  formatParameters,
  type ParameterList,
  parameterValue,
  takeParameters,
} from "../../grammar/parameters.ts";
import { trimSpace } from "../../grammar/quoted-string.ts";
import { Scanner } from "../../grammar/scanner.ts";
import type { KnownHeaderName } from "./header-names.ts";
import { type HeaderType, singleHeader } from "./header-type.ts";

const oneNumber = (name: KnownHeaderName, max: number): HeaderType<number> =>
  singleHeader(name, (text) => parseDecimal(trimSpace(text), max), String);

export const MaxForwards = oneNumber("Max-Forwards", 255);
export const Expires = oneNumber("Expires", MAX_DELTA_SECONDS);
/** RFC 3262 §7.1: 1 to 2^32 - 1. */
export const RSeq = oneNumber("RSeq", MAX_DELTA_SECONDS);

export interface CSeq {
  readonly sequence: number;
  readonly method: string;
}

function parseCSeq(text: string): CSeq | undefined {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  const sequence = parseDecimal(scanner.takeDigits(), MAX_SEQUENCE);
  const method = takeLastToken(scanner);
  return sequence === undefined || method === undefined ? undefined : { sequence, method };
}

/** White space, a token and the end. */
function takeLastToken(scanner: Scanner): string | undefined {
  const before = scanner.position;
  scanner.skipSpace();
  if (scanner.position === before) return undefined;
  const token = scanner.takeToken();
  scanner.skipSpace();
  return token !== "" && scanner.isAtEnd ? token : undefined;
}

export const CSeq = singleHeader<CSeq>(
  "CSeq",
  parseCSeq,
  ({ sequence, method }) => `${sequence} ${isToken(method) ? method : "INVALID"}`,
);

/** RFC 3262 §7.2: which reliable provisional response a PRACK confirms. */
export interface RAck {
  readonly responseNumber: number;
  readonly sequence: number;
  readonly method: string;
}

function parseRAck(text: string): RAck | undefined {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  const responseNumber = parseDecimal(scanner.takeDigits(), MAX_DELTA_SECONDS);
  if (responseNumber === undefined) return undefined;
  const cseq = parseCSeq(scanner.rest());
  return cseq ? { responseNumber, sequence: cseq.sequence, method: cseq.method } : undefined;
}

export const RAck = singleHeader<RAck>(
  "RAck",
  parseRAck,
  ({ responseNumber, sequence, method }) => `${responseNumber} ${sequence} ${method}`,
);

/** Seconds with parameters, as Min-SE and Session-Expires of RFC 4028 have them. */
export interface TimedValue {
  readonly seconds: number;
  readonly parameters: ParameterList;
}

function parseTimedValue(text: string): TimedValue | undefined {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  const seconds = parseDecimal(scanner.takeDigits(), MAX_DELTA_SECONDS);
  const parameters = takeParameters(scanner);
  scanner.skipSpace();
  return seconds === undefined || !parameters || !scanner.isAtEnd ? undefined : { seconds, parameters };
}

const formatTimedValue = ({ seconds, parameters }: TimedValue): string =>
  `${seconds}${formatParameters(parameters)}`;

export const SessionExpires = singleHeader<TimedValue>("Session-Expires", parseTimedValue, formatTimedValue);
export const MinSE = singleHeader<TimedValue>("Min-SE", parseTimedValue, formatTimedValue);

export type Refresher = "uac" | "uas";

export function refresherOf(value: TimedValue): Refresher | undefined {
  const text = parameterValue(value.parameters, "refresher")?.toLowerCase();
  return text === "uac" || text === "uas" ? text : undefined;
}
