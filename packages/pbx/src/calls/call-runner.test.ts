import { expect, test } from "vitest";
import { partyOf, REATTACH_MS, SimulatedExchange } from "../testing/simulated-exchange.ts";
import type { SimulatedLeg } from "../testing/simulated-legs.ts";
import { statusOf } from "./records/leg-record-keeper.ts";
import { causeOfStatus, statusOfCause } from "./sip-status.ts";

const OUTSIDE = "outside";

/** Anna calls; the dial plan rings these. */
function ringing(world: SimulatedExchange, ...endpoints: readonly (string | undefined)[]) {
  world.route = ({ core }) =>
    world.ringing(world.stage(...endpoints.map((endpoint) => world.target(core.id, endpoint, 1))));
  const { callId, channelId } = world.call("anna", "100");
  return { callId, channelId, legs: ringingLegs(world) };
}

const ringingLegs = (world: SimulatedExchange): SimulatedLeg[] =>
  [...world.legs.all.values()].filter(({ far }) => far === "ringing");

const answer = (world: SimulatedExchange, leg: SimulatedLeg | undefined): void => {
  if (!leg) throw new Error("Nobody rings");
  world.legs.act(leg.id, "talking", { type: "legAnswered", channelId: leg.id });
  world.settle();
};

function talking(world: SimulatedExchange, peer = "ben") {
  const { callId, channelId, legs } = ringing(world, peer === OUTSIDE ? undefined : peer);
  answer(world, legs[0]);
  return { callId, near: world.legs.leg(channelId), far: world.legs.leg(legs[0]?.id ?? "") };
}

const phase = (world: SimulatedExchange): string | undefined => world.changes.at(-1)?.phase;
const statuses = (world: SimulatedExchange): string[] =>
  world.closed.map(({ record, cause }) => `${record.endpointId ?? "outside"} ${cause}`).toSorted();

test("[CALL1] ringing is told to the caller, answering joins both", () => {
  const world = new SimulatedExchange();
  const { legs } = ringing(world, "ben");
  expect(phase(world)).toBe("ringing");
  answer(world, legs[0]);
  expect(phase(world)).toBe("connected");
  const bridges = [...world.legs.all.values()].map(({ audio }) => audio.kind === "bridge" && audio.bridgeId);
  expect(new Set(bridges).size).toBe(1);
});

test("[CALL3] two who answer at the same moment: the first has it, the second is let go", () => {
  const world = new SimulatedExchange();
  const { legs } = ringing(world, "ben", "cleo");
  for (const { id } of legs) world.legs.act(id, "talking", { type: "legAnswered", channelId: id });
  world.settle();
  expect(legs.map(({ far }) => far)).toEqual(["talking", "ended"]);
  expect(statuses(world)).toEqual(["cleo elsewhere"]);
});

test("[CALL8] a device that vanishes while it rings leaves the others ringing", () => {
  const world = new SimulatedExchange();
  const { legs } = ringing(world, "ben", "cleo");
  world.legs.act(legs[0]?.id ?? "", "vanished", { type: "legLost", channelId: legs[0]?.id ?? "" });
  world.settle();
  expect(phase(world)).toBe("ringing");
  const [, cleo] = legs;
  world.legs.act(cleo?.id ?? "", "talking", { type: "legAnswered", channelId: cleo?.id ?? "" });
  world.settle();
  expect(statuses(world)).toEqual(["ben elsewhere"]);
});

test("[CALL10] early media of the only target is heard, of one among several it is not", () => {
  const alone = new SimulatedExchange();
  const one = ringing(alone, undefined);
  const trunk = one.legs[0]!;
  alone.legs.act(trunk.id, undefined, { type: "legRinging", channelId: trunk.id, hasEarlyMedia: true });
  alone.settle();
  expect(alone.legs.leg(one.channelId).audio).toEqual(trunk.audio);
  expect(trunk.audio.kind).toBe("bridge");
  const several = new SimulatedExchange();
  const two = ringing(several, undefined, "ben");
  several.legs.act(two.legs[0]!.id, undefined, {
    type: "legRinging",
    channelId: two.legs[0]!.id,
    hasEarlyMedia: true,
  });
  several.settle();
  expect(several.legs.leg(two.channelId).audio.kind).toBe("none");
});

