import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { grayOf, type PageBits, strideOf } from "../page-bits.ts";

/** So that a page of normal quality is not half as high as it is. */
const SQUARE_FROM_DPI = 150;
const PICTURE_WIDTH = 612;
const PNG_MARK = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
/** One bit a dot in gray, no interlacing. */
const ONE_BIT = Uint8Array.of(1, 0, 0, 0, 0);

/** Each dot of the page: what the other side gets. */
export function previewOf(bits: PageBits): { png: Uint8Array; width: number; height: number } {
  const times = bits.dpiY < SQUARE_FROM_DPI ? 2 : 1;
  const { width, height } = bits;
  const stride = strideOf(width);
  // Each row begins with a byte that says how it is filtered: not at all. White is 1 here.
  const lines = new Uint8Array((stride + 1) * height * times);
  for (let y = 0; y < height * times; y++) {
    const from = Math.floor(y / times) * stride;
    const to = y * (stride + 1) + 1;
    for (let at = 0; at < stride; at++) lines[to + at] = ~(bits.rows[from + at] ?? 0);
  }
  const size = new DataView(new ArrayBuffer(8));
  size.setUint32(0, width);
  size.setUint32(4, height * times);
  const header = Buffer.concat([new Uint8Array(size.buffer), ONE_BIT]);
  const png = Buffer.concat([
    PNG_MARK,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", new Uint8Array()),
  ]);
  return { png, width, height: height * times };
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Smaller, in shades of gray, in its true proportions. */
export function pictureOf(bits: PageBits): Promise<Uint8Array> {
  const { width, height, dpiX, dpiY } = bits;
  const scale = PICTURE_WIDTH / width;
  return sharp(grayOf(bits), { raw: { width, height, channels: 1 } })
    .resize(PICTURE_WIDTH, Math.max(1, Math.round(height * scale * (dpiX / dpiY))), { fit: "fill" })
    .toColourspace("b-w")
    .png({ compressionLevel: 7 })
    .toBuffer();
}
