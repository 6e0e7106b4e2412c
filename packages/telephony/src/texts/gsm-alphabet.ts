/** The default alphabet of GSM 03.38, each sign at its code. The sign at 27 is the escape to the second table. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const ESCAPE = 27;
const EXTENDED: readonly (readonly [sign: string, code: number])[] = [
  ["\f", 10],
  ["^", 20],
  ["{", 40],
  ["}", 41],
  ["\\", 47],
  ["[", 60],
  ["~", 61],
  ["]", 62],
  ["|", 64],
  ["€", 101],
];

const SPACE = 32;
const BASIC_CODES = new Map([...BASIC].map((sign, code) => [sign, code] as const));
const EXTENDED_CODES = new Map(EXTENDED);
const EXTENDED_SIGNS = new Map(EXTENDED.map(([sign, code]) => [code, sign] as const));

/** How many septets a sign takes: one, two behind an escape, or none because the alphabet lacks it. */
export function gsmSeptets(sign: string): 0 | 1 | 2 {
  if (EXTENDED_CODES.has(sign)) return 2;
  return sign !== "\u001b" && BASIC_CODES.has(sign) ? 1 : 0;
}

/** One byte a septet, as carriers take it over SMPP. What the alphabet lacks becomes a question mark. */
export function encodeGsm(text: string): Uint8Array {
  const codes: number[] = [];
  for (const sign of text) {
    const extended = EXTENDED_CODES.get(sign);
    if (extended !== undefined) codes.push(ESCAPE, extended);
    else codes.push((gsmSeptets(sign) === 1 ? BASIC_CODES.get(sign) : undefined) ?? 63);
  }
  return Uint8Array.from(codes);
}

/** An escape to a sign that nobody knows is shown as GSM 03.38 wants it: the sign of the first table. */
export function decodeGsm(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 1) {
    const code = (bytes[at] ?? SPACE) & 0x7f;
    if (code !== ESCAPE) {
      text += BASIC[code];
      continue;
    }
    at += 1;
    const next = (bytes[at] ?? SPACE) & 0x7f;
    text += EXTENDED_SIGNS.get(next) ?? (next === ESCAPE ? " " : BASIC[next]);
  }
  return text;
}
