import { expect, test } from "vitest";
import { LONG_THREAD, scriptThreads, TEXT_COUNT } from "./text-script.ts";

const NOW = Date.parse("2030-01-07T15:00:00Z");
const threads = scriptThreads(NOW);

test("2,400 texts in 69 threads, and with the blocked one 70; one of them has 600", () => {
  expect(threads).toHaveLength(69);
  expect(new Set(threads.map(({ lineId, number }) => `${lineId} ${number}`)).size).toBe(69);
  expect(threads.reduce((sum, { texts }) => sum + texts.length, 0)).toBe(TEXT_COUNT);
  const long = threads.find(
    (each) => each.lineId === LONG_THREAD.lineId && each.number === LONG_THREAD.number,
  );
  expect(long?.texts).toHaveLength(600);
});

test("everything lies in the past, in order, and nothing is left to fill in", () => {
  for (const { texts } of threads) {
    const times = texts.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(NOW);
    for (const { text } of texts) expect(text).toMatch(/^[^{}]+$/);
  }
});

test("only numbers reserved for fiction", () => {
  for (const { number } of threads) expect(number).toMatch(/^(?:121255501\d\d|442079460\d{3})$/);
});
