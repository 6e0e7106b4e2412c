const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;

/** Only the white space of SIP: `String.trim` would also eat a byte order mark that belongs to the value. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end - start === text.length ? text : text.slice(start, end);
}

const LINE_BREAKS = /[\r\n]+[ \t]*/g;

/** One space for every line fold (RFC 3261 §7.3.1); nothing a header value holds may end its line. */
export function unfold(text: string): string {
  return text.includes("\n") || text.includes("\r") ? text.replace(LINE_BREAKS, " ") : text;
}

export function quote(text: string): string {
  const line = unfold(text);
  if (!line.includes('"') && !line.includes("\\")) return `"${line}"`;
  return `"${line.replace(/["\\]/g, "\\$&")}"`;
}

/** The text inside a quoted string; any other text as it is. */
export function unquote(text: string): string {
  if (text.charCodeAt(0) !== 0x22) return text;
  const inner = text.slice(1, -1);
  return inner.includes("\\") ? inner.replace(/\\([\s\S])/g, "$1") : inner;
}

/** Whether `text` is one whole quoted string, so that writing it cannot open or close another one. */
export function isQuotedString(text: string): boolean {
  if (text.length < 2 || text.charCodeAt(0) !== 0x22) return false;
  for (let index = 1; index < text.length; index += 1) {
    let code = text.charCodeAt(index);
    if (code === 0x22) return index === text.length - 1;
    if (code === 0x5c) {
      index += 1;
      code = text.charCodeAt(index);
    }
    if (code === 0x0d || code === 0x0a) return false;
  }
  return false;
}
