import { isSpace, isToken } from "./character-classes.ts";
import { isQuotedString, quote, unquote } from "./quoted-string.ts";
import type { Scanner } from "./scanner.ts";

/** `value` is wire text: a quoted string keeps its quotes. */
export interface Parameter {
  readonly name: string;
  readonly value: string | undefined;
}

/** In wire order: a proxy may tell its own parameters by their place. */
export type ParameterList = readonly Parameter[];

/** Look-up walks the list, so a list has an end: without one, comparing two hostile values is quadratic. */
export const MAX_PARAMETERS = 64;

export const NO_PARAMETERS: ParameterList = [];

const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUOTE = 0x22;

export function findParameter(list: ParameterList, name: string): Parameter | undefined {
  for (const parameter of list) {
    if (parameter.name === name) return parameter;
  }
  for (const parameter of list) {
    if (parameter.name.length === name.length && parameter.name.toLowerCase() === name) return parameter;
  }
  return undefined;
}

/** `name` in lower case. The value without quotes; undefined also for a parameter that has none. */
export function parameterValue(list: ParameterList, name: string): string | undefined {
  const value = findParameter(list, name)?.value;
  return value === undefined ? undefined : unquote(value);
}

export function hasParameter(list: ParameterList, name: string): boolean {
  return findParameter(list, name) !== undefined;
}

export function withoutParameter(list: ParameterList, name: string): ParameterList {
  return hasParameter(list, name) ? list.filter((each) => each.name.toLowerCase() !== name) : list;
}

/** Sets the parameter where it stands, or adds it at the end. */
export function withParameter(list: ParameterList, name: string, value?: string): ParameterList {
  const parameter: Parameter = { name, value };
  const found = findParameter(list, name);
  return found ? list.map((each) => (each === found ? parameter : each)) : [...list, parameter];
}

/** The parameters of a header value up to the comma or the end. Undefined when one of them is malformed. */
export function takeParameters(scanner: Scanner): ParameterList | undefined {
  let list: Parameter[] | undefined;
  while (scanner.takeSeparator(SEMICOLON)) {
    const name = scanner.takeToken();
    if (name === "" || list?.length === MAX_PARAMETERS) return undefined;
    let value: string | undefined;
    if (scanner.takeSeparator(EQUALS)) {
      const text = takeParameterValue(scanner);
      if (text === undefined) return undefined;
      // `;rport=` with nothing behind it is sent by some phones and can only mean no value.
      value = text === "" ? undefined : text;
    }
    list ??= [];
    list.push({ name, value });
  }
  return list ?? NO_PARAMETERS;
}

function takeParameterValue(scanner: Scanner): string | undefined {
  return scanner.peek() === QUOTE ? scanner.takeQuoted() : scanner.takeWhile(isLooseValueCode);
}

/** Wider than token and host: IPv6 addresses, identifiers with "@" or "/" and names in UTF-8 are all met here. */
function isLooseValueCode(code: number): boolean {
  switch (code) {
    case SEMICOLON:
    case 0x2c: // comma
    case QUOTE:
    case 0x3c: // <
    case 0x3e: // >
      return false;
    default:
      return code > 0x20 && code !== 0x7f && !isSpace(code);
  }
}

function isLooseValue(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!isLooseValueCode(text.charCodeAt(index))) return false;
  }
  return text.length > 0;
}

/** Whatever the value is, it stays inside its parameter: what could end it early is quoted. */
function formatParameterValue(value: string): string {
  if (isToken(value) || isQuotedString(value) || isLooseValue(value)) return value;
  return quote(value);
}

export function formatParameters(list: ParameterList): string {
  let text = "";
  for (const { name, value } of list) {
    if (!isToken(name)) continue;
    text += value === undefined ? `;${name}` : `;${name}=${formatParameterValue(value)}`;
  }
  return text;
}
