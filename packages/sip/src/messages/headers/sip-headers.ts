import { isToken } from "../../grammar/character-classes.ts";
import { headerKey, knownHeader } from "./header-names.ts";
import type { HeaderType } from "./header-type.ts";

/** One header line. A header we do not know keeps its name and the bytes of its value, folds included. */
export interface HeaderEntry {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

interface Typed {
  readonly key: string;
  readonly values: readonly unknown[];
  readonly isWellFormed: boolean;
}

/** The headers of a message in wire order, parsed into values only when somebody asks. Never changed, only copied. */
export class SipHeaders {
  readonly entries: readonly HeaderEntry[];
  /** A list: there are a handful, and a map of its own for each message would be most of its garbage. */
  #typed: Typed[] | undefined;

  constructor(entries: readonly HeaderEntry[] = []) {
    this.entries = entries;
  }

  static of(...pairs: readonly (readonly [name: string, value: string])[]): SipHeaders {
    return new SipHeaders(pairs.map(([name, value]) => headerEntry(name, value)));
  }

  has(name: string): boolean {
    return this.#find(headerKey(name)) !== undefined;
  }

  /** The first line with this name, as text. */
  text(name: string): string | undefined {
    return this.#find(headerKey(name))?.value;
  }

  texts(name: string): readonly string[] {
    const key = headerKey(name);
    const texts: string[] = [];
    for (const entry of this.entries) if (entry.key === key) texts.push(entry.value);
    return texts;
  }

  count(key: string): number {
    let count = 0;
    for (const entry of this.entries) if (entry.key === key) count += 1;
    return count;
  }

  /** Undefined when the header is missing or its line is malformed. */
  first<Value>(type: HeaderType<Value>): Value | undefined {
    return this.#read(type).values[0] as Value | undefined;
  }

  /** The values of all well-formed lines. */
  all<Value>(type: HeaderType<Value>): readonly Value[] {
    return this.#read(type).values as readonly Value[];
  }

  /** Whether every line of this header could be read. A missing header is well-formed. */
  isWellFormed(type: HeaderType<unknown>): boolean {
    return this.#find(type.key) === undefined || this.#read(type).isWellFormed;
  }

  append(name: string, value: string): SipHeaders {
    return new SipHeaders([...this.entries, headerEntry(name, value)]);
  }

  prepend(name: string, value: string): SipHeaders {
    return new SipHeaders([headerEntry(name, value), ...this.entries]);
  }

  /** Puts `values`, a line each, in the place of all lines with this name, or at the end when there are none. */
  with(name: string, ...values: readonly string[]): SipHeaders {
    const key = headerKey(name);
    const entries: HeaderEntry[] = [];
    let isPlaced = false;
    for (const entry of this.entries) {
      if (entry.key !== key) entries.push(entry);
      else if (!isPlaced) {
        isPlaced = true;
        for (const value of values) entries.push(headerEntry(name, value));
      }
    }
    if (!isPlaced) for (const value of values) entries.push(headerEntry(name, value));
    return this.#derived(entries, key);
  }

  withValues<Value>(type: HeaderType<Value>, ...values: readonly Value[]): SipHeaders {
    return this.with(type.name, ...values.map((value) => type.format(value)));
  }

  /** The same for values that were read from a message and are as well-formed as they were: nobody reads them again. */
  withRead<Value>(type: HeaderType<Value>, ...values: readonly Value[]): SipHeaders {
    const headers = this.withValues(type, ...values);
    headers.#typed ??= [];
    headers.#typed.push({ key: type.key, values, isWellFormed: true });
    return headers;
  }

  /** All lines of `other` after our own; ours of the same name give way. */
  overriddenBy(other: SipHeaders | undefined): SipHeaders {
    if (!other || other.entries.length === 0) return this;
    // Both are short: to look through them costs less than a set.
    const kept = this.entries.filter((entry) => other.#find(entry.key) === undefined);
    return new SipHeaders([...kept, ...other.entries]);
  }

  without(...names: readonly string[]): SipHeaders {
    const keys = names.map(headerKey);
    return new SipHeaders(this.entries.filter((entry) => !keys.includes(entry.key)));
  }

  only(...keys: readonly string[]): SipHeaders {
    return new SipHeaders(this.entries.filter((entry) => keys.includes(entry.key)));
  }

  /** What was read of the other lines is still true when only those of `key` have changed. */
  #derived(entries: readonly HeaderEntry[], key: string): SipHeaders {
    const derived = new SipHeaders(entries);
    if (this.#typed) {
      derived.#typed = [];
      for (const typed of this.#typed) if (typed.key !== key) derived.#typed.push(typed);
    }
    return derived;
  }

  #find(key: string): HeaderEntry | undefined {
    for (const entry of this.entries) if (entry.key === key) return entry;
    return undefined;
  }

  #read(type: HeaderType<unknown>): Typed {
    this.#typed ??= [];
    for (const known of this.#typed) if (known.key === type.key) return known;
    const read = readTyped(this.entries, type);
    this.#typed.push(read);
    return read;
  }
}

const NO_VALUES: readonly unknown[] = [];

function readTyped(entries: readonly HeaderEntry[], type: HeaderType<unknown>): Typed {
  const { key } = type;
  let all = NO_VALUES;
  let isWellFormed = true;
  for (const entry of entries) {
    if (entry.key !== key) continue;
    const values = type.parse(entry.value);
    if (values === undefined) isWellFormed = false;
    else all = all === NO_VALUES ? values : all.concat(values);
  }
  return { key, values: all, isWellFormed };
}

/** For headers that code makes. A name that is no token is a mistake of that code, not of a peer. */
function headerEntry(name: string, value: string): HeaderEntry {
  const known = knownHeader(name);
  if (known) return { key: known.key, name: known.name, value };
  if (!isToken(name)) throw new TypeError(`"${name}" cannot name a header`);
  return { key: name.toLowerCase(), name, value };
}
