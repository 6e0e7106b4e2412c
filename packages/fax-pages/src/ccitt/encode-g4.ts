import { type PageBits, strideOf } from "../page-bits.ts";
import { changesOf, roomForChanges } from "./row-changes.ts";
import { type Code, ENDS, MODES, STEP, STEPS } from "./run-codes.ts";

const END_OF_BLOCK: Code = { bits: 0x001001, length: 24 };
const LONGEST_STEP = 2560;

/** ITU-T T.6, as a TIFF and a PDF hold it: first bit highest, white is 0, end of block at the end. */
export function encodeG4({ width, height, rows }: PageBits): Uint8Array<ArrayBuffer> {
  const out = new BitWriter();
  const stride = strideOf(width);
  let above = roomForChanges(width);
  let own = roomForChanges(width);
  for (let y = 0; y < height; y++) {
    changesOf(rows, y * stride, width, own);
    encodeRow(out, own, above, width);
    [above, own] = [own, above];
  }
  out.put(END_OF_BLOCK);
  return out.finish();
}

/** T.6, 2.2.4: a0 is where we are, b1 the first change above to the right of it that has our opposite color. */
function encodeRow(out: BitWriter, own: Int32Array, above: Int32Array, width: number): void {
  let [a0, color, a, b] = [-1, 0, 0, 0];
  while (a0 < width) {
    while ((own[a] ?? width) <= a0 && (own[a] ?? width) < width) a++;
    b = nextAbove(above, b, a0, color, width);
    const [a1, b1, b2] = [own[a] ?? width, above[b] ?? width, above[b + 1] ?? width];
    if (b2 < a1) {
      out.put(MODES.pass);
      a0 = b2;
      continue;
    }
    const vertical = MODES.vertical[a1 - b1 + 3];
    if (vertical) {
      out.put(vertical);
      a0 = a1;
      color ^= 1;
      continue;
    }
    const a2 = a1 < width ? (own[a + 1] ?? width) : width;
    out.put(MODES.horizontal);
    out.putRun(color, a1 - Math.max(0, a0));
    out.putRun(color ^ 1, a2 - a1);
    a0 = a2;
  }
}

/** Never far from the last one: at most a change or two back. */
export function nextAbove(above: Int32Array, last: number, a0: number, color: number, width: number): number {
  let b = Math.max(0, last - 2);
  while (b > 0 && (above[b - 1] ?? width) > a0) b--;
  while ((above[b] ?? width) < width && ((above[b] ?? width) <= a0 || (b & 1) !== color)) b++;
  return b;
}

class BitWriter {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  #held = 0;
  #heldBits = 0;

  put({ bits, length }: Code): void {
    this.#held = (this.#held << length) | bits;
    this.#heldBits += length;
    while (this.#heldBits >= 8) {
      this.#heldBits -= 8;
      this.#byte((this.#held >>> this.#heldBits) & 0xff);
    }
    this.#held &= (1 << this.#heldBits) - 1;
  }

  putRun(color: number, length: number): void {
    let rest = length;
    const steps = STEPS[color] ?? [];
    while (rest >= STEP) {
      const part = Math.min(rest - (rest % STEP), LONGEST_STEP);
      this.#known(steps[part / STEP - 1]);
      rest -= part;
    }
    this.#known(ENDS[color]?.[rest]);
  }

  finish(): Uint8Array<ArrayBuffer> {
    if (this.#heldBits > 0) this.#byte((this.#held << (8 - this.#heldBits)) & 0xff);
    return this.#bytes.slice(0, this.#length);
  }

  #known(code: Code | undefined): void {
    if (!code) throw new RangeError("A run that has no code");
    this.put(code);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }
}
