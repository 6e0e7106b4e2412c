import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { BackgroundLoop } from "./background-loop.ts";

interface Harness {
  readonly clock: FakeClock;
  readonly loop: BackgroundLoop;
  readonly errors: unknown[];
  /** When the work began, and how to finish the newest run. */
  readonly runs: {
    readonly at: number;
    readonly finish: (delayMs: number) => void;
    readonly fail: () => void;
  }[];
}

function aLoop(): Harness {
  const clock = new FakeClock(0);
  const runs: Harness["runs"] = [];
  const errors: unknown[] = [];
  const work = (): Promise<number> =>
    new Promise((resolve, reject) => {
      runs.push({ at: clock.now(), finish: resolve, fail: () => reject(new Error("broken")) });
    });
  const log = { error: (context: unknown) => errors.push(context) } as never;
  return { clock, runs, errors, loop: new BackgroundLoop({ name: "test", clock, log, work }) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("works at once, then when it asked for", async () => {
  const { clock, loop, runs } = aLoop();
  loop.start();
  loop.start();
  runs[0]!.finish(1000);
  await settle();
  clock.advance(999);
  expect(runs).toHaveLength(1);
  clock.advance(1);
  expect(runs.map((run) => run.at)).toEqual([0, 1000]);
});

test("a wake-up while it waits starts it early, and only once", async () => {
  const { clock, loop, runs } = aLoop();
  loop.start();
  runs[0]!.finish(1000);
  await settle();
  clock.advance(10);
  loop.wake();
  runs[1]!.finish(1000);
  await settle();
  clock.advance(995);
  expect(runs.map((run) => run.at)).toEqual([0, 10]);
});

test("a wake-up during a run is not lost and runs nothing in parallel", async () => {
  const { loop, runs } = aLoop();
  loop.start();
  loop.wake();
  loop.wake();
  expect(runs).toHaveLength(1);
  runs[0]!.finish(1000);
  await settle();
  expect(runs).toHaveLength(2);
});

test("a run that leaves something due is followed by another one at once", async () => {
  const { loop, runs } = aLoop();
  loop.start();
  runs[0]!.finish(0);
  await settle();
  expect(runs).toHaveLength(2);
});

test("a failed run is logged and tried again", async () => {
  const { clock, errors, loop, runs } = aLoop();
  loop.start();
  runs[0]!.fail();
  await settle();
  expect(errors).toHaveLength(1);
  clock.advance(5_000);
  expect(runs).toHaveLength(2);
});

test("closing waits for the run under way, and nothing starts afterwards", async () => {
  const { clock, loop, runs } = aLoop();
  loop.wake();
  expect(runs).toHaveLength(0);
  loop.start();
  let isClosed = false;
  const closed = loop.close().then(() => {
    isClosed = true;
  });
  await settle();
  expect(isClosed).toBe(false);
  runs[0]!.finish(1000);
  await closed;
  loop.wake();
  clock.advance(10_000);
  expect(runs).toHaveLength(1);
});

test("closing while it waits takes the timer back", async () => {
  const { clock, loop, runs } = aLoop();
  loop.start();
  runs[0]!.finish(1000);
  await settle();
  await loop.close();
  expect(clock.pendingTimers).toBe(0);
});
