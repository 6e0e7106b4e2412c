import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { connect, leftovers, NOTHING, worldWith } from "./testing/calling.ts";
import { aHuntGroup, anEndpoint, aQueue, aTrunk } from "./testing/test-company.ts";
import { hashFrom } from "./testing/test-hash.ts";

const hash = hashFrom((algorithm, data) => createHash(algorithm).update(data).digest("hex"));
const BOX = { id: "box", name: "102", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };

test("[VM1] a call nobody answers goes to voicemail: greeting, beep, message, saved on hang-up", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box" })];
  const world = worldWith(hash, { endpoints, mailboxes: [BOX] });
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
  const world = worldWith(hash, { endpoints, mailboxes: [BOX] });
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

test("[VM3] the owner hears his messages after his PIN, and deletes one", async () => {
  const endpoints = [anEndpoint("101", { mailboxId: "box" })];
  const world = worldWith(hash, { endpoints, mailboxes: [BOX] });
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
  expect(world.stored).toEqual([]);
  expect(world.media.said).toContain("message-deleted");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[APP1] *43 plays back what is said, *99 plays music", async () => {
  const world = worldWith(hash);
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
  const world = worldWith(hash);
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
  const world = worldWith(hash, { rooms });
  const phones = [await world.phone("101"), await world.phone("102"), await world.phone("103")];
  for (const phone of phones) phone.dial("500");
  await world.run(100);
  expect(world.legsOf("101")[0]?.bridgeId).toBe("room:room");
  expect(world.legsOf("102")[0]?.bridgeId).toBe("room:room");
  expect(phones[2]?.call.state).toBe("ended");
  for (const phone of phones) phone.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HUNT1] lines of a lower level ring first, all of a level together", async () => {
  const line = (extension: string, level: number) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level,
    isAvailable: true,
  });
  const endpoints = ["101", "102", "103", "104"].map((extension) => anEndpoint(extension));
  const group = aHuntGroup({ lines: [line("104", 2), line("102", 1), line("103", 1)] });
  const world = worldWith(hash, { endpoints, huntGroups: [group] });
  const anna = await world.phone("101");
  const [ben, cleo, dora] = [await world.phone("102"), await world.phone("103"), await world.phone("104")];
  anna.dial("401");
  await world.run(20);
  expect([ben.calls.length, cleo.calls.length, dora.calls.length]).toEqual([1, 1, 0]);
  ben.decline();
  await world.run(20);
  expect(cleo.call.state).toBe("ringing");
  await world.run(20_000);
  expect([cleo.call.state, dora.call.state]).toEqual(["ended", "ringing"]);
  dora.answer();
  await world.run(20);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE1] a caller waits with music until an agent is free; wrap-up keeps the next one waiting", async () => {
  const queue = aQueue({
    agents: [{ endpointId: "phone-102", isLoggedIn: true }],
    wrapUpMs: 10_000,
    announceEveryMs: 30_000,
  });
  const world = worldWith(hash, { queues: [queue] });
  const anna = await world.phone("101");
  const cleo = await world.phone("103");
  anna.dial("301");
  await world.run(30);
  expect(anna.call.state).toBe("talking");
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  const agent = await world.phone("102");
  await world.run(20);
  expect(agent.call.state).toBe("ringing");
  expect(agent.call.invite?.request.headers.text("X-Offhook-Via")).toBe("Support");
  agent.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  cleo.dial("301");
  await world.run(35_000);
  expect(agent.calls).toHaveLength(1);
  expect(world.media.said).toContain("next-in-line");
  anna.hangUp();
  await world.run(9_000);
  expect(agent.calls).toHaveLength(1);
  await world.run(1_500);
  expect(agent.calls).toHaveLength(2);
  agent.answer();
  await world.run(20);
  expect(world.closed.find(({ queueId }) => queueId === "queue")?.status).toBe("answer");
  cleo.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE2] whoever waits too long overflows", async () => {
  const queue = aQueue({ maxWaitMs: 20_000, overflow: { kind: "endpoint", id: "phone-103" } });
  const world = worldWith(hash, { queues: [queue] });
  const anna = await world.phone("101");
  const cleo = await world.phone("103");
  anna.dial("301");
  await world.run(21_000);
  expect(cleo.call.state).toBe("ringing");
  cleo.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[DEV1] a call from another device rings the first leg, then the destination", async () => {
  const world = worldWith(hash);
  const anna = await world.phone("101", "phone");
  const ben = await world.phone("102");
  const placed = world.pbx.commands.place({
    companyId: "company",
    endpointId: "phone-101",
    first: "",
    destination: "102",
  });
  expect(placed.isDone).toBe(true);
  await world.run(20);
  expect(ben.calls).toHaveLength(0);
  anna.answer();
  await world.run(30);
  expect(ben.call.state).toBe("ringing");
  ben.answer();
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  ben.hangUp();
  await world.run(20);
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-101")).toMatchObject({
    direction: "out",
    number: "102",
    status: "answer",
  });
  expect(await leftovers(world)).toEqual(NOTHING);
});

const TRUNK = aTrunk({ rates: [{ prefix: "1", perMinute: 2 }] });
const OUTBOUND = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: "+12125550110",
  dailySpendLimit: 3,
  maxConcurrentCalls: 5,
};