test("[HOLD2] when both hold nobody hears anything; mute keeps one in the bridge unheard", () => {
  const world = new SimulatedExchange();
  const { near, far } = talking(world);
  for (const { id } of [near, far])
    world.runner.handle(id, { type: "holdChanged", channelId: id, isHolding: true });
  expect([near.audio.kind, far.audio.kind]).toEqual(["none", "none"]);
  for (const { id } of [near, far])
    world.runner.handle(id, { type: "holdChanged", channelId: id, isHolding: false });
  world.runner.handle(near.id, { type: "muteChanged", channelId: near.id, isMuted: true });
  expect(near.audio).toMatchObject({ kind: "bridge", isMuted: true });
});

test("[HOLD3] the music is that of the line that holds, else the call's", () => {
  const world = new SimulatedExchange();
  world.route = ({ core }) => {
    const target = world.target(core.id, "ben", 1);
    const channels = target.channels.map((channel) => ({ ...channel, musicPath: "/music/ben.wav" }));
    return world.ringing(world.stage({ ...target, channels }));
  };
  const { channelId } = world.call("anna", "100");
  const [far] = ringingLegs(world);
  answer(world, far);
  const near = world.legs.leg(channelId);
  world.runner.handle(far!.id, { type: "holdChanged", channelId: far!.id, isHolding: true });
  expect(near.audio).toEqual({ kind: "music", path: "/music/ben.wav" });
  world.runner.handle(far!.id, { type: "holdChanged", channelId: far!.id, isHolding: false });
  world.runner.handle(near.id, { type: "holdChanged", channelId: near.id, isHolding: true });
  expect(far?.audio).toEqual({ kind: "music", path: undefined });
});

test("[LOST9] a carrier's leg that is lost ends the call: it does not come back", () => {
  const world = new SimulatedExchange();
  const { near, far } = talking(world, OUTSIDE);
  world.runner.handle(far.id, { type: "legLost", channelId: far.id });
  expect(near.far).toBe("ended");
  expect(world.endings[0]?.cause).toBe("lost");
});

test("[LOST10] both lost: the call waits for both, and ends with the first that does not come", () => {
  const world = new SimulatedExchange();
  const { callId, near, far } = talking(world);
  world.runner.handle(near.id, { type: "legLost", channelId: near.id });
  world.clock.advance(10_000);
  world.runner.handle(far.id, { type: "legLost", channelId: far.id });
  const channel = { id: "back", party: partyOf("anna", "anna"), recordId: "", deviceId: "tab" };
  world.legs.incoming(channel);
  world.runner.attach(callId, channel);
  expect(world.legs.leg("back")).toMatchObject({ far: "talking", audio: { kind: "music" } });
  world.clock.advance(REATTACH_MS);
  expect(world.legs.leg("back").far).toBe("ended");
});

test("[XFER6] the transferor takes the call back while the target rings", () => {
  const world = new SimulatedExchange();
  const { near, far } = talking(world);
  world.route = ({ core }) => world.ringing(world.stage(world.target(core.id, "cleo", 1)));
  world.runner.handle(near.id, { type: "transferWanted", channelId: near.id, number: "300" });
  expect(phase(world)).toBe("transferring");
  world.runner.handle(near.id, { type: "transferCanceled", channelId: near.id });
  expect(phase(world)).toBe("connected");
  expect(near.audio).toEqual(far.audio);
  expect(near.transferReports).toEqual([487]);
  expect(ringingLegs(world)).toEqual([]);
});

