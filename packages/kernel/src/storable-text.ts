/** Whether PostgreSQL can store the text: neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** Whether any text in a parsed body, the names of its fields included, is one PostgreSQL cannot store. */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return !isStorable(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => holdsUnstorableText(name) || holdsUnstorableText(inner),
  );
}

/**
 * The nearest text that PostgreSQL can store, for what comes from outside and cannot be refused. A byte that is no
 * UTF-8 reaches us as one of U+DC80 to U+DCFF; old equipment meant Latin-1 by it, so "J\xfcrgen" reads Jürgen. What is
 * longer than `longest` is cut, and never through the middle of a pair.
 */
export function storableText(text: string, longest = Number.POSITIVE_INFINITY): string {
  return withoutHalf((isStorable(text) ? text : mended(text)).slice(0, longest));
}

function mended(text: string): string {
  return text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, (half) => {
    const byte = half.charCodeAt(0) - 0xdc00;
    return byte >= 0xa0 && byte <= 0xff ? String.fromCharCode(byte) : "\ufffd";
  });
}

const withoutHalf = (text: string): string => text.replace(/\p{Surrogate}$/u, "");