test("[TRK1] out over the trunk with the company's number, costs written, limits kept, alarms raised", async () => {
  const world = worldWith(hash, { outbound: OUTBOUND }, [TRUNK]);
  await world.run(20);
  expect(world.pbx.trunks()).toMatchObject([{ isUp: true }]);
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  const request = world.carrier.call.invite?.request;
  expect(request?.headers.text("P-Asserted-Identity")).toBe("<sip:+12125550110@pbx.test>");
  expect(request?.uri).toMatchObject({ user: "+12125550199", host: "carrier.test" });
  world.carrier.answer();
  await world.run(61_000);
  anna.hangUp();
  await world.run(20);
  expect(world.closed.find(({ trunkId }) => trunkId === "trunk")?.cost).toBe(4);
  anna.dial("2125550199");
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "403" });
  anna.dial("+442079460120");
  await world.run(30);
  expect(anna.call.news).toBe("403");
  expect(world.alarms.map(({ alarm }) => alarm.kind)).toEqual(["dailySpendReached", "internationalRefused"]);
  anna.dial("911");
  await world.run(30);
  expect(world.carrier.call).toMatchObject({ direction: "in", state: "ringing" });
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK2] in over the trunk to the line that has the number", async () => {
  const inboundNumbers = [
    { number: "+12125550141", destination: { kind: "endpoint", id: "phone-101" } as const },
  ];
  const world = worldWith(hash, { outbound: OUTBOUND, inboundNumbers }, [TRUNK]);
  const anna = await world.phone("101");
  world.carrier.dial("12125550141");
  await world.run(30);
  expect(anna.call.state).toBe("ringing");
  anna.answer();
  await world.run(30);
  expect(world.carrier.call.state).toBe("talking");
  world.carrier.hangUp();
  await world.run(30);
  world.carrier.dial("12125559999");
  await world.run(30);
  expect(world.carrier.call.news).toBe("404");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK3] when a trunk cannot, the next one is tried; a busy number is busy", async () => {
  const trunks = [TRUNK, aTrunk({ id: "spare", host: "spare.test" })];
  const outbound = { ...OUTBOUND, trunkIds: ["trunk", "spare"] };
  const world = worldWith(hash, { outbound }, trunks);
  await world.run(20);
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  world.carrier.decline(503);
  await world.run(30);
  expect(world.carrier.calls).toHaveLength(2);
  expect(world.carrier.call.invite?.request.uri).toMatchObject({ host: "spare.test" });
  world.carrier.decline(486);
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "486" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC1] a recording holds the bridge through a hold and ends with the call", async () => {
  const world = worldWith(hash);
  const { caller } = await connect(world);
  const finished: string[] = [];
  world.pbx.on("recordingFinished", ({ recording }) => finished.push(recording.recordingId));
  const started = world.pbx.commands.startRecording(world.channelOf("101"));
  expect(started.isDone).toBe(true);
  await world.run(20);
  expect(world.pbx.commands.calls()[0]?.isRecording).toBe(true);
  caller.hold(true);
  await world.run(20);
  caller.hold(false);
  await world.run(20);
  expect(world.media.recordings.size).toBe(1);
  caller.hangUp();
  await world.run(20);
  expect(finished).toHaveLength(1);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC2] what was measured is kept with the leg", async () => {
  const world = worldWith(hash);
  const { caller } = await connect(world);
  world.media.measure(world.channelOf("101"));
  caller.hangUp();
  await world.run(20);
  const leg = world.closed.find(({ endpointId }) => endpointId === "phone-101");
  expect(leg?.quality).toMatchObject([{ lossRate: 0.01, jitterMs: 4, meanOpinionScore: 4.2 }]);
});

test("[B2B7] a doorbell says that it is one", async () => {
  const endpoints = [anEndpoint("190", { kind: "doorbell" }), anEndpoint("102")];
  const world = worldWith(hash, { endpoints });
  const door = await world.phone("190", "phone");
  const ben = await world.phone("102");
  door.dial("102");
  await world.run(20);
  expect(ben.call.invite?.request.headers.text("X-Offhook-Doorbell")).toBe("1");
  expect(world.pbx.commands.calls()[0]?.isDoorbell).toBe(true);
  door.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL11] somebody whose phone rings sends the caller to voicemail", async () => {
  const endpoints = [anEndpoint("101"), anEndpoint("102", { mailboxId: "box" })];
  const world = worldWith(hash, { endpoints, mailboxes: [BOX] });
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  await world.run(20);
  const sent = world.pbx.commands.redirect(world.channelOf("102"), { kind: "mailbox", id: "box" });
  expect(sent).toEqual({ isDone: true });
  await world.run(50);
  expect(ben.call.state).toBe("ended");
  expect(world.pbx.commands.calls()[0]?.application).toBe("voicemail");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK6] whoever called in from outside cannot transfer", async () => {
  const inboundNumbers = [
    { number: "+12125550141", destination: { kind: "endpoint", id: "phone-101" } as const },
  ];
  const world = worldWith(hash, { outbound: OUTBOUND, inboundNumbers }, [TRUNK]);
  const anna = await world.phone("101");
  world.carrier.dial("12125550141");
  await world.run(30);
  anna.answer();
  await world.run(30);
  world.carrier.transfer("2125550199");
  await world.run(30);
  expect(world.carrier.call.transferNews).toEqual([603]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL12] a server that stops ends all calls with a word to everybody", async () => {
  const world = worldWith(hash);
  const { caller, callee } = await connect(world);
  world.pbx.stop();
  await world.run(50);
  expect([caller.call.state, callee.call.state]).toEqual(["ended", "ended"]);
  expect(caller.call.reason).toContain("Server is stopping");
  expect(world.closed.map(({ cause }) => cause)).toEqual(["shutdown", "shutdown"]);
});
