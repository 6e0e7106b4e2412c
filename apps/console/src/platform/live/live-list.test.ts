import { expect, test } from "vitest";
import { patch, type Row, settled, World } from "./testing/list-world.ts";

function aPromise() {
  let resolve = (): void => {};
  let reject = (_failure: Error): void => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

const row = (id: number, given: Partial<Row> = {}): Row => ({
  id,
  place: id,
  text: "first",
  isOpen: true,
  ...given,
});
const ids = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

async function openWorld(count = 2): Promise<World> {
  const world = new World();
  world.rows = Array.from({ length: count }, (_, index) => row(index + 1));
  void world.list.open();
  await world.settle();
  return world;
}

test("[LIV1] what is told while an older answer is on its way stays when it comes", async () => {
  const world = await openWorld();
  void world.list.refresh();
  world.put(row(9));
  world.hear();
  expect(ids(world.shown())).toEqual([9, 2, 1]);
  await world.arrive();
  expect(ids(world.shown())).toEqual([9, 2, 1]);
});

test("[LIV1] so it does where the service says nothing of numbers", async () => {
  const world = await openWorld();
  world.isSilent = true;
  void world.list.refresh();
  world.put(row(9));
  world.hear();
  await world.arrive();
  expect(ids(world.shown())).toEqual([9, 2, 1]);
});

test("[LIV2] an event that an answer contains does not bring an older state back", async () => {
  const world = await openWorld();
  world.put(row(2, { text: "second" }));
  world.put(row(2, { text: "third" }));
  void world.list.refresh();
  await world.arrive();
  world.hear(1);
  expect(world.shown()[0]?.text).toBe("third");
});

test("[LIV3] after a gap everything that was loaded is loaded anew, whatever was on its way before", async () => {
  const world = await openWorld(8);
  void world.list.loadMore();
  await world.settle();
  expect(ids(world.shown())).toEqual([8, 7, 6, 5, 4, 3]);
  void world.list.refresh();
  world.put(row(4, { text: "unheard of" }));
  world.reset();
  await settled();
  await world.settle();
  expect(world.shown().map(({ id, text }) => `${id} ${text}`)).toEqual([
    "8 first",
    "7 first",
    "6 first",
    "5 first",
    "4 unheard of",
    "3 first",
  ]);
});

test("[LIV3] a page that was asked for before the list began anew does not join it", async () => {
  const world = await openWorld(8);
  void world.list.loadMore();
  world.rows = Array.from({ length: 8 }, (_, index) => row(index + 21));
  world.reset();
  await settled();
  await world.settle();
  expect(ids(world.shown())).toEqual([28, 27, 26]);
});

test("[LIV4] an own change shows at once, and an answer from before it was saved does not undo it", async () => {
  const world = await openWorld();
  void world.list.refresh();
  const saved = aPromise();
  const change = world.list.change(
    patch(({ id }) => id === 2, { text: "mine" }),
    () => saved.promise,
  );
  expect(world.shown()[0]?.text).toBe("mine");
  world.commit({ type: "TEXT", id: 2, text: "mine" }, () => {
    world.rows = [row(1), row(2, { text: "mine" })];
  });
  saved.resolve();
  await change;
  await world.arrive();
  expect(world.shown()[0]?.text).toBe("mine");
  await world.settle();
  expect(world.shown()[0]?.text).toBe("mine");
});

test("[LIV4] an own change that is refused is taken back, and what was told meanwhile is kept", async () => {
  const world = await openWorld();
  const saved = aPromise();
  const change = world.list.change(
    patch(({ id }) => id === 2, { text: "mine" }),
    () => saved.promise,
  );
  world.put(row(1, { text: "theirs" }));
  world.hear();
  saved.reject(new Error("No"));
  await expect(change).rejects.toThrow("No");
  expect(world.shown().map(({ text }) => text)).toEqual(["first", "theirs"]);
});

test("[LIV5] a row that no list has is asked for, and joins with what was told meanwhile", async () => {
  const world = await openWorld();
  world.rows.push(row(5));
  world.commit({ type: "TEXT", id: 5, text: "one" }, () => {});
  world.hear();
  world.commit({ type: "TEXT", id: 5, text: "two" }, () => {});
  world.hear();
  await world.arrive();
  expect(world.shown()[0]).toMatchObject({ id: 5, text: "two" });
});

test("[LIV6] an event that does not tell enough lets the list be asked again, also while it is being asked", async () => {
  const world = await openWorld();
  void world.list.refresh();
  world.commit({ type: "VAGUE" }, () => {
    world.rows = [row(7)];
  });
  world.hear();
  await world.settle();
  expect(ids(world.shown())).toEqual([7]);
});

test("[LIV7] an answer that is older than all kept events is asked for again", async () => {
  const world = await openWorld();
  void world.list.refresh();
  for (let text = 0; text < 600; text += 1) world.put(row(1, { text: String(text) }));
  world.rows.push(row(50));
  world.hear();
  await world.arrive();
  expect(world.answers).toHaveLength(1);
  await world.settle();
  expect(ids(world.shown())).toEqual([50, 2, 1]);
});

test("[LIV7] a list that hears of nothing but others for long is not asked for again", async () => {
  const world = await openWorld();
  for (let id = 1; id <= 600; id += 1) world.log.add(id, { type: "DID_UPDATE" });
  world.number = 600;
  world.put(row(9));
  world.hear();
  await settled();
  expect(ids(world.shown())).toEqual([9, 2, 1]);
  expect(world.answers).toHaveLength(0);
});

test("[LIV3] an answer from before a gap is asked for again, however many gaps there are", async () => {
  const world = new World();
  void world.list.open();
  for (let gaps = 0; gaps < 3; gaps += 1) {
    world.put(row(gaps + 1));
    world.reset();
    await world.arrive();
  }
  await world.settle();
  expect(ids(world.shown())).toEqual([3, 2, 1]);
});

test("[LIV4] a saved change stays on top until the event that tells of it, whatever older ones come", async () => {
  const world = await openWorld();
  world.put(row(2, { text: "theirs" }));
  const answer = world.change([{ remove: ({ id }) => id === 2 }]);
  world.commit({ type: "GONE", id: 2 }, () => {
    world.rows = world.rows.filter(({ id }) => id !== 2);
  });
  answer();
  await world.arrive();
  world.hear(1);
  expect(ids(world.shown())).toEqual([1]);
  world.hear(1);
  expect(ids(world.shown())).toEqual([1]);
  // Its own event has been heard: from now on the row is shown when somebody brings it back.
  world.put(row(2));
  world.hear(1);
  expect(ids(world.shown())).toEqual([2, 1]);
});
