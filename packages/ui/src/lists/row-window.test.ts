import fc from "fast-check";
import { expect, test } from "vitest";
import { movedView, placedRows, type RowView } from "./row-window.ts";

const rows = { count: 100, rowHeight: 10, activeIndex: -1 };
const names = (view: RowView): Record<number, string | number> =>
  Object.fromEntries(placedRows(view, rows).map(({ index, name }) => [index, name]));

test("rows that stay keep their names", () => {
  const before = movedView({ first: 0, last: 9, shift: 0 }, 20, 29);
  const after = movedView(before, 25, 34);
  expect(names(after)[25]).toBe(names(before)[25]);
  expect(names(after)[29]).toBe(names(before)[29]);
});

test("where none stays, the new ones take over the names in order", () => {
  const before: RowView = { first: 0, last: 9, shift: 0 };
  const after = movedView(before, 40, 49);
  expect(Object.values(names(after))).toEqual(Object.values(names(before)));
});

test("nothing new is the same view", () => {
  const view: RowView = { first: 3, last: 9, shift: 1 };
  expect(movedView(view, 3, 9)).toBe(view);
});

test("whatever way the view went: names differ, rows are in order, and the active one is there", () => {
  const step = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 20 }));
  const active = fc.integer({ min: -1, max: 120 });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      active,
      fc.nat({ max: 120 }),
      (steps, activeIndex, count) => {
        const start: RowView = { first: 0, last: 9, shift: 0 };
        const view = steps.reduce((before, [first, more]) => movedView(before, first, first + more), start);
        const placed = placedRows(view, { count, rowHeight: 10, activeIndex });
        const indexes = placed.map(({ index }) => index);
        expect(new Set(placed.map(({ name }) => name)).size).toBe(placed.length);
        expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
        expect(indexes.every((index) => index >= 0 && index < count)).toBe(true);
        if (activeIndex >= 0 && activeIndex < count) expect(indexes).toContain(activeIndex);
        if (count > 0) expect(placed.length).toBeGreaterThan(0);
      },
    ),
  );
});
