import { expect, test } from "vitest";
import { ATTACH_PREFIX } from "../arrivals/invite-receiver.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { id: "box", name: "102", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };

/** The page of 101 is gone, and its audio with it. */
async function reload(world: PbxWorld): Promise<void> {
  world.vanish("101-1");
  world.media.lose(world.legOf("101").id);
  await world.run(2_000);
}

test("[LOST17] a caller who vanishes in an application comes back to its beginning", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "browser", "101-1");
  anna.dial("*43");
  await world.run(50);
  expect(world.legOf("101").isEchoing).toBe(true);
  const [call] = world.pbx.commands.calls();
  await reload(world);
  expect(world.pbx.commands.calls()).toMatchObject([{ phase: "application", parties: [{ phase: "lost" }] }]);
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(50);
  expect(reloaded.call.state).toBe("talking");
  expect(world.media.said).toEqual(["echo-test", "echo-test"]);
  expect(world.legOf("101").isEchoing).toBe(true);
  reloaded.hangUp();
  await world.run(20);
  expect(world.closed).toMatchObject([{ endpointId: "phone-101", status: "answer" }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST18] what was said to a mailbox until then is kept, and more can be said", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const anna = await world.phone("101", "browser", "101-1");
  anna.dial("102");
  await world.run(50);
  const [call] = world.pbx.commands.calls();
  expect(world.media.recordings.size).toBe(1);
  await reload(world);
  expect(world.messages).toHaveLength(1);
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(50);
  expect(world.media.recordings.size).toBe(1);
  reloaded.hangUp();
  await world.run(50);
  expect(world.messages).toHaveLength(2);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST19] without the caller the call ends after 30 s", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "browser", "101-1");
  anna.dial("*99");
  await world.run(50);
  await reload(world);
  await world.run(27_000);
  expect(world.pbx.commands.calls()).toHaveLength(1);
  await world.run(2_000);
  expect(world.ended).toMatchObject([{ cause: "lost" }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST20] another device of the same caller takes the application over", async () => {
  const endpoints = [anEndpoint("101", { userIds: ["anna"] }), anEndpoint("121", { userIds: ["anna"] })];
  const world = worldWith({ endpoints });
  const anna = await world.phone("101");
  anna.dial("*99");
  await world.run(50);
  const [call] = world.pbx.commands.calls();
  const desk = await world.phone("121", "phone");
  desk.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(50);
  expect([anna.call.state, desk.call.state]).toEqual(["ended", "talking"]);
  expect(world.media.said).toEqual(["music", "music"]);
  desk.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
