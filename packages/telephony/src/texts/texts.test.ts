import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gsmSeptets } from "./gsm-alphabet.ts";
import {
  countSegments,
  decodeGsm,
  encodeGsm,
  encodingOf,
  type OptOutWord,
  optOutWord,
  splitText,
} from "./index.ts";

const SIGNS = Array.from({ length: 0x2fff }, (_, code) => String.fromCharCode(code)).filter(
  (sign) => gsmSeptets(sign) > 0,
);
const gsmText = (maxLength: number) =>
  fc.array(fc.constantFrom(...SIGNS), { maxLength }).map((signs) => signs.join(""));
const anyText = fc.oneof(gsmText(700), fc.string({ unit: "grapheme", maxLength: 400 }));

test("the alphabet has 127 signs and ten behind the escape", () => {
  expect(SIGNS.filter((sign) => gsmSeptets(sign) === 1)).toHaveLength(127);
  expect(SIGNS.filter((sign) => gsmSeptets(sign) === 2)).toHaveLength(10);
});

test("[TXT1] whatever GSM-7 can say comes back as it was", () => {
  fc.assert(fc.property(gsmText(300), (text) => decodeGsm(encodeGsm(text)) === text));
});

test("[TXT2] parts joined are the text, none too large, and as many as were counted", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { encoding, parts } = splitText(text);
      const { segments, units, remaining } = countSegments(text);
      expect(parts.join("")).toBe(text);
      expect(parts).toHaveLength(segments);
      expect(encoding).toBe(encodingOf(text));
      const size = (part: string) => (encoding === "GSM-7" ? encodeGsm(part).length : part.length);
      const [alone, joined] = encoding === "GSM-7" ? [160, 153] : [70, 67];
      const room = segments > 1 ? joined : alone;
      for (const part of parts) {
        expect(size(part)).toBeLessThanOrEqual(room);
        // Half a sign would be a lone surrogate.
        expect(/\p{Surrogate}/u.test(part)).toBe(false);
      }
      expect(parts.reduce((sum, part) => sum + size(part), 0)).toBe(units);
      expect(remaining).toBe(room - size(parts.at(-1) ?? ""));
    }),
  );
});

describe("[TXT3] where a text needs another segment", () => {
  test.each([
    ["nothing", "", "GSM-7", 0, 160],
    ["160 letters", "a".repeat(160), "GSM-7", 1, 0],
    ["161 letters", "a".repeat(161), "GSM-7", 2, 145],
    ["306 letters", "a".repeat(306), "GSM-7", 2, 0],
    ["307 letters", "a".repeat(307), "GSM-7", 3, 152],
    ["80 euro signs", "€".repeat(80), "GSM-7", 1, 0],
    ["an escaped sign at the border stays whole", `${"a".repeat(152)}€${"a".repeat(8)}`, "GSM-7", 2, 143],
    ["70 signs with one from outside", `Ω’${"a".repeat(68)}`, "UCS-2", 1, 0],
    ["71 signs with one from outside", `’${"a".repeat(70)}`, "UCS-2", 2, 63],
    ["35 emoji", "😀".repeat(35), "UCS-2", 1, 0],
    ["36 emoji, 33 in the first part", "😀".repeat(36), "UCS-2", 2, 61],
  ] as const)("%s", (_name, text, encoding, segments, remaining) => {
    expect(countSegments(text)).toMatchObject({ encoding, segments, remaining });
  });
});

test("a byte nobody has agreed on is shown, not lost", () => {
  expect(decodeGsm(Uint8Array.of(27, 65, 27, 27, 27))).toBe("A  ");
});

describe("[OPT1] words that end and open a conversation", () => {
  test.each<[string, OptOutWord | undefined]>([
    ["STOP", "stop"],
    ["stop", "stop"],
    [" Stop. ", "stop"],
    ["“Stop!”", "stop"],
    ["STOP ALL", "stop"],
    ["opt-out", "stop"],
    ["Unsubscribe", "stop"],
    ["cancel", "stop"],
    ["END", "stop"],
    ["quit", "stop"],
    ["REVOKE", "stop"],
    ["Start", "start"],
    ["YES", "start"],
    ["unstop", "start"],
    ["help?", "help"],
    ["INFO", "help"],
    ["please stop by at five", undefined],
    ["yes please", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("%s", (text, word) => {
    expect(optOutWord(text)).toBe(word);
  });
});
