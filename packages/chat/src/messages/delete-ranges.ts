import type { ChatRange } from "@offhook/contract";
import { mergeRanges, type NumberRange } from "@offhook/kernel";

/** The numbers of messages. */
export type SeqRange = NumberRange;

export function countSeqs(ranges: readonly SeqRange[]): number {
  return ranges.reduce((sum, { low, hi }) => sum + hi - low, 0);
}

/** The most a single request may delete when it names several ranges. */
const MAX_DELETED = 1024;

/**
 * What a client asks to delete, of a topic whose newest message is `lastSeq`. A range without `hi` is one message; what
 * reaches beyond the newest is clipped. Undefined when the request makes no sense.
 */
export function requestedRanges(
  asked: readonly { readonly low?: number | undefined; readonly hi?: number | undefined }[],
  lastSeq: number,
): SeqRange[] | undefined {
  const ranges: SeqRange[] = [];
  for (const { low = 0, hi } of asked) {
    // Some clients write zero for what others leave out.
    const end = hi || low + 1;
    if (low < 1 || low > lastSeq || end <= low) return undefined;
    ranges.push({ low, hi: Math.min(end, lastSeq + 1) });
  }
  const merged = mergeRanges(ranges);
  if (merged.length === 0 || (merged.length > 1 && countSeqs(merged) > MAX_DELETED)) return undefined;
  return merged;
}

/** A single message is written without its end. */
export function rangesToWire(ranges: readonly SeqRange[]): ChatRange[] {
  return ranges.map(({ low, hi }) => (hi === low + 1 ? { low } : { low, hi }));
}
