import { expect, test } from "vitest";
import { connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { aHuntGroup, anEndpoint, aQueue } from "../testing/test-company.ts";

const BOX = { id: "box", name: "102", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };

test("[HUNT1] lines of a lower level ring first, all of a level together", async () => {
  const line = (extension: string, level: number) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level,
    isAvailable: true,
  });
  const endpoints = ["101", "102", "103", "104"].map((extension) => anEndpoint(extension));
  const group = aHuntGroup({ lines: [line("104", 2), line("102", 1), line("103", 1)] });
  const world = worldWith({ endpoints, huntGroups: [group] });
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

test("[HUNT5] one by one: who declines or does not answer is followed by the next", async () => {
  const line = (extension: string) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level: 1,
    isAvailable: true,
  });
  const endpoints = ["101", "102", "103", "104"].map((extension) => anEndpoint(extension));
  const lines = [line("104"), line("102"), line("103")];
  const world = worldWith({ endpoints, huntGroups: [aHuntGroup({ rings: "oneByOne", lines })] });
  const anna = await world.phone("101");
  const [ben, cleo, dora] = [await world.phone("102"), await world.phone("103"), await world.phone("104")];
  const rung = (): readonly number[] => [dora, ben, cleo].map(({ calls }) => calls.length);
  anna.dial("401");
  await world.run(20);
  expect(rung()).toEqual([1, 0, 0]);
  dora.decline();
  await world.run(20);
  expect(rung()).toEqual([1, 1, 0]);
  await world.run(20_000);
  expect([...rung(), ben.call.state]).toEqual([1, 1, 1, "ended"]);
  cleo.answer();
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
  const world = worldWith({ queues: [queue] });
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
  const world = worldWith({ queues: [queue] });
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
  const world = worldWith();
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

test("[DEV2] phones are asked to pick up by themselves, but only those of whoever calls", async () => {
  const endpoints = [
    anEndpoint("101", { userIds: ["anna"] }),
    anEndpoint("102"),
    anEndpoint("121", { userIds: ["anna"] }),
  ];
  const world = worldWith({ endpoints });
  const anna = await world.phone("101", "phone");
  const answersItself = (phone: ScriptedPhone): boolean =>
    phone.call.invite?.request.headers.text("Call-Info")?.includes("answer-after=0") ?? false;
  const place = async (destination: string): Promise<ScriptedPhone> => {
    const called = await world.phone(destination);
    world.pbx.commands.place({
      companyId: "company",
      endpointId: "phone-101",
      first: "",
      destination,
      isFirstAutoAnswered: true,
      isDestinationAutoAnswered: true,
    });
    await world.run(20);
    expect(answersItself(anna)).toBe(true);
    anna.answer();
    await world.run(30);
    return called;
  };
  const colleague = await place("102");
  expect(answersItself(colleague)).toBe(false);
  anna.hangUp();
  await world.run(30);
  expect(answersItself(await place("121"))).toBe(true);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC1] a recording holds the bridge through a hold and ends with the call", async () => {
  const world = worldWith();
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
  const [recorded] = world.media.recordings.values();
  expect(recorded).toMatchObject({ layout: "stereo", leftLegId: world.channelOf("101") });
  caller.hangUp();
  await world.run(20);
  expect(finished).toHaveLength(1);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC4] a recording goes on in the conference its call joins, and afterwards in the call", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  world.pbx.commands.startRecording(world.channelOf("101"));
  caller.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(20);
  const calls = world.pbx.commands.calls();
  const own = calls.map(({ parties }) => parties.find(({ number }) => number === "101")!.channelId);
  world.pbx.commands.join(own);
  await world.run(20);
  const recorded = () => [...world.media.recordings.values()].map(({ target }) => target);
  expect(recorded()).toEqual([{ bridgeId: world.legOf("103").bridgeId }]);
  expect(world.legOf("103").bridgeId).toMatch(/^conference:/);
  cleo.hangUp();
  await world.run(20);
  expect(recorded()).toEqual([{ bridgeId: world.legOf("102").bridgeId }]);
  expect(world.legOf("102").bridgeId).toMatch(/^call:/);
  callee.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC2] what was measured is kept with the leg", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  world.media.measure(world.channelOf("101"));
  caller.hangUp();
  await world.run(20);
  const leg = world.closed.find(({ endpointId }) => endpointId === "phone-101");
  expect(leg?.quality).toMatchObject([{ lossRate: 0.01, jitterMs: 4, meanOpinionScore: 4.2 }]);
});

test("[B2B7] a doorbell says that it is one", async () => {
  const endpoints = [anEndpoint("190", { kind: "doorbell" }), anEndpoint("102")];
  const world = worldWith({ endpoints });
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
  const world = worldWith({ endpoints, mailboxes: [BOX] });
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

test("[CALL12] a server that stops ends all calls with a word to everybody", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  world.pbx.stop();
  await world.run(50);
  expect([caller.call.state, callee.call.state]).toEqual(["ended", "ended"]);
  expect(caller.call.reason).toContain("Server is stopping");
  expect(world.closed.map(({ cause }) => cause)).toEqual(["shutdown", "shutdown"]);
});
