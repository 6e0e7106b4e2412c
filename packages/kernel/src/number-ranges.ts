/** Whole numbers from `low` up to but not including `hi`. */
export interface NumberRange {
  readonly low: number;
  readonly hi: number;
}

/** In order, and as few as possible: what touches or overlaps is one, and an empty one is none. */
export function mergeRanges(ranges: readonly NumberRange[]): NumberRange[] {
  const merged: NumberRange[] = [];
  const ordered = ranges.filter(({ low, hi }) => hi > low).sort((one, other) => one.low - other.low);
  for (const range of ordered) {
    const last = merged.at(-1);
    if (last && range.low <= last.hi)
      merged[merged.length - 1] = { low: last.low, hi: Math.max(last.hi, range.hi) };
    else merged.push(range);
  }
  return merged;
}
