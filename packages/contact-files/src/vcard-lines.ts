import { MAX_TEXT } from "./file-contact.ts";

/** One line of a card: `item1.TEL;TYPE=WORK:+1 212 555 0110`. */
export interface CardLine {
  readonly group: string;
  /** In capitals. */
  readonly name: string;
  /** Names in capitals, values as they are; one without a name (vCard 2.1) stands under TYPE. */
  readonly params: ReadonlyMap<string, readonly string[]>;
  readonly value: string;
}

/** What stands before the value says how long lines are joined; more of it is never looked at. */
const HEAD = 200;
/** No program writes a longer head of a property; a longer one is no property. */
const MAX_HEAD = 4_096;

/** A line that is being joined. Its pieces are put together once: joining it at each piece would be quadratic. */
class FoldedLine {
  readonly #pieces: string[] = [];
  #head = "";
  #last = "";

  constructor(first: string) {
    this.add(first);
  }

  get isQuotedPrintable(): boolean {
    return /^[^:]*QUOTED-PRINTABLE/i.test(this.#head);
  }

  get isBase64(): boolean {
    return /^[^:]*;(?:ENCODING=)?(?:BASE64|B)\b/i.test(this.#head);
  }

  get hasSoftBreak(): boolean {
    return this.#last.endsWith("=") && this.isQuotedPrintable;
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#last = piece;
    if (this.#head.length < HEAD) this.#head = (this.#head + piece).slice(0, HEAD);
  }

  /** The next piece takes the place of the soft break. */
  addAfterSoftBreak(piece: string): void {
    this.#pieces[this.#pieces.length - 1] = this.#last.slice(0, -1);
    this.add(piece);
  }

  toString(): string {
    return this.#pieces.join("");
  }
}

/** Undoes the folding of RFC 2426 §2.6, the soft breaks of quoted-printable, and pictures that were never indented. */
export function* unfold(text: string): Generator<string> {
  let folded: FoldedLine | undefined;
  for (const line of linesOf(text)) {
    if (!folded) folded = new FoldedLine(line);
    else if (folded.hasSoftBreak) folded.addAfterSoftBreak(line);
    else if (line.startsWith(" ") || line.startsWith("\t")) folded.add(line.slice(1));
    else if (/^[\w+/]{4,}={0,2}$/.test(line) && folded.isBase64) folded.add(line);
    else {
      yield* unlessBlank(folded);
      folded = new FoldedLine(line);
    }
  }
  if (folded) yield* unlessBlank(folded);
}

/** One at a time: a file of nothing but line breaks would make a list of millions. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const char = text.charCodeAt(index);
    const isReturn = char === 0x0d;
    if (index < text.length && !isReturn && char !== 0x0a) continue;
    yield text.slice(start, index);
    if (isReturn && text.charCodeAt(index + 1) === 0x0a) index += 1;
    start = index + 1;
  }
}

function* unlessBlank(folded: FoldedLine): Generator<string> {
  const line = folded.toString();
  if (line.trim() !== "") yield line;
}

/** Undefined for a line that is no property. */
export function parseCardLine(line: string): CardLine | undefined {
  const [colon, ...semicolons] = separatorsOf(line);
  if (colon === undefined) return undefined;
  const ends = [...semicolons, colon];
  const path = line.slice(0, ends[0]);
  const dot = path.lastIndexOf(".");
  const params = new Map<string, string[]>();
  semicolons.forEach((semicolon, index) => {
    const [name, values] = parseParam(line.slice(semicolon + 1, ends[index + 1]));
    const known = params.get(name);
    if (known) known.push(...values);
    else params.set(name, values);
  });
  const name = path
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  const value = line.slice(colon + 1);
  return {
    group: path.slice(0, Math.max(dot, 0)).toLowerCase(),
    name,
    params,
    // Pictures alone may be long.
    value: name === "PHOTO" ? value : value.slice(0, MAX_TEXT),
  };
}

/** The colon before the value, then the semicolons before the parameters; none of them inside quotes. */
function separatorsOf(line: string): number[] {
  const semicolons: number[] = [];
  let isQuoted = false;
  const end = Math.min(line.length, MAX_HEAD);
  for (let index = 0; index < end; index += 1) {
    const char = line[index];
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === ":") return [index, ...semicolons];
    else if (char === ";") semicolons.push(index);
  }
  return [];
}

function parseParam(param: string): [name: string, values: string[]] {
  const equals = param.indexOf("=");
  const name = equals < 0 ? bareParamName(param) : param.slice(0, equals).trim().toUpperCase();
  // vCard 4.0 may quote a whole list: TYPE="work,voice".
  const values = param
    .slice(equals + 1)
    .replaceAll('"', "")
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return [name, values];
}

function bareParamName(param: string): string {
  return /^(?:BASE64|QUOTED-PRINTABLE|8BIT|7BIT)$/i.test(param.trim()) ? "ENCODING" : "TYPE";
}

/** Whether the line has a parameter with this value, in any case of letters. */
export function hasParam(line: CardLine, name: string, value: RegExp): boolean {
  return (line.params.get(name) ?? []).some((each) => value.test(each));
}

/** Splits at a separator that is not escaped, and undoes the escapes. */
export function splitValue(value: string, separator: ";" | ","): string[] {
  const parts = [""];
  for (let index = 0; index < value.length; index += 1) {
    const char = value.charAt(index);
    if (char === "\\" && index + 1 < value.length) {
      index += 1;
      const escaped = value.charAt(index);
      parts[parts.length - 1] += escaped === "n" || escaped === "N" ? "\n" : escaped;
    } else if (char === separator) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

export function unescapeValue(value: string): string {
  return value.replace(/\\([nN]|[\s\S])/g, (_whole, escaped: string) =>
    /n/i.test(escaped) ? "\n" : escaped,
  );
}
