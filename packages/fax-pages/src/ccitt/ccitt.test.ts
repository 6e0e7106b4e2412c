import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { grayOf, type PageBits, strideOf } from "../page-bits.ts";
import { dpiOf, readFaxPage } from "../tiff/fax-tiff.ts";
import { tiffDirectories } from "../tiff/tiff-directories.ts";
import { writeFaxTiff } from "../tiff/write-fax-tiff.ts";
import { decodeCcitt } from "./decode-ccitt.ts";
import { encodeG4 } from "./encode-g4.ts";

/** Rows made of runs, many of them like the row above: what text looks like. */
const pages = fc
  .record({
    width: fc.integer({ min: 1, max: 1728 }),
    runs: fc.array(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }), {
      minLength: 1,
      maxLength: 20,
    }),
    repeats: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 10 }),
  })
  .map(({ width, runs, repeats }): PageBits => {
    const stride = strideOf(width);
    const lines = runs.flatMap((line) => repeats.map((shift) => line.map((run) => Math.max(0, run + shift))));
    const rows = new Uint8Array(stride * lines.length);
    for (const [y, line] of lines.entries()) {
      let [x, isBlack] = [0, false];
      for (const run of line) {
        for (const end = Math.min(width, x + run); x < end; x++)
          if (isBlack) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
        isBlack = !isBlack;
      }
    }
    return { width, height: lines.length, rows, dpiX: 204, dpiY: 196 };
  });

const asTiff = (bits: PageBits) => writeFaxTiff([{ ...bits, g4: encodeG4(bits) }]);

test("what is packed is read again, dot for dot", () => {
  fc.assert(
    fc.property(pages, (bits) => {
      const packed = encodeG4(bits);
      const { rows, badRows } = decodeCcitt(packed, { ...bits, scheme: "g4" });
      expect(badRows).toBe(0);
      expect(Buffer.from(rows).equals(bits.rows)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("libtiff reads the same dots", async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (bits) => {
      const { data } = await sharp(asTiff(bits))
        .toColourspace("b-w")
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data.equals(grayOf(bits))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("damaged bits never break the reader, and are noticed or change dots only", () => {
  fc.assert(
    fc.property(
      pages,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.constantFrom("g4", "g3", "g3-2d", "runs"),
      (bits, changes, scheme) => {
        const packed = encodeG4(bits);
        for (const [at, value] of changes) packed[at % packed.length] = value;
        const { rows, badRows } = decodeCcitt(packed, { ...bits, scheme });
        expect(rows.length).toBe(bits.rows.length);
        expect(badRows).toBeLessThanOrEqual(bits.height);
      },
    ),
    { numRuns: 300 },
  );
});

test("a TIFF says how many pages it has, and how close its dots are", () => {
  const bits: PageBits = { width: 16, height: 2, rows: Uint8Array.of(255, 0, 1, 128), dpiX: 204, dpiY: 98 };
  const page = { ...bits, g4: encodeG4(bits) };
  const tiff = writeFaxTiff([page, page, page]);
  const { pages: found, isBroken } = tiffDirectories(tiff, 200);
  expect(isBroken).toBe(false);
  expect(found.map(dpiOf)).toEqual(new Array(3).fill({ dpiX: 204, dpiY: 98 }));
  expect(readFaxPage(tiff, found[2]!)).toEqual({ bits, isDamaged: false });
});
