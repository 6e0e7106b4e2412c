import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { playSoundOnce } from "./sound-once.ts";

/** Tabs of one browser, with its real locks; each test has names of its own, since those outlive it. */
function tabs() {
  const clock = new FakeClock();
  const heard: string[] = [];
  const world = crypto.randomUUID();
  const locks: Pick<LockManager, "request"> = {
    request: (name: string, ...rest: unknown[]) =>
      // The rest is what the two forms of `request` take, handed on as it came.
      (navigator.locks.request as (...all: unknown[]) => Promise<never>).call(
        navigator.locks,
        `${name} ${world}`,
        ...rest,
      ),
  };
  const hear = (tab: string, id: string, kind: "sms" | "chat" = "sms"): Promise<void> =>
    playSoundOnce(kind, id, { locks, clock, play: () => heard.push(`${id} in ${tab}`) });
  /** Given back locks are free a moment later. */
  const pass = async (ms: number, kind = "sms"): Promise<void> => {
    clock.advance(ms);
    await navigator.locks.request(`offhook-${kind}-sound ${world}`, () => {});
  };
  return { hear, pass, heard };
}

test("[NOT2] a text is heard in one tab, and several at a time are one sound", async () => {
  const { hear, pass, heard } = tabs();
  await Promise.all([hear("one", "1"), hear("two", "1")]);
  expect(heard).toEqual(["1 in one"]);
  await hear("two", "2");
  await pass(1_500);
  await hear("two", "3");
  expect(heard).toEqual(["1 in one", "3 in two"]);
});

test("[NOT2] a tab that hears of a text late, and of others before, makes no second sound", async () => {
  const { hear, pass, heard } = tabs();
  await hear("one", "1");
  await pass(2_000);
  await hear("one", "2");
  await pass(50_000);
  await hear("two", "1");
  await hear("two", "2");
  expect(heard).toEqual(["1 in one", "2 in one"]);
});

test("[NOT2] chat and texts do not silence each other", async () => {
  const { hear, heard } = tabs();
  await hear("one", "1");
  await hear("two", "1", "chat");
  expect(heard).toEqual(["1 in one", "1 in two"]);
});

test("[NOT2] where the browser has no locks, a text is heard", async () => {
  const heard: string[] = [];
  await playSoundOnce("sms", "1", {
    locks: undefined,
    clock: new FakeClock(),
    play: () => heard.push("1"),
  });
  expect(heard).toEqual(["1"]);
});
