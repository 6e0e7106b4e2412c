import { expect, test } from "vitest";
import { fittingNames, mentionQuery } from "./mention-query.ts";

test.each([
  ["@", { at: 0, text: "" }],
  ["hi @an", { at: 3, text: "an" }],
  ["hi @ana re", { at: 3, text: "ana re" }],
  ["mail ana@example", undefined],
  ["@ana reyes please", undefined],
  ["no one", undefined],
])("[TEAM-E1] %s asks for %o", (typed, query) => {
  expect(mentionQuery(typed, typed.length)).toEqual(query);
});

test("[TEAM-E2] names that begin so come before those that hold it", () => {
  const people = ["Diana Moss", "Ana Reyes", "Tom Anand"].map((name) => ({ name }));
  expect(fittingNames(people, "an", 5).map(({ name }) => name)).toEqual([
    "Ana Reyes",
    "Tom Anand",
    "Diana Moss",
  ]);
  expect(fittingNames(people, "ana", 1)).toHaveLength(1);
});
