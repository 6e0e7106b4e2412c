import fc from "fast-check";
import { expect, test } from "vitest";
import { operatorText, searchDay, typedSearch } from "./search-operators.ts";

const named = (typed: string) => {
  const { text, operators } = typedSearch(typed);
  return [text, ...operators.map(({ name, value }) => `${name}=${value}`)];
};

test.each([
  ["from:ana ramp", ["ramp", "from=ana"]],
  ['ramp with:"Ana Reyes" icy', ["ramp icy", "with=Ana Reyes"]],
  ["FROM:me is:missed", ["", "from=me", "is=missed"]],
  ["in:chat before:11/18/2026 after:yesterday", ["", "in=chat", "before=11/18/2026", "after=yesterday"]],
  ["has:file is:unread", ["", "has=file", "is=unread"]],
])("[SOP1] %j is %j", (typed, expected) => {
  expect(named(typed)).toEqual(expected);
});

test.each([
  "from:",
  "is:purple",
  "has:wings",
  "before:someday",
  "x:y",
  "mefrom:ana",
  'from:""',
  "http://from:8080",
])("[SOP6] %j is words", (typed) => {
  expect(named(typed)).toEqual([typed]);
});

test("[SOP1] an operator is read as it was written, and the rest is what it was", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[\w "@.]{0,20}$/),
      fc.stringMatching(/^[\w][\w .@]{0,10}[\w]$/),
      (text, value) => {
        const rest = typedSearch(text.replaceAll('"', "")).text;
        const typed = `${rest} ${operatorText("with", value)}`;
        expect(typedSearch(typed)).toMatchObject({ text: rest, operators: [{ name: "with", value }] });
      },
    ),
  );
});

test.each([
  ["today", { kind: "ago", days: 0 }],
  ["Yesterday", { kind: "ago", days: 1 }],
  ["2026-11-18", { kind: "date", year: 2026, month: 11, day: 18 }],
  ["11/18", { kind: "date", year: undefined, month: 11, day: 18 }],
  ["11/18/2026", { kind: "date", year: 2026, month: 11, day: 18 }],
  ["Nov 18", { kind: "date", year: undefined, month: 11, day: 18 }],
  ["Sept. 3, 2025", { kind: "date", year: 2025, month: 9, day: 3 }],
  ["18 November 2026", { kind: "date", year: 2026, month: 11, day: 18 }],
  ["2/29", { kind: "date", year: undefined, month: 2, day: 29 }],
  ["2/30", undefined],
  ["2/29/2026", undefined],
  ["13/1", undefined],
  ["0/0", undefined],
  ["may be", undefined],
  ["mayor 5", undefined],
])("[SEA6] %j is the day %j", (typed, day) => {
  expect(searchDay(typed)).toEqual(day);
});
