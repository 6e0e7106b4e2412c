import { expect, test } from "vitest";
import type { QueueConfig, RecordingPolicy } from "../dialplan/company-config.ts";
import type { PbxEvents } from "../pbx-events.ts";
import { leftovers, NOTHING } from "../testing/calling.ts";
import { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { aCompany, anEndpoint, aQueue, aTrunk } from "../testing/test-company.ts";

const NOTICE = [{ kind: "prompt", name: "recorded-call" }];
const MUSIC = [{ kind: "music" }];
const PUBLIC = "+12125550141";

const queueOf = (recording: RecordingPolicy, changes: Partial<QueueConfig> = {}): QueueConfig =>
  aQueue({ agents: [{ endpointId: "phone-102", isLoggedIn: true }], wrapUpMs: 0, recording, ...changes });

function worldOf(...queues: readonly QueueConfig[]): PbxWorld {
  const endpoints = ["101", "102", "103"].map((extension) => anEndpoint(extension));
  return new PbxWorld({ company: aCompany({ endpoints, queues }), keepsWaiting: true });
}

const said = ({ media }: PbxWorld): number => media.said.filter((name) => name === "recorded-call").length;
const running = ({ media }: PbxWorld): number => media.recordings.size;
const onlyCall = ({ pbx }: PbxWorld) => pbx.commands.calls()[0]!;

/** Anna (101) waits for Ben (102). */
async function waits(world: PbxWorld, kind: "phone" | "browser" = "phone"): Promise<ScriptedPhone> {
  const anna = await world.phone("101", kind);
  anna.dial("301");
  await world.run(30);
  return anna;
}

async function answers(world: PbxWorld, extension = "102"): Promise<ScriptedPhone> {
  const ben = await world.phone(extension);
  await world.run(20);
  ben.answer();
  await world.run(50);
  return ben;
}

test("[REC10] [REC11] the caller hears a notice, and the agent's part is recorded by itself", async () => {
  const world = worldOf(queueOf("always"));
  const finished: PbxEvents["recordingFinished"][] = [];
  world.pbx.on("recordingFinished", (event) => finished.push(event));
  const anna = await waits(world);
  expect(said(world)).toBe(1);
  expect(world.legOf("101").playing?.sources).toEqual(MUSIC);
  expect(running(world)).toBe(0);
  await answers(world);
  expect(said(world)).toBe(1);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  const [recording] = world.media.recordings.values();
  expect(recording).toMatchObject({ layout: "stereo", leftLegId: world.channelOf("102") });
  expect(onlyCall(world)).toMatchObject({ isRecording: true, recordingRule: { policy: "always" } });
  const channel = world.channelOf("102");
  expect(world.pbx.commands.stopRecording(channel)).toMatchObject({ refusal: "alwaysRecorded" });
  expect(world.pbx.commands.startRecording(channel)).toMatchObject({ refusal: "alwaysRecorded" });
  expect(running(world)).toBe(1);
  anna.hangUp();
  await world.run(50);
  expect(finished).toMatchObject([{ endpointId: "phone-102", queueId: "queue" }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC10] whoever is answered before the end of the notice hears it first, and the agent with them", async () => {
  const world = worldOf(queueOf("always"));
  world.media.isSpeakingSlowly = true;
  const anna = await waits(world);
  expect(world.legOf("101").playing?.sources).toEqual(NOTICE);
  await answers(world);
  for (const extension of ["101", "102"]) {
    expect(world.legOf(extension).playing?.sources).toEqual(NOTICE);
    expect(world.legOf(extension).bridgeId).toBeUndefined();
  }
  // The end of it at the agent's ear says nothing of the caller.
  world.media.finishPlaying(world.channelOf("102"));
  await world.run(20);
  expect(running(world)).toBe(0);
  expect(world.legOf("101").bridgeId).toBeUndefined();
  world.media.finishPlaying(world.channelOf("101"));
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(running(world)).toBe(1);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC16] where the notice cannot be said, people talk and nothing is recorded", async () => {
  const world = worldOf(queueOf("always"));
  world.media.isSpeakingSlowly = true;
  const anna = await waits(world);
  await answers(world);
  await world.run(10_500);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(running(world)).toBe(0);
  expect(onlyCall(world)).toMatchObject({ isRecording: false, recordingRule: undefined });
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC11] the recording ends when the agent gives the call away, and whoever has it then decides", async () => {
  const world = worldOf(queueOf("always"));
  const anna = await waits(world);
  await answers(world);
  expect(running(world)).toBe(1);
  const cleo = await world.phone("103");
  expect(world.pbx.commands.transfer(world.channelOf("102"), "103").isDone).toBe(true);
  await world.run(20);
  expect(running(world)).toBe(0);
  cleo.answer();
  await world.run(50);
  expect(onlyCall(world)).toMatchObject({ isRecording: false, recordingRule: undefined });
  expect(world.pbx.commands.startRecording(world.channelOf("103")).isDone).toBe(true);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC11] [REC10] whom the caller hands the agent on to is told before being recorded", async () => {
  const world = worldOf(queueOf("always"));
  const anna = await waits(world);
  const ben = await answers(world);
  const cleo = await world.phone("103");
  world.media.isSpeakingSlowly = true;
  expect(world.pbx.commands.transfer(world.channelOf("101"), "103").isDone).toBe(true);
  await world.run(20);
  cleo.answer();
  await world.run(50);
  expect(world.legOf("103").playing?.sources).toEqual(NOTICE);
  expect(running(world)).toBe(0);
  world.media.finishPlaying(world.channelOf("103"));
  await world.run(20);
  expect(running(world)).toBe(1);
  expect(anna.call.state).toBe("ended");
  ben.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC12] what must not be recorded is not, whoever asks", async () => {
  const world = worldOf(queueOf("never"));
  const anna = await waits(world);
  await answers(world);
  expect(said(world)).toBe(0);
  expect(onlyCall(world)).toMatchObject({ isRecording: false, recordingRule: { policy: "never" } });
  for (const extension of ["101", "102"])
    expect(world.pbx.commands.startRecording(world.channelOf(extension))).toMatchObject({
      refusal: "neverRecorded",
    });
  const cleo = await world.phone("103");
  world.pbx.commands.transfer(world.channelOf("102"), "103");
  await world.run(20);
  cleo.answer();
  await world.run(50);
  expect(world.pbx.commands.startRecording(world.channelOf("103"))).toMatchObject({
    refusal: "neverRecorded",
  });
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC12] a colleague's recording ends where the call comes to a queue that wants none", async () => {
  const world = worldOf(queueOf("never"));
  const anna = await world.phone("101", "phone");
  const cleo = await world.phone("103");
  anna.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(50);
  expect(world.pbx.commands.startRecording(world.channelOf("103")).isDone).toBe(true);
  world.pbx.commands.transfer(world.channelOf("103"), "301");
  await world.run(50);
  expect(running(world)).toBe(1);
  await answers(world);
  expect(running(world)).toBe(0);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC13] a caller who is moved follows the queue that gives the call to an agent", async () => {
  const sales = { id: "sales", extension: "302" };
  for (const [from, to, isRecorded] of [
    ["onRequest", "always", true],
    ["always", "onRequest", false],
    ["always", "never", false],
  ] as const) {
    const world = worldOf(queueOf(from, { agents: [] }), queueOf(to, sales));
    const anna = await waits(world);
    expect(said(world)).toBe(from === "always" ? 1 : 0);
    expect(world.pbx.queues.moveToQueue(onlyCall(world).callId, "sales").isDone).toBe(true);
    await world.run(50);
    await answers(world);
    expect(said(world)).toBe(1);
    expect(running(world)).toBe(isRecorded ? 1 : 0);
    expect(onlyCall(world).recordingRule?.policy).toBe(to === "onRequest" ? undefined : to);
    anna.hangUp();
    expect(await leftovers(world)).toEqual(NOTHING);
  }
});

