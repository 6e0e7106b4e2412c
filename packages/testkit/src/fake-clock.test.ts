import { expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";

test("stands still until it is moved", () => {
  const clock = new FakeClock(1_000);
  expect(clock.now()).toBe(1_000);
  clock.advance(250);
  expect(clock.now()).toBe(1_250);
});

test("can start at a date or a text", () => {
  expect(new FakeClock("1970-01-01T00:00:01Z").now()).toBe(1_000);
  expect(new FakeClock(new Date(5)).now()).toBe(5);
  expect(() => new FakeClock("tomorrow")).toThrow(RangeError);
});

test("runs a timer once, at the moment it is due and not before", () => {
  const clock = new FakeClock(0);
  const moments: number[] = [];
  clock.schedule(100, () => moments.push(clock.now()));
  clock.advance(99);
  expect(moments).toEqual([]);
  clock.advance(500);
  clock.advance(500);
  expect(moments).toEqual([100]);
});

test("runs timers in order of time, those due together in the order they were set", () => {
  const clock = new FakeClock(0);
  const names: string[] = [];
  clock.schedule(20, () => names.push("late"));
  clock.schedule(10, () => names.push("early"));
  clock.schedule(10, () => names.push("early too"));
  clock.advance(20);
  expect(names).toEqual(["early", "early too", "late"]);
});

test("a task that schedules again within the span runs again", () => {
  const clock = new FakeClock(0);
  const ticks: number[] = [];
  const tick = (): void => {
    ticks.push(clock.now());
    clock.schedule(10, tick);
  };
  clock.schedule(10, tick);
  clock.advance(35);
  expect(ticks).toEqual([10, 20, 30]);
  expect(clock.pendingTimers).toBe(1);
});

test("a canceled timer does not run, also when another task of the same moment cancels it", () => {
  const clock = new FakeClock(0);
  let ran = 0;
  const cancel = clock.schedule(10, () => ran++);
  cancel();
  clock.schedule(20, () => cancelSecond());
  const cancelSecond = clock.schedule(20, () => ran++);
  clock.advance(30);
  expect(ran).toBe(0);
  expect(clock.pendingTimers).toBe(0);
});

test("refuses to go back", () => {
  expect(() => new FakeClock(0).advance(-1)).toThrow(RangeError);
});
