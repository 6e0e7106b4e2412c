import { expect, test } from "vitest";
import { forwardingNumbers } from "./forwarding-numbers.ts";

const kept = { front: "12125550100", back: "103" };

test.each([
  ["a line that forwards elsewhere", { front: { forwarding: "101" } }, { front: "101", back: "103" }],
  ["a line that forwards no more", { front: { forwarding: "" } }, { back: "103" }],
  ["a line that has begun to", { side: { forwarding: "102" } }, { ...kept, side: "102" }],
])("[FWD1] %s", (_what, lines, expected) => {
  expect(forwardingNumbers(kept, lines)).toEqual(expected);
});

test("[FWD1] what is in step already is not saved again", () => {
  expect(forwardingNumbers(kept, { front: { forwarding: "12125550100" }, side: { forwarding: "" } })).toBe(
    kept,
  );
});
