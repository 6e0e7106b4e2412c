/**
 * Where a row changes its color, from the left: at even places it becomes black, at odd ones white again. Two ends
 * follow, so that one may always look one change further.
 */
export function changesOf(rows: Uint8Array, start: number, width: number, into: Int32Array): Int32Array {
  let count = 0;
  let color = 0;
  for (let x = 0; x < width; x++) {
    const byte = rows[start + (x >> 3)] ?? 0;
    // Most of a page is white: whole bytes of one color are passed over.
    if ((x & 7) === 0 && byte === (color === 0 ? 0 : 255) && x + 8 <= width) {
      x += 7;
      continue;
    }
    const dot = (byte >> (7 - (x & 7))) & 1;
    if (dot === color) continue;
    into[count++] = x;
    color = dot;
  }
  into.fill(width, count, Math.min(into.length, count + 4));
  return into;
}

/** Room for the changes of any row. */
export const roomForChanges = (width: number): Int32Array => new Int32Array(width + 8).fill(width);

export function fillBlack(rows: Uint8Array, start: number, from: number, to: number): void {
  for (let x = from; x < to; x++) {
    const at = start + (x >> 3);
    if ((x & 7) === 0 && x + 8 <= to) {
      rows[at] = 255;
      x += 7;
    } else rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
  }
}
