import { typedSearch } from "@offhook/search";
import { expect, test } from "vitest";
import { begunWith, type CompletionSources, completionsOf, toggled, withoutOperator } from "./completions.ts";

const sources: CompletionSources = {
  people: ["Søren Ahn", "Dev Patel"],
  lines: ["Main", "Front desk"],
  places: ["calls", "chat", "Night shift"],
  days: [
    { value: "yesterday", label: "yesterday" },
    { value: "2026-11-11", label: "a week ago" },
  ],
};
const labels = (typed: string): string[] => completionsOf(typed, sources).map(({ label }) => label);
const texts = (typed: string): string[] => completionsOf(typed, sources).map((each) => each.typed);

test.each([
  ["fr", ["from:"]],
  ["zebra fr", ["from:"]],
  ["is", ["is:unread", "is:mine", "is:missed"]],
  ["unr", ["is:unread"]],
  ["f", []],
  ["from", ["from:"]],
  ["from:", ["me", "Søren Ahn", "Dev Patel"]],
  ["from:so", ["Søren Ahn"]],
  ['from:"dev p', ["Dev Patel"]],
  ["line:", ["Main", "Front desk"]],
  ["in:ni", ["Night shift"]],
  ["before:", ["yesterday", "a week ago"]],
  ["after:2026", ["a week ago"]],
  ["has:", ["file"]],
  ["http:", []],
  ["fr ", []],
  ["from:dev ", []],
])("[SCR5] %o goes on with %j", (typed, expected) => {
  expect(labels(typed)).toEqual(expected);
});

test("[SCR5] what is chosen stands in the text, in quotes where it has spaces", () => {
  expect(texts("zebra fr")).toEqual(["zebra from:"]);
  expect(texts("zebra from:dev")).toEqual(['zebra from:"Dev Patel" ']);
  expect(texts("unr")).toEqual(["is:unread "]);
  expect(texts("before:a")).toEqual(["before:2026-11-11 "]);
});

test("[SCR5] a filter is set and taken away without touching the rest", () => {
  expect(toggled("zebra ", "is", "unread")).toBe("zebra is:unread ");
  expect(toggled("is:unread zebra", "is", "unread")).toBe("zebra");
  expect(begunWith("zebra", "from")).toBe("zebra from:");
  expect(begunWith("", "from")).toBe("from:");
  const [operator] = typedSearch('one from:"Dev Patel" two').operators;
  expect(operator && withoutOperator('one from:"Dev Patel" two', operator)).toBe("one two");
});
