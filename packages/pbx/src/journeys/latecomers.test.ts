import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { aHuntGroup, anEndpoint } from "../testing/test-company.ts";

function withMailbox() {
  const world = worldWith({
    endpoints: [anEndpoint("101"), anEndpoint("102", { mailboxId: "box" }), anEndpoint("103")],
    mailboxes: [{ id: "box", name: "Ben", pin: undefined, maxMessages: 10, maxMessageMs: 60_000 }],
  });
  world.media.isSpeakingSlowly = true;
  return world;
}

test("[CALL17] a line whose page is being opened is waited for, and the caller hears it ring", async () => {
  const world = worldWith();
  world.arriving.set("phone-102", 6_000);
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(20);
  expect(anna.call).toMatchObject({ state: "calling", news: "180" });
  expect(world.pbx.presence("phone-102")).toMatchObject({ onlineDevices: 0, isRinging: true });
  await world.run(4_000);
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.call.state).toBe("ringing");
  ben.answer();
  await world.run(20);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`).toSorted()).toEqual([
    "phone-101 answer",
    "phone-102 answer",
  ]);
});

test("[CALL17] nobody comes: the line is unreachable after that time", async () => {
  const world = worldWith();
  world.arriving.set("phone-102", 6_000);
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(5_500);
  expect(anna.call.state).toBe("calling");
  await world.run(1_000);
  expect(anna.call).toMatchObject({ state: "ended", news: "480" });
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-102")?.cause).toBe("unreachable");
});

test("[CALL17] in a hunt group it is waited for beside those who ring", async () => {
  const lines = ["102", "103"].map((extension) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level: 1,
    isAvailable: true,
  }));
  const world = worldWith({ huntGroups: [aHuntGroup({ lines })] });
  world.arriving.set("phone-102", 6_000);
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  anna.dial("401");
  await world.run(10_000);
  expect(cleo.call.state).toBe("ringing");
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.call.state).toBe("ringing");
  ben.ring();
  await world.run(20);
  cleo.answer();
  await world.run(20);
  expect(ben.call.state).toBe("ended");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL18] a device that registers while the mailbox greets takes the call back", async () => {
  const world = withMailbox();
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(50);
  expect(anna.call.state).toBe("talking");
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.call.state).toBe("ringing");
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "tone", name: "ringback" }]);
  ben.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(world.messages).toEqual([]);
  const own = world.closed.filter(({ endpointId }) => endpointId === "phone-102");
  expect(own.map(({ status }) => status)).toEqual(["answer"]);
});

test("[CALL18] without an answer the mailbox has the caller after 20 s, with a decline at once", async () => {
  for (const decline of [false, true]) {
    const world = withMailbox();
    const anna = await world.phone("101");
    anna.dial("102");
    await world.run(50);
    const ben = await world.phone("102");
    await world.run(20);
    if (decline) ben.decline(603);
    else ben.ring();
    await world.run(decline ? 100 : 20_500);
    expect(ben.call.state).toBe("ended");
    expect(world.pbx.commands.calls()[0]).toMatchObject({ phase: "application", application: "voicemail" });
    expect(world.legOf("101").playing?.sources).toEqual([
      { kind: "prompt", name: "person-not-available" },
      { kind: "prompt", name: "leave-a-message" },
    ]);
    anna.hangUp();
    expect(await leftovers(world)).toEqual(NOTHING);
    const own = world.closed.filter(({ endpointId }) => endpointId === "phone-102");
    expect(own.map(({ cause }) => cause)).toEqual([decline ? "declined" : "noAnswer"]);
    expect(own.map(({ declinedBy }) => declinedBy)).toEqual([decline ? "user-102" : undefined]);
  }
});

test("[CALL18] a caller who has begun to speak to the mailbox is left in peace", async () => {
  const world = withMailbox();
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(50);
  world.media.finishPlaying(world.legOf("101").id);
  await world.run(20);
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.calls).toEqual([]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL18] nor does a line ring that wants no calls by now", async () => {
  const world = withMailbox();
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(50);
  const endpoints = world.company.endpoints.map((each) => ({
    ...each,
    isDoNotDisturb: each.id === "phone-102",
  }));
  world.company = { ...world.company, endpoints };
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.calls).toEqual([]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL18] of many callers at the mailbox, no more ring the newcomer than its line takes, and it can call", async () => {
  const world = worldWith({
    endpoints: [
      anEndpoint("101", { maxCalls: 40 }),
      anEndpoint("102", { mailboxId: "box", maxCalls: 4 }),
      anEndpoint("103"),
    ],
    mailboxes: [{ id: "box", name: "Ben", pin: undefined, maxMessages: 10, maxMessageMs: 60_000 }],
  });
  world.media.isSpeakingSlowly = true;
  const anna = await world.phone("101");
  for (let count = 0; count < 25; count += 1) anna.dial("102");
  await world.run(50);
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.calls.filter(({ state }) => state === "ringing")).toHaveLength(4);
  const carl = await world.phone("103");
  ben.dial("103");
  await world.run(20);
  expect(carl.call.state).toBe("ringing");
});

test("[CALL19] a device of a line that could not be reached rings beside where the call went instead", async () => {
  const endpoints = [
    anEndpoint("101"),
    anEndpoint("102", { onUnreachable: { kind: "endpoint", id: "phone-103" } }),
    anEndpoint("103"),
  ];
  const world = worldWith({ endpoints });
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  anna.dial("102");
  await world.run(20);
  cleo.ring();
  const ben = await world.phone("102");
  await world.run(20);
  expect(ben.call.state).toBe("ringing");
  ben.answer();
  await world.run(20);
  expect(cleo.call.state).toBe("ended");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`).toSorted()).toEqual([
    "phone-101 answer",
    "phone-102 answer",
    "phone-103 elsewhere",
  ]);
});
