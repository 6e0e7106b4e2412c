/** The keys that walk a list, and how far. */
export interface ListPosition {
  readonly index: number;
  readonly count: number;
  /** Rows that fit into the visible part, for Page Up and Page Down. */
  readonly pageSize: number;
}

/** Pure. The row a key leads to; undefined when the key is none of the list's. Nothing active is index -1. */
export function indexAfterKey(key: string, { index, count, pageSize }: ListPosition): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const clamp = (target: number): number => Math.min(last, Math.max(0, target));
  switch (key) {
    case "ArrowDown":
      return clamp(index + 1);
    case "ArrowUp":
      return index < 0 ? last : clamp(index - 1);
    case "PageDown":
      return clamp(index + Math.max(1, pageSize));
    case "PageUp":
      return clamp(index - Math.max(1, pageSize));
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
