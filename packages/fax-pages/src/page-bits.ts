/** A page in black and white, as it is faxed: each row begins at a byte, its first dot is the highest bit, 1 is black. */
export interface PageBits {
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array;
  /** Dots an inch; they are not square. */
  readonly dpiX: number;
  readonly dpiY: number;
}

export const FAX_WIDTH = 1728;
export const FAX_DPI_X = 204;

export type PageResolution = "normal" | "fine";
export const FAX_DPI_Y: Readonly<Record<PageResolution, number>> = { normal: 98, fine: 196 };

export const strideOf = (width: number): number => (width + 7) >> 3;

/** One byte a dot, as pictures are worked on: 0 black, 255 white. */
export function grayOf({ width, height, rows }: PageBits): Uint8Array<ArrayBuffer> {
  const gray = new Uint8Array(width * height).fill(255);
  const stride = strideOf(width);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (((rows[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) gray[y * width + x] = 0;
  return gray;
}
