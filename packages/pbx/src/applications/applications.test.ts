import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { id: "box", name: "102", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };

test("[VM1] a call nobody answers goes to voicemail: greeting, beep, message, saved on hang-up", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box" })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.decline(486);
  await world.run(50);
  expect(anna.call.state).toBe("talking");
  expect(world.media.said).toEqual(["person-is-busy", "leave-a-message"]);
  const [recording] = world.media.recordings.values();
  expect(recording).toMatchObject({ beep: true, stopOnKeys: ["#"], maxDurationMs: 120_000 });
  anna.hangUp();
  await world.run(50);
  expect(world.messages).toMatchObject([
    { callerNumber: "101", callerName: "Person 101", durationMs: 4_000 },
  ]);
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-102")?.status).toBe("busy");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM2] what is too short is not kept", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const anna = await world.phone("101");
  await world.phone("102");
  anna.dial("102");
  await world.run(50);
  expect(world.media.said).toEqual(["person-not-available", "leave-a-message"]);
  const [id = ""] = world.media.recordings.keys();
  world.media.finishRecording(id, { reason: "silence", durationMs: 6_500, trailingSilenceMs: 6_000 });
  await world.run(50);
  expect(world.messages).toEqual([]);
  expect(world.media.said.slice(2)).toEqual(["message-too-short", "goodbye"]);
  expect(anna.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM2] a full box tells the caller so, and takes no message", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })];
  const world = worldWith({ endpoints, mailboxes: [{ ...BOX, maxMessages: 1 }] });
  world.stored.push({
    id: "m1",
    path: "/box/m1.wav",
    callerNumber: "12",
    callerName: "",
    receivedAt: 0,
    durationMs: 1,
    isNew: false,
  });
  const anna = await world.phone("101");
  await world.phone("102");
  anna.dial("102");
  await world.run(50);
  expect(world.media.said).toEqual(["mailbox-full", "goodbye"]);
  expect(world.media.recordings.size).toBe(0);
  expect(anna.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM16] whoever hangs up in the greeting leaves nothing, not even a draft", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  world.media.isSpeakingSlowly = true;
  const anna = await world.phone("101");
  await world.phone("102");
  anna.dial("102");
  await world.run(50);
  anna.hangUp();
  await world.run(50);
  expect(world.messages).toEqual([]);
  expect([...world.drafts]).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM17] what was said until the media process died is kept", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const anna = await world.phone("101");
  await world.phone("102");
  anna.dial("102");
  await world.run(50);
  const [id = ""] = world.media.recordings.keys();
  expect([...world.drafts]).toEqual([id]);
  world.media.finishRecording(id, { reason: "processDied", durationMs: 0, trailingSilenceMs: 0 });
  await world.run(50);
  expect(world.rescued).toEqual([id]);
  expect(world.messages).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM3] the owner hears the messages after the PIN, and deletes one", async () => {
  const endpoints = [anEndpoint("101", { mailboxId: "box" })];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  world.stored.push({
    id: "m1",
    path: "/box/m1.wav",
    callerNumber: "12",
    callerName: "",
    receivedAt: 0,
    durationMs: 1,
    isNew: true,
  });
  const anna = await world.phone("101");
  anna.dial("*97");
  await world.run(50);
  const leg = (): string => world.channelOf("101");
  const type = async (keys: string): Promise<void> => {
    for (const key of keys) world.media.press(leg(), key as "1");
    await world.run(50);
  };
  await type("9999#");
  expect(world.media.said.at(-1)).toBe("enter-pin");
  await type("1234#");
  expect(world.media.said).toContain("you-have");
  await type("1");
  expect(world.media.said).toContain("/box/m1.wav");
  await type("3");
  expect(world.media.said.slice(-2)).toEqual(["message-deleted", "undo-menu"]);
  expect(world.stored).toHaveLength(1);
  await world.run(3_100);
  expect(world.stored).toEqual([]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[APP1] *43 plays back what is said, *99 plays music", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  anna.dial("*43");
  await world.run(50);
  expect(world.legOf("101").isEchoing).toBe(true);
  anna.hangUp();
  await world.run(50);
  anna.dial("*99");
  await world.run(50);
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[APP2] *98 rings back after five seconds", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  anna.dial("*98");
  await world.run(100);
  expect(anna.call.state).toBe("ended");
  await world.run(4_800);
  expect(anna.calls).toHaveLength(1);
  await world.run(300);
  expect(anna.call).toMatchObject({ direction: "in", state: "ringing" });
  anna.answer();
  await world.run(50);
  expect(world.legOf("101").isEchoing).toBe(true);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[APP3] everybody in a conference room is in one bridge", async () => {
  const rooms = [{ id: "room", name: "Board", extension: "500", maxMembers: 2 }];
  const world = worldWith({ rooms });
  const phones = [await world.phone("101"), await world.phone("102"), await world.phone("103")];
  for (const phone of phones) phone.dial("500");
  await world.run(100);
  expect(world.legsOf("101")[0]?.bridgeId).toBe("room:room");
  expect(world.legsOf("102")[0]?.bridgeId).toBe("room:room");
  expect(phones[2]?.call.state).toBe("ended");
  for (const phone of phones) phone.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
