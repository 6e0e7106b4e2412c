import fc from "fast-check";
import { expect, test } from "vitest";
import { type Mood, World } from "./testing/outbox-world.ts";

const LAST_RETRY_MS = 30_000;
const RUNS = 3000;

async function aWorld(tabs: number) {
  const world = new World();
  const opened = Array.from({ length: tabs }, () => world.openTab());
  await world.settle();
  return { world, tabs: opened };
}

test("[OUT7] lanes do not wait for each other, and each keeps its order", async () => {
  const { world, tabs } = await aWorld(1);
  world.mood = "away";
  for (const text of ["a1", "a2"]) void tabs[0]?.outbox.add({ lane: "a", text });
  await world.step();
  // Lane a waits for its next attempt.
  await world.settle();
  world.mood = "well";
  void tabs[0]?.outbox.add({ lane: "b", text: "b1" });
  await world.settle();
  expect(world.arrived).toEqual(["b1"]);
  world.clock.advance(LAST_RETRY_MS);
  await world.settle();
  expect(world.arrived).toEqual(["b1", "a1", "a2"]);
});

test("[OUT7] a refused entry holds up nothing, in its lane or in another", async () => {
  const { world, tabs } = await aWorld(1);
  world.mood = "refusing";
  void tabs[0]?.outbox.add({ lane: "a", text: "a1" });
  await world.settle();
  world.mood = "well";
  for (const lane of ["a", "b"]) void tabs[0]?.outbox.add({ lane, text: `${lane}2` });
  await world.settle();
  expect(world.arrived).toEqual(["a2", "b2"]);
  expect(tabs.flatMap((tab) => world.shown(tab))).toEqual(["a1"]);
});

test("[OUT8] what a killed tab was sending is sent by another at once", async () => {
  const { world, tabs } = await aWorld(2);
  const [first, second] = [tabs[0]!, tabs[1]!];
  world.mood = "deaf";
  void first.outbox.add({ lane: "a", text: "a1" });
  // Kept and told, and its answer is on its way when the tab is killed.
  await expect.poll(async () => (await world.step(1)) && world.shown(second)).toEqual(["a1"]);
  world.kill(first);
  world.mood = "well";
  await world.settle();
  expect(world.arrived).toEqual(["a1"]);
  expect(world.shown(second)).toEqual([]);
  expect(world.device.size).toBe(0);
});

test("[OUT8] what waits shows after a reload without a line, and an earlier attempt is told of", async () => {
  const { world, tabs } = await aWorld(1);
  world.mood = "away";
  for (const text of ["a1", "a2"]) void tabs[0]?.outbox.add({ lane: "a", text });
  await world.settle();
  world.kill(tabs[0]!);
  const next = world.openTab();
  await world.settle();
  expect(world.shown(next)).toEqual(["a1", "a2"]);
  expect(world.arrived).toEqual([]);
  world.repeats.length = 0;
  world.mood = "well";
  next.outbox.flush();
  await world.settle();
  expect(world.arrived).toEqual(["a1", "a2"]);
  expect(world.repeats).toEqual(["a1", "a2"]);
});

test("[OUT6] tabs share the waits after a fault, so that more of them do not make it a refusal sooner", async () => {
  const { world, tabs } = await aWorld(4);
  world.mood = "faulty";
  void tabs[0]?.outbox.add({ lane: "a", text: "a1" });
  await world.settle();
  expect(world.attempts.get("a1")).toBe(1);
  for (const [waitMs, attempts] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
    [8_000, 5],
  ] as const) {
    world.clock.advance(waitMs - 1);
    for (const { outbox } of tabs) outbox.flush();
    await world.settle();
    expect(world.attempts.get("a1")).toBe(attempts - 1);
    world.clock.advance(1);
    await world.settle();
    expect(world.attempts.get("a1")).toBe(attempts);
  }
  for (const { outbox } of tabs)
    expect(outbox.state.getState()[0]?.state).toEqual({ name: "refused", reason: "faulty" });
});

test("[OUT9] what was discarded while it was on its way does not come back with a failure", async () => {
  const { world, tabs } = await aWorld(2);
  world.mood = "faulty";
  void tabs[0]?.outbox.add({ lane: "a", text: "a1" });
  void tabs[0]?.outbox.discard(tabs[0].outbox.state.getState()[0]?.key ?? "");
  await world.settle();
  expect(tabs.flatMap((tab) => world.shown(tab))).toEqual([]);
  expect(world.device.size).toBe(0);
});

