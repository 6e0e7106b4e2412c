import { expect, test } from "vitest";
import type { ItemRow, StreamRow } from "./stream-row.ts";
import { grownWindow, keptWindow, type StreamWindow, windowAt } from "./stream-window.ts";

type Rows = readonly StreamRow<ItemRow>[];

const day = (key: string): StreamRow<ItemRow> => ({ kind: "day", key, label: key });
const said = (first: number, last: number): StreamRow<ItemRow>[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ kind: "message", key: `${first + index}` }));
const least = (): number => 30;

const ends = (window: StreamWindow<ItemRow> | undefined): unknown =>
  window && [window.rows[window.start]?.key, window.rows[window.end - 1]?.key];
const whole = (rows: Rows): StreamWindow<ItemRow> => ({ rows, start: 0, end: rows.length });

test("[CONV1] a conversation is first built around the place it opens at", () => {
  const at = (place?: string): unknown => ends(windowAt(said(1, 100), place, 300, least));
  expect(at()).toEqual(["91", "100"]);
  expect(at("50")).toEqual(["45", "59"]);
  expect(at("2")).toEqual(["1", "11"]);
  expect(at("99"), "the end fills the view").toEqual(["91", "100"]);
  expect(at("gone")).toEqual(at());
  expect(windowAt(said(1, 5), "1", 300, least)).toMatchObject({ start: 0, end: 5 });
  expect(windowAt([], undefined, 300, least)).toMatchObject({ start: 0, end: 0 });
  expect(ends(windowAt(said(1, 1000), undefined, 100_000, least)), "never too many").toEqual(["841", "1000"]);
});

test("[CONV1] lower rows take more of them to fill a view", () => {
  const { start } = windowAt(said(1, 100), undefined, 600, () => 60);
  expect(start).toBe(90);
});

test("[CONV2] a message is there at once, a page in steps at the end where it belongs", () => {
  const kept = (built: Rows, rows: Rows): unknown => ends(keptWindow(whole(built), rows));
  expect(kept(said(1, 50), said(1, 51))).toEqual(["1", "51"]);
  expect(kept(said(1, 50), said(1, 49))).toEqual(["1", "49"]);
  expect(kept(said(1, 50), said(1, 100))).toEqual(["1", "50"]);
  expect(kept(said(51, 100), said(1, 101)), "and what is said meanwhile").toEqual(["51", "101"]);
  expect(kept(said(51, 290), said(1, 240)), "what fell out at the other end").toEqual(["51", "240"]);
  expect(
    kept([day("day"), ...said(51, 100)], [day("day"), ...said(1, 100)]),
    "a day that goes on upwards keeps its heading on top",
  ).toEqual(["51", "100"]);
  expect(
    kept(said(51, 100), [...said(1, 50), day("day"), ...said(51, 100)]),
    "a heading comes with what stands below it",
  ).toEqual(["day", "100"]);
  expect(kept(said(1, 50), said(60, 90)), "elsewhere").toBeUndefined();
  expect(kept([], said(1, 2))).toBeUndefined();
});

test("[CONV2] rows are built in small steps as far as they may soon come into view", () => {
  const rows = said(1, 30);
  const window = { rows, start: 10, end: 20 };
  expect(ends(grownWindow(window, { above: 0, below: 0 }))).toEqual(["7", "20"]);
  expect(ends(grownWindow(window, { above: 5_000, below: 0 }))).toEqual(["11", "24"]);
  expect(grownWindow(window, { above: 5_000, below: 5_000 })).toBe(window);
  expect(grownWindow(whole(rows), { above: 0, below: 0 })).toMatchObject({ start: 0, end: 30 });
});

test("[CONV3] however far one scrolls, only so many rows exist", () => {
  const rows = said(1, 5_000);
  let window: StreamWindow<ItemRow> = { rows, start: 4_990, end: 5_000 };
  for (let step = 0; step < 600; step++) {
    window = grownWindow(window, { above: 0, below: 5_000 });
    expect(window.end - window.start).toBeLessThanOrEqual(160);
  }
  expect(window.start).toBeLessThan(2_600);
  for (let step = 0; step < 1_500; step++) window = grownWindow(window, { above: 5_000, below: 0 });
  expect(window).toMatchObject({ start: 4_840, end: 5_000 });
});

test("[CONV3] on a screen that shows nearly all of them none is taken away to be built again", () => {
  const window = { rows: said(1, 1_000), start: 100, end: 260 };
  expect(grownWindow(window, { above: 100, below: 1_000 })).toBe(window);
  expect(grownWindow(window, { above: 1_000, below: 100 })).toBe(window);
});
