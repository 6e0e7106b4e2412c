import { expect, test } from "vitest";
import { passedOverText } from "./passed-over-text.ts";

test.each([
  ["paused", "Lunch", "paused (Lunch)"],
  ["paused", null, "paused"],
  ["onCall", "Grace Kim", "Grace Kim was on call"],
  ["onCall", null, "someone else was on call"],
  ["turn", null, "it was another agent's turn"],
] as const)("[WHY6] %s, %s", (reason, detail, text) => {
  expect(passedOverText({ reason, detail })).toBe(text);
});
