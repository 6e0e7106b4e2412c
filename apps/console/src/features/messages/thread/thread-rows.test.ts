import { expect, test } from "vitest";
import { aMessage, anOutgoing } from "../testing/messages.ts";
import { firstScreen, grownRows, keptRows, type ThreadRow, threadRows } from "./thread-rows.ts";

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
    anOutgoing({ id: "known", text: "one", createdAt: NOON }),
    anOutgoing({ id: "new", text: "two", createdAt: NOON }),
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

const marks = (first: number, last: number): ThreadRow[] =>
  days(first, last).map(({ key }) => ({ kind: "unread", key }));

test("[THR19] a message is shown at once, a page in steps at the end where it belongs", () => {
  const kept = (built: readonly ThreadRow[], rows: readonly ThreadRow[]) => ends(keptRows(built, rows) ?? []);
  expect(kept(marks(1, 50), marks(1, 51))).toEqual(["1", "51"]);
  expect(kept(marks(1, 50), marks(1, 49))).toEqual(["1", "49"]);
  expect(kept(marks(1, 50), marks(1, 100))).toEqual(["1", "50"]);
  expect(kept(marks(51, 100), marks(1, 101)), "and what is said meanwhile").toEqual(["51", "101"]);
  expect(kept(marks(51, 290), marks(1, 240)), "what fell out at the other end").toEqual(["51", "240"]);
  const heading = days(0, 0);
  expect(
    kept([...heading, ...marks(51, 100)], [...heading, ...marks(1, 100)]),
    "a day that goes on upwards keeps its heading on top",
  ).toEqual(["51", "100"]);
  expect(keptRows(marks(1, 50), marks(60, 90)), "elsewhere").toBeUndefined();
  expect(keptRows([], marks(1, 2))).toBeUndefined();
});

test("[THR19] step by step all rows are there, and then the very list that was asked for", () => {
  const rows = marks(1, 30);
  let built: readonly ThreadRow[] = rows.slice(10, 20);
  expect(ends(grownRows(built, rows))).toEqual(["7", "24"]);
  for (let step = 0; step < 3; step += 1) built = grownRows(built, rows);
  expect(built).toBe(rows);
  expect(keptRows(rows, rows)).toBe(rows);
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
