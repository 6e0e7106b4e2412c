import { expect, test } from "vitest";
import { Ticker, type TickerClock } from "./ticker.ts";

/** A clock moved by hand whose timers may be late. */
function aClock() {
  let now = 1_000;
  let task: (() => void) | undefined;
  let dueAt = 0;
  const clock: TickerClock = {
    now: () => now,
    schedule: (delayMs, next) => {
      dueAt = now + delayMs;
      task = next;
      return () => {
        task = undefined;
      };
    },
  };
  const fire = (lateMs: number) => {
    now = Math.max(now, dueAt) + lateMs;
    task?.();
  };
  return { clock, fire, elapsed: () => now - 1_000 };
}

test("[TIC1] timers that are always late do not slow the beat down", () => {
  const { clock, fire, elapsed } = aClock();
  let ticks = 0;
  const ticker = new Ticker(() => (ticks += 1), undefined, clock);
  ticker.start();
  for (let each = 0; each < 1_000; each += 1) fire(7);
  expect(ticks).toBe(Math.floor(elapsed() / 20));
});

test("[TIC2] a short stall is caught up, of a long one only the end", () => {
  const { clock, fire } = aClock();
  const seen: number[] = [];
  const skipped: number[] = [];
  const ticker = new Ticker(
    (tick) => seen.push(tick),
    (ticks) => skipped.push(ticks),
    clock,
  );
  ticker.start();
  fire(0);
  expect(seen).toHaveLength(1);
  fire(60);
  expect(seen).toHaveLength(5);
  fire(2_000);
  expect(seen).toHaveLength(10);
  fire(0);
  expect(seen).toHaveLength(11);
  expect(skipped).toEqual([96]);
  expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
});

test("[TIC3] a stopped ticker is silent", () => {
  const { clock, fire } = aClock();
  let ticks = 0;
  const ticker = new Ticker(
    () => {
      ticks += 1;
      ticker.stop();
    },
    undefined,
    clock,
  );
  ticker.start();
  fire(0);
  fire(0);
  expect(ticks).toBe(1);
});
