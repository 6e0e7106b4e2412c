export type Bencoded = string | number | readonly Bencoded[] | { readonly [key: string]: Bencoded };

/** The encoding of rtpengine's control protocol. */
export function bencode(value: Bencoded): string {
  if (typeof value === "string") return `${Buffer.byteLength(value)}:${value}`;
  if (typeof value === "number") return `i${value}e`;
  if (isList(value)) return `l${value.map(bencode).join("")}e`;
  const entries = Object.entries(value).map(([key, each]) => bencode(key) + bencode(each));
  return `d${entries.join("")}e`;
}

const isList = (value: Bencoded): value is readonly Bencoded[] => Array.isArray(value);

/** One string of a flat answer; enough for what we ask. */
export function readBencodedText(answer: string, key: string): string | undefined {
  const match = new RegExp(`${Buffer.byteLength(key)}:${key}(\\d+):`).exec(answer);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  return answer.slice(start, start + Number(match[1]));
}
