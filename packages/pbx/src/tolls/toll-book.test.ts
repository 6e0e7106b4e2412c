import { expect, test } from "vitest";
import type { TollCall } from "../ports/toll-store.ts";
import { TollBook } from "./toll-book.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2030-01-07T09:00:00Z");

let lastId = 0;
const aCall = (changes: Partial<TollCall> = {}): TollCall => ({
  id: `call-${++lastId}`,
  companyId: "1",
  endpointId: "101",
  number: "+12125550199",
  kind: "home",
  at: START,
  ...changes,
});

test("[TOLL23] calls count for an hour and for a day from when they were made, whatever the clock on the wall says", () => {
  const book = new TollBook();
  book.begun(aCall());
  book.begun(aCall({ at: START + 30 * MINUTE_MS }));
  const countsAt = (now: number): number[] => {
    const { callsThisHour, callsToday } = book.usage("1", "101", now);
    return [callsThisHour, callsToday];
  };
  expect(countsAt(START + HOUR_MS - 1)).toEqual([2, 2]);
  expect(countsAt(START + HOUR_MS)).toEqual([1, 2]);
  expect(countsAt(START + DAY_MS)).toEqual([0, 1]);
  expect(countsAt(START + DAY_MS + 30 * MINUTE_MS)).toEqual([0, 0]);
});

test("[TOLL23] what was talked counts for its line alone, and not for another or the company", () => {
  const book = new TollBook();
  for (const [endpointId, minutes] of [
    ["101", 7],
    ["102", 20],
    [undefined, 50],
  ] as const) {
    const { id } = book.begun(aCall({ endpointId }));
    book.ended(id, minutes * MINUTE_MS);
  }
  const minutesOf = (companyId: string, endpointId: string | undefined): number =>
    book.usage(companyId, endpointId, START + 1).secondsToday / 60;
  expect([minutesOf("1", "101"), minutesOf("1", "102"), minutesOf("1", undefined)]).toEqual([7, 20, 50]);
  expect(minutesOf("2", undefined)).toBe(0);
});

test("[TOLL22] premium and satellite calls are counted together, and abroad only numbers that nobody had called", () => {
  const book = new TollBook();
  const usage = () => {
    const { premiumThisHour, newForeignThisHour } = book.usage("1", "101", START + 1);
    return { premiumThisHour, newForeignThisHour };
  };
  book.begun(aCall({ kind: "premium", number: "+19005550100" }));
  book.begun(aCall({ kind: "satellite", number: "+881612345678" }));
  book.knownAbroad("1", "+442079460120");
  for (const number of ["+442079460120", "+442079460121", "+442079460121", "+442079460122"])
    book.begun(aCall({ kind: "foreign", number }));
  expect(usage()).toEqual({ premiumThisHour: 2, newForeignThisHour: 2 });
  // Another company has called nobody yet.
  expect(book.isNewAbroad("2", "+442079460120")).toBe(true);
});

test("[TOLL22] a stop lasts until its time or until it is lifted, and the line begins anew then", () => {
  const book = new TollBook();
  book.begun(aCall({ kind: "premium" }));
  book.stop("1", "101", "premium", START + HOUR_MS);
  expect(book.isStopped("101", "premium", START)).toBe(true);
  expect(book.isStopped("101", "foreign", START)).toBe(false);
  expect(book.isStopped("102", "premium", START)).toBe(false);
  expect(book.isStopped("101", "premium", START + HOUR_MS)).toBe(false);
  book.stop("1", "101", "premium", START + DAY_MS);
  book.release("101");
  expect(book.isStopped("101", "premium", START)).toBe(false);
  expect(book.usage("1", "101", START + 1).premiumThisHour).toBe(0);
});
