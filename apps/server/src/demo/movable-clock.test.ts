import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { MovableClock } from "./movable-clock.ts";

function aClock() {
  const base = new FakeClock(0);
  const clock = new MovableClock(base);
  const rang: string[] = [];
  return { base, clock, rang };
}

test("runs with the clock below it", () => {
  const { base, clock, rang } = aClock();
  clock.schedule(100, () => rang.push("bell"));
  base.advance(99);
  expect([clock.now(), rang]).toEqual([99, []]);
  base.advance(1);
  expect(rang).toEqual(["bell"]);
});

test("moved forward, it runs what is due in order and keeps the rest for its time", () => {
  const { base, clock, rang } = aClock();
  clock.schedule(3_000, () => rang.push("late"));
  clock.schedule(1_000, () => rang.push("second"));
  clock.schedule(500, () => rang.push("first"));
  clock.advance(1_000);
  base.advance(0);
  expect(rang).toEqual(["first", "second"]);
  expect(clock.now()).toBe(1_000);
  base.advance(1_999);
  expect(rang).not.toContain("late");
  base.advance(1);
  expect(rang).toContain("late");
  expect(base.pendingTimers).toBe(0);
});

test("what was taken back does not run", () => {
  const { base, clock, rang } = aClock();
  const cancel = clock.schedule(10, () => rang.push("bell"));
  clock.advance(5);
  cancel();
  base.advance(100);
  expect(rang).toEqual([]);
});

test("does not go back", () => {
  expect(() => aClock().clock.advance(-1)).toThrow(RangeError);
});
