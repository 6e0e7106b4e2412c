/** Numbers of messages, from `low` up to but not including `hi`. */
export interface SeqRange {
  readonly low: number;
  readonly hi: number;
}

/** In order, and as few as possible: what touches or overlaps is one. */
export function mergeRanges(ranges: readonly SeqRange[]): readonly SeqRange[] {
  const sorted = ranges.filter(({ low, hi }) => hi > low).sort((one, other) => one.low - other.low);
  const merged: SeqRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && range.low <= last.hi)
      merged[merged.length - 1] = { low: last.low, hi: Math.max(last.hi, range.hi) };
    else merged.push(range);
  }
  return merged;
}

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