test("[REC10] whoever is called back hears the notice when they answer", async () => {
  const inboundNumbers = [{ number: PUBLIC, destination: { kind: "queue", id: "queue" } as const }];
  const endpoints = ["101", "102"].map((extension) => anEndpoint(extension));
  const outbound = {
    ...{ trunkIds: ["trunk"], isInternationalAllowed: false, blockedPrefixes: [] },
    ...{ defaultCallerId: "+12125550110", dailySpendLimit: 100, maxConcurrentCalls: 5 },
  };
  const queues = [queueOf("always", { callback: { retryAfterMs: 60_000 }, announceEveryMs: 10_000 })];
  const company = aCompany({ endpoints, queues, inboundNumbers, outbound });
  const world = new PbxWorld({ company, trunks: [aTrunk()] });
  await world.run(20);
  world.carrier.callsAs = "+12125550199";
  world.carrier.dial(PUBLIC.slice(1));
  await world.run(12_000);
  world.carrier.pressByInfo("1");
  await world.run(20_000);
  expect(said(world)).toBe(1);
  world.media.isSpeakingSlowly = true;
  const ben = await answers(world);
  expect(running(world)).toBe(0);
  world.carrier.answer();
  await world.run(50);
  const customer = onlyCall(world).parties.find(({ endpointId }) => endpointId === undefined)!;
  expect(world.media.legs.get(customer.channelId)?.playing?.sources).toEqual(NOTICE);
  world.media.finishPlaying(customer.channelId);
  await world.run(20);
  expect(running(world)).toBe(1);
  expect([...world.media.recordings.values()][0]?.leftLegId).toBe(world.channelOf("102"));
  ben.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC14] who has heard the notice before a restart does not hear it again; who has not does", async () => {
  for (const hasHeard of [true, false]) {
    const before = worldOf(queueOf("always"));
    before.media.isSpeakingSlowly = !hasHeard;
    const anna = await waits(before);
    await before.run(500);
    const saved = JSON.parse(JSON.stringify([...before.waiting.values()]));
    before.die();
    const world = new PbxWorld({ company: before.company, keepsWaiting: true, before });
    await world.pbx.resume(saved);
    await world.run(200);
    expect(said(world)).toBe(hasHeard ? 0 : 1);
    expect(world.legOf("101").playing?.sources).toEqual(MUSIC);
    await answers(world);
    expect(said(world)).toBe(hasHeard ? 0 : 1);
    expect(running(world)).toBe(1);
    anna.hangUp();
    expect(await leftovers(world)).toEqual(NOTHING);
  }
});

test("[REC11] a caller or agent whose page is loaded anew is recorded on, and hears no second notice", async () => {
  const world = worldOf(queueOf("always"));
  await waits(world, "browser");
  const ben = await answers(world);
  const { callId } = onlyCall(world);
  world.vanish("101-1");
  world.media.lose(world.channelOf("101"));
  await world.run(2_000);
  expect(running(world)).toBe(1);
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`attach-${callId}`);
  await world.run(50);
  expect(said(world)).toBe(1);
  expect(running(world)).toBe(1);
  ben.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC15] in a conference the queue records nothing, and goes on afterwards", async () => {
  const world = worldOf(queueOf("always"));
  const anna = await waits(world);
  const ben = await answers(world);
  const first = world.channelOf("102");
  const cleo = await world.phone("103");
  ben.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(50);
  const second = world.pbx.commands
    .calls()
    .flatMap(({ parties }) => parties)
    .find(({ number, channelId }) => number === "102" && channelId !== first)!.channelId;
  expect(world.pbx.commands.join([first, second]).isDone).toBe(true);
  await world.run(50);
  expect(running(world)).toBe(0);
  cleo.hangUp();
  await world.run(50);
  expect(running(world)).toBe(1);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
