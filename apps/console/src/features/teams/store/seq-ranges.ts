import type { NumberRange } from "@offhook/kernel";

/** The numbers of messages. */
export type SeqRange = NumberRange;

export function isInRanges(ranges: readonly SeqRange[], seq: number): boolean {
  return ranges.some(({ low, hi }) => seq >= low && seq < hi);
}

export function rangeWith(ranges: readonly SeqRange[], seq: number): SeqRange | undefined {
  return ranges.find(({ low, hi }) => seq >= low && seq < hi);
}

/** How many numbers of `range` are in `ranges`. */
export function countIn(ranges: readonly SeqRange[], range: SeqRange): number {
  let count = 0;
  for (const { low, hi } of ranges) count += Math.max(0, Math.min(hi, range.hi) - Math.max(low, range.low));
  return count;
}
