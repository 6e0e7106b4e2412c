import { mergeRanges } from "@offhook/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countSeqs, rangesToWire, requestedRanges, type SeqRange } from "./delete-ranges.ts";

const anyRange = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 12 }))
  .map(([low, length]): SeqRange => ({ low, hi: low + length }));

function seqsOf(ranges: readonly SeqRange[]): Set<number> {
  const seqs = new Set<number>();
  for (const { low, hi } of ranges) for (let seq = low; seq < hi; seq++) seqs.add(seq);
  return seqs;
}

test("[CHAT-D1] merging keeps exactly the same messages, in order, with gaps between ranges", () => {
  fc.assert(
    fc.property(fc.array(anyRange, { maxLength: 12 }), (ranges) => {
      const merged = mergeRanges(ranges);
      expect(seqsOf(merged)).toEqual(seqsOf(ranges));
      expect(countSeqs(merged)).toBe(seqsOf(ranges).size);
      for (const [index, range] of merged.entries()) {
        const next = merged[index + 1];
        if (next) expect(next.low).toBeGreaterThan(range.hi);
      }
    }),
  );
});

test("[CHAT-D2] a range beside a single message is not lost", () => {
  const merged = mergeRanges([
    { low: 2, hi: 4 },
    { low: 4, hi: 5 },
  ]);
  expect(rangesToWire(merged)).toEqual([{ low: 2, hi: 5 }]);
});

test("[CHAT-D3] what reaches past the newest message is clipped", () => {
  expect(requestedRanges([{ low: 3, hi: 99 }], 5)).toEqual([{ low: 3, hi: 6 }]);
  expect(requestedRanges([{ low: 5 }], 5)).toEqual([{ low: 5, hi: 6 }]);
});

test.each([
  ["nothing", []],
  ["a message that does not exist", [{ low: 6 }]],
  ["no beginning", [{ hi: 4 }]],
  ["an end before the beginning", [{ low: 4, hi: 2 }]],
])("[CHAT-D4] a request for %s is refused", (_case, asked) => {
  expect(requestedRanges(asked, 5)).toBeUndefined();
});

test("[CHAT-D5] several ranges may not cover more than 1024 messages, one may", () => {
  expect(requestedRanges([{ low: 1, hi: 5000 }], 6000)).toHaveLength(1);
  const several = [
    { low: 1, hi: 1000 },
    { low: 2000, hi: 2100 },
  ];
  expect(requestedRanges(several, 6000)).toBeUndefined();
});
