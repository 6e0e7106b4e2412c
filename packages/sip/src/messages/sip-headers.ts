import { isToken } from "../grammar/character-classes.ts";
import { headerKey, knownHeader } from "./header-names.ts";
import type { HeaderType } from "./header-type.ts";

/** One header line. A header we do not know keeps its name and the bytes of its value, folds included. */
export interface HeaderEntry {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

interface Typed {
  readonly values: readonly unknown[];
  readonly isWellFormed: boolean;
}

/** The headers of a message in wire order, parsed into values only when somebody asks. Never changed, only copied. */
export class SipHeaders {
  readonly entries: readonly HeaderEntry[];
  #typed: Map<string, Typed> | undefined;

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
    const fresh = values.map((value) => headerEntry(name, value));
    const at = this.entries.findIndex((entry) => entry.key === key);
    if (at < 0) return this.#derived([...this.entries, ...fresh], key);
    const rest = this.entries.slice(at).filter((entry) => entry.key !== key);
    return this.#derived([...this.entries.slice(0, at), ...fresh, ...rest], key);
  }

  withValues<Value>(type: HeaderType<Value>, ...values: readonly Value[]): SipHeaders {
    return this.with(type.name, ...values.map((value) => type.format(value)));
  }

  /** The same for values that were read from a message and are as well-formed as they were: nobody reads them again. */
  withRead<Value>(type: HeaderType<Value>, ...values: readonly Value[]): SipHeaders {
    const headers = this.withValues(type, ...values);
    headers.#typed ??= new Map();
    headers.#typed.set(type.key, { values, isWellFormed: true });
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
      derived.#typed = new Map(this.#typed);
      derived.#typed.delete(key);
    }
    return derived;
  }

  #find(key: string): HeaderEntry | undefined {
    for (const entry of this.entries) if (entry.key === key) return entry;
    return undefined;
  }

  #read(type: HeaderType<unknown>): Typed {
    const known = this.#typed?.get(type.key);
    if (known) return known;
    const read = readTyped(this.entries, type);
    this.#typed ??= new Map();
    this.#typed.set(type.key, read);
    return read;
  }
}

const ABSENT: Typed = { values: [], isWellFormed: true };

function readTyped(entries: readonly HeaderEntry[], type: HeaderType<unknown>): Typed {
  let result = ABSENT;
  for (const entry of entries) {
    if (entry.key !== type.key) continue;
    const values = type.parse(entry.value);
    if (result === ABSENT) result = { values: values ?? [], isWellFormed: values !== undefined };
    else if (values === undefined) result = { values: result.values, isWellFormed: false };
    else result = { values: result.values.concat(values), isWellFormed: result.isWellFormed };
  }
  return result;
}

/** For headers that code makes. A name that is no token is a mistake of that code, not of a peer. */
function headerEntry(name: string, value: string): HeaderEntry {
  const known = knownHeader(name);
  if (known) return { key: known.key, name: known.name, value };
  if (!isToken(name)) throw new TypeError(`"${name}" cannot name a header`);
  return { key: name.toLowerCase(), name, value };
}
