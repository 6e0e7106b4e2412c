import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint } from "../testing/test-company.ts";
import { judgePin, NO_PIN_TRIES } from "./pin-brake.ts";

const BOX = { id: "box", name: "101", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };
const HOUR_MS = 3_600_000;

test("[VM5] the third wrong PIN locks the mailbox, each further one for twice as long, at most an hour", () => {
  let tries = NO_PIN_TRIES;
  let now = 1_000;
  const waits: number[] = [];
  for (let each = 0; each < 11; each += 1) {
    ({ tries } = judgePin(tries, false, now));
    waits.push((tries.lockedUntil - now) / 60_000);
    now = tries.lockedUntil;
  }
  expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test("[VM5] a locked mailbox opens for nobody, the right PIN clears the slate, and a day forgets", () => {
  const locked = { wrong: 5, lastWrongAt: 1_000, lockedUntil: 61_000 };
  expect(judgePin(locked, true, 60_999)).toEqual({ verdict: "locked", tries: locked });
  expect(judgePin(locked, false, 60_999)).toEqual({ verdict: "locked", tries: locked });
  expect(judgePin(locked, true, 61_000)).toEqual({ verdict: "right", tries: NO_PIN_TRIES });
  expect(judgePin(locked, false, 61_001 + 24 * HOUR_MS)).toMatchObject({
    verdict: "wrong",
    tries: { wrong: 1 },
  });
});

test("[VM5] wrong PINs count over calls: the next call may not try again at once", async () => {
  const world = worldWith({ endpoints: [anEndpoint("101", { mailboxId: "box" })], mailboxes: [BOX] });
  const anna = await world.phone("101");
  const type = async (keys: string): Promise<void> => {
    for (const key of keys) world.media.press(world.channelOf("101"), key as "1");
    await world.run(50);
  };
  const dial = async (): Promise<void> => {
    world.media.said.length = 0;
    anna.dial("*97");
    await world.run(50);
  };
  // Hanging up before the third one does not help.
  await dial();
  await type("0001#");
  await type("0002#");
  anna.hangUp();
  await world.run(50);
  await dial();
  await type("0003#");
  expect(world.media.said.slice(-2)).toEqual(["too-many-tries", "goodbye"]);
  expect(world.pinLockouts).toEqual([
    {
      companyId: world.company.id,
      mailboxId: "box",
      mailboxName: "101",
      caller: "101",
      wrong: 3,
      waitMs: 60_000,
    },
  ]);
  await world.run(500);
  await dial();
  expect(world.media.said).toEqual(["too-many-tries", "goodbye"]);
  expect(anna.call.state).toBe("ended");
  await world.run(61_000);
  await dial();
  await type("1234#");
  expect(world.media.said).toContain("mailbox-menu");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM5] of many calls that guess at once only three are heard", async () => {
  const endpoints = ["101", "102", "103", "104", "105"].map((number) =>
    anEndpoint(number, { mailboxId: "box" }),
  );
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const numbers = endpoints.map(({ id }) => id.replace("phone-", ""));
  const phones = await Promise.all(numbers.map((number) => world.phone(number)));
  for (const phone of phones) phone.dial("*97");
  await world.run(50);
  const channels = numbers.map((number) => world.channelOf(number));
  // The last one knows it, but comes too late.
  for (const [at, channel] of channels.entries())
    for (const key of at === 4 ? "1234#" : `000${at}#`) world.media.press(channel, key as "1");
  await world.run(50);
  expect(world.pinTries.wrong).toBe(3);
  expect(world.pinLockouts).toHaveLength(1);
  expect(world.media.said).not.toContain("mailbox-menu");
  expect(await leftovers(world)).toEqual(NOTHING);
});