type Step = (world: World, log: Log) => unknown;
interface Log {
  count: number;
  /** What its author saw waiting in the lane when it was added. */
  readonly after: Map<string, readonly string[]>;
  readonly keyOf: Map<string, string>;
  readonly authors: Map<string, World["tabs"][number]>;
  readonly refused: Set<string>;
}

const add = (index: number, lane: string): Step => {
  return (world, log) => {
    const tab = world.living[index % Math.max(1, world.living.length)];
    if (!tab) return;
    log.count += 1;
    const text = `${lane}${log.count}`;
    const before = tab.outbox.state.getState().filter((entry) => entry.lane === lane);
    log.after.set(
      text,
      before.map((entry) => entry.text),
    );
    log.authors.set(text, tab);
    void tab.outbox.add({ lane, text });
    const key = tab.outbox.state.getState().find((entry) => entry.text === text)?.key ?? "";
    log.keyOf.set(text, key);
  };
};

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.nat(2), fc.constantFrom("a", "b")).map((args) => add(...args)) },
  {
    weight: 20,
    arbitrary: fc.nat(20).map(
      (choice): Step =>
        (world) =>
          world.step(choice),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Mood>("well", "faulty", "refusing", "deaf", "away").map(
      (mood): Step =>
        (world) => {
          world.mood = mood;
        },
    ),
  },
  fc.nat(2).map(
    (index): Step =>
      (world) => {
        const tab = world.living[index];
        if (tab) world.kill(tab);
      },
  ),
  { weight: 2, arbitrary: fc.constant<Step>((world) => void (world.living.length < 3 && world.openTab())) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5_000 }).map(
      (ms): Step =>
        (world) =>
          world.clock.advance(ms),
    ),
  },
  fc.nat(2).map(
    (index): Step =>
      (world) =>
        world.living[index]?.outbox.flush(),
  ),
);

/** What must hold at any time. */
function check(world: World, log: Log): void {
  for (const tab of world.living)
    for (const { text, state } of tab.outbox.state.getState())
      if (state.name === "refused") log.refused.add(text);
  for (const [text, tab] of log.authors)
    if (tab.isAlive && !world.arrived.includes(text)) expect(world.shown(tab)).toContain(text);
}

/** When nothing happens any more and the service was well at last. */
function checkEnd(world: World, log: Log, safe: readonly string[]): void {
  const isDelivered = (text: string): boolean => world.arrived.includes(text);
  expect(safe.filter((text) => !isDelivered(text) && !log.refused.has(text))).toEqual([]);
  expect(new Set(world.arrived).size).toBe(world.arrived.length);
  for (const [text, before] of log.after) {
    const sooner = before.filter((each) => isDelivered(each) && !log.refused.has(each));
    const place = world.arrived.indexOf(text);
    if (place >= 0) expect(sooner.filter((each) => world.arrived.indexOf(each) > place)).toEqual([]);
  }
  const kept = [...world.device.values()];
  expect(kept.filter(({ state }) => state.name === "waiting")).toEqual([]);
  const left = kept.map(({ text }) => text).toSorted();
  for (const tab of world.living) expect(world.shown(tab).toSorted()).toEqual(left);
}

test("[OUT10] whatever happens to tabs, device, line and service, everything arrives once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 60 }), async (all) => {
      const world = new World();
      const log: Log = {
        count: 0,
        after: new Map(),
        keyOf: new Map(),
        authors: new Map(),
        refused: new Set(),
      };
      world.openTab();
      for (const step of all) {
        await step(world, log);
        check(world, log);
      }
      const isSafe = (text: string): boolean =>
        log.authors.get(text)?.isAlive === true || world.device.has(log.keyOf.get(text) ?? "");
      const safe = [...log.authors.keys()].filter(isSafe);
      world.mood = "well";
      world.openTab();
      for (let turn = 0; turn < 10; turn += 1) {
        await world.settle();
        check(world, log);
        world.clock.advance(LAST_RETRY_MS);
      }
      checkEnd(world, log, safe);
    }),
    { numRuns: RUNS },
  );
}, 60_000);
