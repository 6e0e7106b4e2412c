import { expect, test } from "vitest";
import { aMessage, anOutgoing } from "../testing/messages.ts";
import { type ThreadRow, threadRows } from "./thread-rows.ts";

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
    "11/06",
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
    anOutgoing({ id: "known", text: "one", createdAt: NOON }),
    anOutgoing({ id: "new", text: "two", createdAt: NOON }),
  ];
  expect(told(threadRows({ ...base, messages, outgoing }))).toEqual(["Today", "[1]", "… two"]);
  expect(told(threadRows({ ...base, messages: [], outgoing }))).toEqual(["Today", "… one", "… two"]);
});

test("a row that shows the same is the same object when an older page comes", () => {
  const messages = [1, 2, 3, 4].map((id) => aMessage({ id: String(id), time: NOON - (9 - id) * MINUTE }));
  const before = threadRows({ ...base, messages: messages.slice(2) });
  const after = threadRows({ ...base, messages });
  expect(after.at(-1)).toBe(before.at(-1));
  // It no longer begins a run.
  expect(after.at(-2)).not.toBe(before.at(-2));
  expect(told(after)).toEqual(["Today", "[1", "2", "3", "4] readers"]);
});
