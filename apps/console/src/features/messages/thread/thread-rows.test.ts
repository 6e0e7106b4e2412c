import { expect, test } from "vitest";
import { aMessage, anOutgoing } from "../testing/messages.ts";
import { firstScreen, isPageApart, type ThreadRow, threadRows } from "./thread-rows.ts";

const NOON = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const base = { outgoing: [], unreadFrom: undefined, now: NOON, timeZone: "UTC" };

const told = (rows: readonly ThreadRow[]): string[] =>
  rows.map((row) => {
    if (row.kind === "day") return row.label;
    if (row.kind === "unread") return "UNREAD";
    if (row.kind === "outgoing") return `… ${row.outgoing.text}`;
    const mark = `${row.startsRun ? "[" : ""}${row.messages.map(({ id }) => id).join("+")}${row.endsRun ? "]" : ""}`;
    return row.showsReaders ? `${mark} readers` : mark;
  });

test("[THR1] days are told in words where there are some", () => {
  const at = [NOON - 9 * DAY, NOON - DAY, NOON - 30 * MINUTE];
  const messages = at.map((time, index) => aMessage({ id: String(index + 1), time }));
  expect(told(threadRows({ ...base, messages }))).toEqual([
    "11/06/2026",
    "[1]",
    "Yesterday",
    "[2]",
    "Today",
    "[3] readers",
  ]);
});

test("[THR2] what one person writes within minutes stands together, a comment never among texts", () => {
  const time = NOON - MINUTE;
  const messages = [
    aMessage({ id: "1", direction: "out", sent_by: 1, time }),
    aMessage({ id: "2", direction: "out", sent_by: 1, time: time + 1 }),
    aMessage({ id: "3", direction: "out", sent_by: 2, time: time + 2 }),
    aMessage({ id: "4", direction: "out", sent_by: 2, kind: "comment", time: time + 3 }),
    aMessage({ id: "5", direction: "out", sent_by: 2, time: time + 20 * MINUTE }),
  ];
  expect(told(threadRows({ ...base, messages }))).toEqual(["Today", "[1", "2]", "[3]", "[4]", "[5]"]);
});

test("[THR3] texts that were sent as one are shown as one", () => {
  const group = "g";
  const messages = [
    aMessage({ id: "1", direction: "out", group }),
    aMessage({ id: "2", direction: "out", group }),
    aMessage({ id: "3", direction: "out", group: null }),
  ];
  expect(told(threadRows({ ...base, messages }))[1]).toBe("[1+2");
});

test("[THR4] the mark of the unread stands before the first of them", () => {
  const messages = [aMessage({ id: "8" }), aMessage({ id: "9" }), aMessage({ id: "10" })];
  expect(told(threadRows({ ...base, messages, unreadFrom: "9" }))).toEqual([
    "Today",
    "[8]",
    "UNREAD",
    "[9",
    "10] readers",
  ]);
});

test("[THR5] what waits is shown last, unless the service has answered for it already", () => {
  const messages = [aMessage({ id: "1", mId: "known", direction: "out" })];
  const outgoing = [
    anOutgoing({ mId: "known", text: "one", createdAt: NOON }),
    anOutgoing({ mId: "new", text: "two", createdAt: NOON }),
  ];
  expect(told(threadRows({ ...base, messages, outgoing }))).toEqual(["Today", "[1]", "… two"]);
  expect(told(threadRows({ ...base, messages: [], outgoing }))).toEqual(["Today", "… one", "… two"]);
});

const days = (first: number, last: number): readonly ThreadRow[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    kind: "day" as const,
    key: `${first + index}`,
    label: "",
  }));
const ends = (rows: readonly ThreadRow[]) => [rows[0]?.key, rows.at(-1)?.key];

test("[THR19] a thread is first built around the place it opens at", () => {
  const rows = days(1, 100);
  // A row of a day is at least 30 px high.
  const screen = (place?: string): unknown => ends(firstScreen(rows, place, 300));
  expect(screen()).toEqual(["91", "100"]);
  expect(screen("50")).toEqual(["45", "59"]);
  expect(screen("2")).toEqual(["1", "11"]);
  expect(screen("99"), "the end fills the screen").toEqual(["91", "100"]);
  expect(screen("gone")).toEqual(screen());
  expect(firstScreen(days(1, 5), "1", 300)).toEqual(days(1, 5));
});

test("[THR19] a run of short texts takes more rows to fill a screen than single ones", () => {
  const texts = (gapMs: number): readonly ThreadRow[] =>
    threadRows({
      ...base,
      messages: Array.from({ length: 60 }, (_, index) =>
        aMessage({ id: String(index), time: NOON - DAY / 4 + index * gapMs }),
      ),
    });
  expect(firstScreen(texts(1000), undefined, 600).length).toBe(14);
  expect(firstScreen(texts(6 * MINUTE), undefined, 600).length).toBe(9);
});

test("[THR19] a message is shown at once, a page in steps", () => {
  expect(isPageApart(days(1, 50), days(1, 51))).toBe(false);
  expect(isPageApart(days(1, 50), days(1, 49))).toBe(false);
  expect(isPageApart(days(1, 50), days(1, 100))).toBe(true);
  expect(isPageApart(days(51, 100), days(1, 100))).toBe(true);
  expect(isPageApart(days(51, 290), days(1, 240))).toBe(true);
  // A day that goes on upwards keeps its heading on top.
  expect(isPageApart([...days(0, 0), ...days(51, 100)], [...days(0, 0), ...days(1, 50)])).toBe(true);
  expect(isPageApart([], days(1, 2))).toBe(false);
});
