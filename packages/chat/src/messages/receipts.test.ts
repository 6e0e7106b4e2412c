import fc from "fast-check";
import { expect, test } from "vitest";
import { noteReceipt, type Receipts } from "./receipts.ts";

const anyStep = fc.oneof(
  fc.record({ type: fc.constant("publish" as const) }),
  fc.record({
    type: fc.constant("note" as const),
    what: fc.constantFrom("read" as const, "recv" as const),
    seq: fc.integer({ min: 0, max: 40 }),
  }),
);

test("[CHAT-R1] read <= recv <= seq whatever is noted, and neither ever goes back", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      let receipts: Receipts = { read: 0, recv: 0 };
      let seq = 0;
      for (const step of steps) {
        const before = receipts;
        if (step.type === "publish") seq += 1;
        else receipts = noteReceipt(receipts, step.what, step.seq, seq);
        expect(receipts.read).toBeLessThanOrEqual(receipts.recv);
        expect(receipts.recv).toBeLessThanOrEqual(seq);
        expect(receipts.read).toBeGreaterThanOrEqual(before.read);
        expect(receipts.recv).toBeGreaterThanOrEqual(before.recv);
      }
    }),
  );
});

test("[CHAT-R2] a note that says nothing new changes nothing", () => {
  const receipts = { read: 3, recv: 5 };
  expect(noteReceipt(receipts, "read", 3, 9)).toBe(receipts);
  expect(noteReceipt(receipts, "recv", 4, 9)).toBe(receipts);
  expect(noteReceipt(receipts, "read", 10, 9)).toBe(receipts);
});