test("[XFER7] whoever waits to be transferred hangs up: the target stops ringing and the transferor is free", () => {
  const world = new SimulatedExchange();
  const { near, far } = talking(world);
  world.route = ({ core }) => world.ringing(world.stage(world.target(core.id, "cleo", 1)));
  world.runner.handle(near.id, { type: "transferWanted", channelId: near.id, number: "300" });
  world.legs.act(far.id, "ended", { type: "legEnded", channelId: far.id, cause: "hungUp" });
  world.settle();
  expect(near.far).toBe("ended");
  expect(ringingLegs(world)).toEqual([]);
  expect(world.runner.counts.calls).toBe(0);
});

test("[XFER8] a transfer while the call is not connected changes nothing", () => {
  const world = new SimulatedExchange();
  const { channelId, legs } = ringing(world, "ben");
  expect(world.runner.mayHandOver(channelId)).toBe(false);
  world.runner.handle(channelId, { type: "transferWanted", channelId, number: "300" });
  answer(world, legs[0]);
  expect(phase(world)).toBe("connected");
});

test("[CONF2] splitting takes one call out; holding one lets its party hear music alone", () => {
  const world = new SimulatedExchange();
  const first = talking(world, "ben");
  const second = talking(world, "cleo");
  const third = talking(world, "dora");
  world.runner.join([first.near.id, second.near.id, third.near.id]);
  const heard = (): string[] => [first.far, second.far, third.far].map(({ audio }) => audio.kind);
  expect(
    new Set([first.far, second.far, third.far].map(({ audio }) => audio.kind === "bridge" && audio.bridgeId))
      .size,
  ).toBe(1);
  world.runner.handle(first.near.id, { type: "holdChanged", channelId: first.near.id, isHolding: true });
  expect(heard()).toEqual(["music", "bridge", "bridge"]);
  // The conference hears the line through the next of its calls.
  expect(second.near.audio.kind).toBe("bridge");
  world.runner.handle(first.near.id, { type: "holdChanged", channelId: first.near.id, isHolding: false });
  expect(world.runner.split(third.near.id)).toBe(true);
  expect(third.far.audio).toEqual(third.near.audio);
  expect(third.far.audio).not.toEqual(second.far.audio);
});

test("[CONF3] when one of two remaining calls ends, the other leaves the conference", () => {
  const world = new SimulatedExchange();
  const first = talking(world, "ben");
  const second = talking(world, "cleo");
  expect(world.runner.join([first.near.id, second.near.id])).toBeDefined();
  world.legs.act(first.far.id, "ended", { type: "legEnded", channelId: first.far.id, cause: "hungUp" });
  world.settle();
  expect(world.runner.counts.conferences).toBe(0);
  expect(second.near.audio).toMatchObject({ kind: "bridge", bridgeId: `call:${second.callId}` });
});

test("[CONF4] one call alone, or one that only rings, is no conference", () => {
  const world = new SimulatedExchange();
  const { near } = talking(world, "ben");
  const { channelId } = ringing(world, "cleo");
  expect(world.runner.join([near.id])).toBeUndefined();
  expect(world.runner.join([near.id, channelId])).toBeUndefined();
});

test.each([
  ["[CDR1] answered", "hungUp", true, "in", "answer"],
  ["[CDR2] answered elsewhere", "elsewhere", false, "in", "elsewhere"],
  ["[CDR3] the caller gave up", "cancelled", false, "in", "missed"],
  ["[CDR3] for the caller it was canceled", "cancelled", false, "out", "cancelled"],
  ["[CDR4] nobody answered", "noAnswer", false, "in", "missed"],
  ["[CDR5] declined", "declined", false, "in", "declined"],
  ["[CDR6] blocked", "blocked", false, "in", "blocked"],
  ["[CDR7] taken over after an answer is an answer", "replaced", true, "in", "answer"],
] as const)("%s", (_rule, cause, isAnswered, direction, status) => {
  expect(statusOf(cause, isAnswered, direction)).toBe(status);
});

test("[B2B6] causes and SIP statuses agree where it matters", () => {
  for (const cause of ["busy", "declined", "notFound", "forbidden", "congestion"] as const)
    expect(causeOfStatus(statusOfCause(cause))).toBe(cause);
});
