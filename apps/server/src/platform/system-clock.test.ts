import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./system-clock.ts";

const DAY_MS = 86_400_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("tells the time of the system", () => {
  vi.setSystemTime(1_234);
  expect(systemClock.now()).toBe(1_234);
});

test("runs a task once after its delay", () => {
  const task = vi.fn();
  systemClock.schedule(100, task);
  vi.advanceTimersByTime(99);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(task).toHaveBeenCalledTimes(1);
});

test("does not run a canceled task", () => {
  const task = vi.fn();
  systemClock.schedule(100, task)();
  vi.advanceTimersByTime(1_000);
  expect(task).not.toHaveBeenCalled();
});

test("waits longer than the 24.8 days a single timer can hold", () => {
  const task = vi.fn();
  systemClock.schedule(60 * DAY_MS, task);
  vi.advanceTimersByTime(60 * DAY_MS - 1);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
});

test("takes back a long wait after its first stretch", () => {
  const task = vi.fn();
  const cancel = systemClock.schedule(60 * DAY_MS, task);
  vi.advanceTimersByTime(30 * DAY_MS);
  cancel();
  vi.advanceTimersByTime(60 * DAY_MS);
  expect(task).not.toHaveBeenCalled();
});
