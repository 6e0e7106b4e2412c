import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { playSoundOnce } from "./sound-once.ts";

test("[NOT2] a text is heard in one tab, and several at a time are one sound", async () => {
  const clock = new FakeClock();
  const store = new MemoryStore();
  const heard: string[] = [];
  // The tabs of a browser share their storage; the lock lets them in one after the other.
  const hear = (tab: string, messageId: string): Promise<void> =>
    playSoundOnce(messageId, {
      store,
      clock,
      lock: (_name, work) => work(false),
      play: () => heard.push(`${messageId} in ${tab}`),
    });
  await hear("one", "1");
  await hear("two", "1");
  expect(heard).toEqual(["1 in one"]);
  clock.advance(500);
  await hear("two", "2");
  clock.advance(60_000);
  // A tab that slept hears of it long after.
  await hear("one", "2");
  expect(heard).toEqual(["1 in one"]);
  await hear("two", "3");
  expect(heard).toEqual(["1 in one", "3 in two"]);
});
