import sharp from "sharp";

export interface DecodedPage {
  readonly width: number;
  readonly height: number;
  /** One byte a dot, so that two pages are the same when these are. */
  readonly dots: Buffer;
}

/** The pages of a TIFF, decoded by a library that has nothing to do with the one that wrote them. */
export async function pagesOf(file: string): Promise<readonly DecodedPage[]> {
  const { pages = 1 } = await sharp(file).metadata();
  const decoded: DecodedPage[] = [];
  for (let page = 0; page < pages; page += 1) {
    const image = sharp(file, { page }).extractChannel(0).raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    decoded.push({ width: info.width, height: info.height, dots: data });
  }
  return decoded;
}

/** Compared whole: a difference is told as the page it is on, and not as a million numbers. */
export function differingPages(sent: readonly DecodedPage[], arrived: readonly DecodedPage[]): string[] {
  const differing: string[] = [];
  for (let index = 0; index < Math.max(sent.length, arrived.length); index += 1) {
    const one = sent[index];
    const other = arrived[index];
    if (!one || !other) differing.push(`page ${index + 1} is only on one side`);
    else if (one.width !== other.width || one.height !== other.height)
      differing.push(`page ${index + 1}: ${one.width}x${one.height}, ${other.width}x${other.height}`);
    else if (!one.dots.equals(other.dots)) differing.push(`page ${index + 1} has other dots`);
  }
  return differing;
}
