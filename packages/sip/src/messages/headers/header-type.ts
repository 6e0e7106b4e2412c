import { Scanner } from "../../grammar/scanner.ts";
import type { KnownHeaderName } from "./header-names.ts";

/** How the text of one header line becomes values and back. */
export interface HeaderType<Value> {
  readonly key: string;
  readonly name: KnownHeaderName;
  /** All values of one line, or undefined when any of them is malformed. */
  parse(text: string): readonly Value[] | undefined;
  format(value: Value): string;
}

const COMMA = 0x2c;

/** A header that is written once and holds one value. */
export function singleHeader<Value>(
  name: KnownHeaderName,
  parse: (text: string) => Value | undefined,
  format: (value: Value) => string,
): HeaderType<Value> {
  return {
    key: name.toLowerCase(),
    name,
    parse: (text) => {
      const value = parse(text);
      return value === undefined ? undefined : [value];
    },
    format,
  };
}

/** A header whose values stand on several lines or behind one another with commas, which mean the same (§7.3.1). */
export function listHeader<Value>(
  name: KnownHeaderName,
  take: (scanner: Scanner) => Value | undefined,
  format: (value: Value) => string,
): HeaderType<Value> {
  return {
    key: name.toLowerCase(),
    name,
    parse: (text) => {
      const scanner = new Scanner(text);
      const values: Value[] = [];
      do {
        const value = take(scanner);
        if (value === undefined) return undefined;
        values.push(value);
      } while (scanner.takeSeparator(COMMA));
      scanner.skipSpace();
      return scanner.isAtEnd ? values : undefined;
    },
    format,
  };
}
