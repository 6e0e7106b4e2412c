import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeAscii, decodeUtf8, encodeUtf8 } from "./utf8.ts";

test("[MSG3] any bytes come back unharmed, UTF-8 or not", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(encodeUtf8(decodeUtf8(bytes))).toEqual(bytes);
    }),
    { numRuns: 2_000 },
  );
});

test("[MSG3] text is encoded as the platform does it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
      expect(decodeUtf8(encodeUtf8(text))).toBe(text);
    }),
  );
});

test("[MSG3] overlong and surrogate forms are no text", () => {
  expect(decodeUtf8(Uint8Array.of(0xc0, 0xaf))).toBe("\udcc0\udcaf");
  expect(decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBe("\udced\udca0\udc80");
  expect(encodeUtf8("\ud800")).toEqual(Uint8Array.of(0xef, 0xbf, 0xbd));
});

test("[MSG1] long heads are decoded in pieces", () => {
  const text = "abc ".repeat(5_000);
  expect(decodeAscii(encodeUtf8(text))).toBe(text);
  expect(decodeUtf8(encodeUtf8(`é${text}`))).toBe(`é${text}`);
});
