import { type CharacterTest, isHex } from "./character-classes.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

const PERCENT = 0x25;

/** Whether every "%" starts a hexadecimal pair and every other character passes `test`. */
export function isEscapedText(text: string, test: CharacterTest): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === PERCENT) {
      if (!isHexPair(text, index + 1)) return false;
      index += 2;
    } else if (!test(code)) return false;
  }
  return true;
}

function isHexPair(text: string, at: number): boolean {
  return at + 1 < text.length && isHex(text.charCodeAt(at)) && isHex(text.charCodeAt(at + 1));
}

/** The characters behind the escapes. Bytes that are no UTF-8 stay apart as `decodeUtf8` does it. */
export function unescapeText(text: string): string {
  if (!text.includes("%")) return text;
  const bytes: number[] = [];
  let out = "";
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) === PERCENT && isHexPair(text, index + 1)) {
      bytes.push(Number.parseInt(text.slice(index + 1, index + 3), 16));
      index += 2;
    } else {
      if (bytes.length > 0) out += decodeUtf8(Uint8Array.from(bytes.splice(0)));
      out += text[index];
    }
  }
  return bytes.length > 0 ? out + decodeUtf8(Uint8Array.from(bytes)) : out;
}

/** Escapes what `test` refuses, "%" included: for text that is no wire text yet. */
export function escapeText(text: string, test: CharacterTest): string {
  let out = "";
  for (const byte of encodeUtf8(text)) out += test(byte) ? String.fromCharCode(byte) : hexPair(byte);
  return out;
}

/** Escapes what `test` refuses but leaves pairs that are there: for wire text that may hold a stray character. */
export function repairEscapes(text: string, test: CharacterTest): string {
  if (isEscapedText(text, test)) return text;
  let out = "";
  let plainFrom = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== PERCENT || !isHexPair(text, index + 1)) continue;
    out += escapeText(text.slice(plainFrom, index), test) + text.slice(index, index + 3);
    plainFrom = index + 3;
    index += 2;
  }
  return out + escapeText(text.slice(plainFrom), test);
}

function hexPair(byte: number): string {
  return `%${byte < 16 ? "0" : ""}${byte.toString(16).toUpperCase()}`;
}
