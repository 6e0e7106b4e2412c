/** A page of a test: `isBlack` tells the color of each dot. */
export interface TestPage {
  readonly width: number;
  readonly height: number;
  isBlack(x: number, y: number): boolean;
}

/** Fine resolution: 204 by 196 dots an inch. */
const X_DOTS = 204;
const Y_DOTS = 196;
const ENTRIES = 13;
const DIRECTORY_BYTES = 2 + 12 * ENTRIES + 4;

/** A TIFF with a page after the other, not compressed, as simple as the format allows. */
export function faxTiff(pages: readonly TestPage[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  pages.forEach((page, index) => {
    const bits = packed(page);
    const isLast = index === pages.length - 1;
    const part = Buffer.alloc(DIRECTORY_BYTES + 16 + bits.length);
    writeDirectory(part, at, page, { index, count: pages.length, bytes: bits.length, isLast });
    part.set(bits, DIRECTORY_BYTES + 16);
    parts.push(part);
    at += part.length;
  });
  return Buffer.concat(parts);
}

function writeDirectory(
  part: Buffer,
  at: number,
  { width, height }: TestPage,
  place: { index: number; count: number; bytes: number; isLast: boolean },
): void {
  const rationals = at + DIRECTORY_BYTES;
  const entries: readonly (readonly [tag: number, type: 3 | 4 | 5, count: number, value: number])[] = [
    [254, 4, 1, 2],
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, 1],
    [259, 3, 1, 1],
    // White is zero.
    [262, 3, 1, 0],
    [273, 4, 1, rationals + 16],
    [277, 3, 1, 1],
    [278, 4, 1, height],
    [279, 4, 1, place.bytes],
    [282, 5, 1, rationals],
    [283, 5, 1, rationals + 8],
    [297, 3, 2, place.index | (place.count << 16)],
  ];
  part.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, count, value], index) => {
    const entry = 2 + 12 * index;
    part.writeUInt16LE(tag, entry);
    part.writeUInt16LE(type, entry + 2);
    part.writeUInt32LE(count, entry + 4);
    part.writeUInt32LE(value, entry + 8);
  });
  part.writeUInt32LE(place.isLast ? 0 : at + part.length, 2 + 12 * entries.length);
  [X_DOTS, 1, Y_DOTS, 1].forEach((value, index) => {
    part.writeUInt32LE(value, DIRECTORY_BYTES + 4 * index);
  });
}

function packed({ width, height, isBlack }: TestPage): Buffer {
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = y * rowBytes + (x >> 3);
      if (isBlack(x, y)) bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return bits;
}

/** No two pages look the same, and no page is easy to guess: boxes, bars and a little noise from a seed. */
export function aTestPage(seed: number, height = 300): TestPage {
  return {
    width: 1_728,
    height,
    isBlack: (x, y) => {
      const noise = Math.imul((x >> 3) + 1, 2_654_435_761) ^ Math.imul((y >> 2) + seed * 977, 1_597_334_677);
      const isFrame = x < 24 || x >= 1_704 || y < 8 || y >= height - 8;
      const isBar = ((x >> 5) + seed) % 7 === 0 && y % 40 < 12;
      return isFrame || isBar || ((noise >>> 13) & 0x3f) === 0;
    },
  };
}
