/** One line of a card: `item1.TEL;TYPE=WORK:+1 212 555 0110`. */
export interface CardLine {
  readonly group: string;
  /** In capitals. */
  readonly name: string;
  /** Names in capitals, values as they are; one without a name (vCard 2.1) stands under TYPE. */
  readonly params: ReadonlyMap<string, readonly string[]>;
  readonly value: string;
}

/** Undoes the folding of RFC 2426 §2.6, the soft breaks of quoted-printable, and pictures that were never indented. */
export function unfold(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const previous = lines.at(-1);
    if (previous === undefined) lines.push(line);
    else if (isQuotedPrintable(previous) && previous.endsWith("="))
      lines[lines.length - 1] = previous.slice(0, -1) + line;
    else if (/^[ \t]/.test(line)) pieces(lines, line.slice(1));
    else if (isBareBase64(previous, line)) pieces(lines, line);
    else lines.push(line);
  }
  return lines.filter((line) => line.trim() !== "");
}

function pieces(lines: string[], more: string): void {
  lines[lines.length - 1] = (lines.at(-1) ?? "") + more;
}

const HEAD = 200;

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*QUOTED-PRINTABLE/i.test(line.slice(0, HEAD));
}

function isBareBase64(previous: string, line: string): boolean {
  return (
    /^[^:]*;(?:ENCODING=)?(?:BASE64|B)\b/i.test(previous.slice(0, HEAD)) && /^[\w+/]{4,}={0,2}$/.test(line)
  );
}

/** Undefined for a line that is no property. */
export function parseCardLine(line: string): CardLine | undefined {
  const colon = endOfHead(line);
  if (colon < 0) return undefined;
  const [path = "", ...rest] = splitHead(line.slice(0, colon));
  const dot = path.lastIndexOf(".");
  const params = new Map<string, string[]>();
  for (const param of rest) {
    const [name, values] = parseParam(param);
    params.set(name, [...(params.get(name) ?? []), ...values]);
  }
  return {
    group: path.slice(0, Math.max(dot, 0)).toLowerCase(),
    name: path
      .slice(dot + 1)
      .trim()
      .toUpperCase(),
    params,
    value: line.slice(colon + 1),
  };
}

/** The colon before the value: not one inside a quoted parameter. */
function endOfHead(line: string): number {
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '"') isQuoted = !isQuoted;
    else if (line[index] === ":" && !isQuoted) return index;
  }
  return -1;
}

function splitHead(head: string): string[] {
  return head.match(/(?:"[^"]*"?|[^;"])+/g) ?? [];
}

function parseParam(param: string): [name: string, values: string[]] {
  const equals = param.indexOf("=");
  const name = equals < 0 ? bareParamName(param) : param.slice(0, equals).trim().toUpperCase();
  const values = (param.slice(equals + 1).match(/"[^"]*"?|[^,"]+/g) ?? []).map((value) =>
    value.replace(/"/g, "").trim(),
  );
  // vCard 4.0 may quote a whole list: TYPE="work,voice".
  return [name, values.flatMap((value) => value.split(","))];
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
