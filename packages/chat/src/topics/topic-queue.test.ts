import { expect, test } from "vitest";
import { TopicQueue } from "./topic-queue.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("[CHAT-Q1] items that wait for a write are written together, in order", async () => {
  const batches: number[][] = [];
  const writes: (() => void)[] = [];
  const queue = new TopicQueue<number>(async (items) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => writes.push(resolve));
  });
  for (const item of [1, 2, 3, 4]) queue.add(item);
  await settled();
  writes.shift()?.();
  await settled();
  writes.shift()?.();
  await settled();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  expect(queue.isIdle).toBe(true);
});

test("[CHAT-Q2] work keeps its place between items", async () => {
  const happened: string[] = [];
  const queue = new TopicQueue<string>(async (items) => {
    happened.push(items.join("+"));
  });
  queue.add("a");
  const work = queue.run(async () => {
    happened.push("work");
  });
  queue.add("b");
  queue.add("c");
  await work;
  await settled();
  expect(happened).toEqual(["a", "work", "b+c"]);
});

test("[CHAT-Q3] work that fails does not stop what comes after it", async () => {
  const queue = new TopicQueue<string>(async () => {});
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(async () => "yes");
  await expect(failing).rejects.toThrow("no");
  await expect(next).resolves.toBe("yes");
});
