/**
 * The character sets of RFC 3261 §25.1 as one bit each, so that a test is one array read. Codes of 0x80 and
 * above belong to no set of ASCII grammar.
 */
const DIGIT = 1;
const ALPHA = 2;
const HEX = 4;
const TOKEN = 8;
const USER = 32;
const PASSWORD = 64;
const URI_PARAMETER = 128;
const URI_HEADER = 256;
const HOST = 512;
const SPACE = 1024;
const SCHEME = 2048;

const CLASS_OF = new Uint16Array(128);

function mark(bit: number, characters: string): void {
  for (let index = 0; index < characters.length; index += 1) {
    const code = characters.charCodeAt(index);
    CLASS_OF[code] = (CLASS_OF[code] ?? 0) | bit;
  }
}

const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALPHANUMERIC = DIGITS + LETTERS;
const UNRESERVED = `${ALPHANUMERIC}-_.!~*'()`;

mark(DIGIT, DIGITS);
mark(ALPHA, LETTERS);
mark(HEX, `${DIGITS}abcdefABCDEF`);
mark(TOKEN, `${ALPHANUMERIC}-.!%*_+\`'~`);
mark(USER, `${UNRESERVED}&=+$,;?/`);
mark(PASSWORD, `${UNRESERVED}&=+$,`);
// Proxies write "=" into the values of their Record-Route parameters and want them back as they were.
mark(URI_PARAMETER, `${UNRESERVED}[]/:&+$=`);
mark(URI_HEADER, `${UNRESERVED}[]/?:+$`);
// The underscore is no host name character, but container and LAN names carry it.
mark(HOST, `${ALPHANUMERIC}-._`);
// Header values still hold their line folds, which are white space (§7.3.1).
mark(SPACE, " \t\r\n");
mark(SCHEME, `${ALPHANUMERIC}+-.`);

function has(code: number, bit: number): boolean {
  return code < 128 && ((CLASS_OF[code] ?? 0) & bit) !== 0;
}

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
export const isAlpha = (code: number): boolean => has(code, ALPHA);
export const isHex = (code: number): boolean => has(code, HEX);
export const isTokenCode = (code: number): boolean => has(code, TOKEN);
export const isUserCode = (code: number): boolean => has(code, USER);
export const isPasswordCode = (code: number): boolean => has(code, PASSWORD);
export const isUriParameterCode = (code: number): boolean => has(code, URI_PARAMETER);
export const isUriHeaderCode = (code: number): boolean => has(code, URI_HEADER);
export const isHostCode = (code: number): boolean => has(code, HOST);
export const isSpace = (code: number): boolean => has(code, SPACE);
export const isSchemeCode = (code: number): boolean => has(code, SCHEME);

export type CharacterTest = (code: number) => boolean;

export function isMadeOf(text: string, test: CharacterTest): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!test(text.charCodeAt(index))) return false;
  }
  return text.length > 0;
}

export const isToken = (text: string): boolean => isMadeOf(text, isTokenCode);
