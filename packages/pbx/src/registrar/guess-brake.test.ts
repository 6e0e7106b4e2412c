import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import { DEFAULT_GUESS_BRAKE, GuessBrake } from "./guess-brake.ts";

const settings = { ...DEFAULT_GUESS_BRAKE, freeTriesPerSource: 3, freeTriesPerName: 5, maxEntries: 50 };
let clock: FakeClock;
let brake: GuessBrake;
let guess = 0;

beforeEach(() => {
  clock = new FakeClock();
  brake = new GuessBrake(clock, settings);
});

const from = (source: string, username = "desk-maya") => ({ source, flowId: `${source}:5060`, username });

function fail(source: string, times = 1, username?: string): void {
  for (let each = 0; each < times; each += 1) {
    guess += 1;
    brake.failed(from(source, username), `guess ${guess}`);
  }
}

test("[REG12] after a few wrong ones a source waits, twice as long each time, and at most an hour", () => {
  fail("192.0.2.1", 2);
  expect(brake.waitMs(from("192.0.2.1"))).toBe(0);
  const waits: number[] = [];
  for (let each = 0; each < 9; each += 1) {
    fail("192.0.2.1", 1, `name-${each}`);
    waits.push(brake.waitMs(from("192.0.2.1", "any")));
    clock.advance(waits.at(-1) ?? 0);
  }
  expect(waits.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test("[REG12] the same answer sent again is one guess", () => {
  for (let each = 0; each < 20; each += 1) brake.failed(from("192.0.2.1"), "the same");
  expect(brake.waitMs(from("192.0.2.1"))).toBe(0);
});

test("[REG12] a name that is guessed from everywhere is closed to strangers", () => {
  for (const source of ["a", "b", "c", "d", "e"]) fail(source);
  expect(brake.waitMs(from("f"))).toBe(30_000);
  expect(brake.waitMs(from("f", "desk-dev"))).toBe(0);
});

test("[REG12] long after the last wrong one all is forgotten", () => {
  fail("a", 3);
  clock.advance(settings.forgetMs + 40_000);
  fail("a", 2);
  expect(brake.waitMs(from("a"))).toBe(0);
});

test("[REG13] a phone that has proved itself goes on, whatever others try from its address or in its name", () => {
  brake.proved(from("office"));
  fail("office", 20, "desk-dev");
  for (const source of ["a", "b", "c", "d", "e", "f"]) fail(source);
  expect(brake.waitMs(from("office", "desk-dev"))).toBeGreaterThan(0);
  expect(brake.waitMs(from("a"))).toBeGreaterThan(0);
  expect(brake.waitMs(from("office"))).toBe(0);
  // Guesses over its own connection count for it alone.
  fail("office", 3);
  expect(brake.waitMs(from("office"))).toBe(30_000);
});

test("[REG13] a neighbor behind the same address cannot close the proven connection", () => {
  brake.proved(from("office"));
  const neighbor = { ...from("office"), flowId: "office:6000" };
  for (let each = 0; each < 9; each += 1) brake.failed(neighbor, `neighbor ${each}`);
  expect(brake.waitMs(neighbor)).toBeGreaterThan(0);
  expect(brake.waitMs(from("office"))).toBe(0);
});

test("what is remembered is bounded", () => {
  for (let each = 0; each < 500; each += 1) fail(`source-${each}`, 1, `name-${each}`);
  fail("source-1", 2, "x");
  expect(brake.waitMs(from("source-1", "x"))).toBe(0);
});
