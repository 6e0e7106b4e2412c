import { expect, test } from "vitest";
import type { CompanyConfig } from "../dialplan/company-config.ts";
import type { SuperviseCall } from "../supervision/supervisions.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { anEndpoint, aQueue } from "../testing/test-company.ts";

const SUPPORT = aQueue({ agents: [{ endpointId: "phone-102", isLoggedIn: true }], wrapUpMs: 0 });
const ENDPOINTS = ["101", "102", "103", "104"].map((extension) => anEndpoint(extension));

/** Anna (101) has called the queue and talks with its agent Ben (102); Ines (103) leads the agents. */
async function aQueueCall(changes: Partial<CompanyConfig> = {}) {
  const world = worldWith({ endpoints: ENDPOINTS, queues: [SUPPORT], ...changes });
  const [anna, ben, ines] = [await world.phone("101"), await world.phone("102"), await world.phone("103")];
  anna.dial("301");
  await world.run(20);
  ben.answer();
  await world.run(20);
  expect(ben.call.state).toBe("talking");
  return { world, anna, ben, ines, callId: callOf(world, "102") };
}

const callOf = (world: PbxWorld, number: string): string =>
  world.pbx.commands.calls().find(({ parties }) => parties.some((party) => party.number === number))
    ?.callId ?? "";

const wish = (callId: string, mode: SuperviseCall["mode"] = "listen"): SuperviseCall => ({
  companyId: "company",
  callId,
  mode,
  userId: "user-103",
  name: "Ines Duarte",
  endpointId: "phone-103",
});

const viewOf = (world: PbxWorld, callId: string) => world.pbx.commands.call(callId);

async function listening(changes: Partial<CompanyConfig> = {}, mode: SuperviseCall["mode"] = "listen") {
  const talk = await aQueueCall(changes);
  const { world, ines, callId } = talk;
  expect(world.pbx.supervisions.supervise(wish(callId, mode)).isDone).toBe(true);
  await world.run(20);
  expect(ines.call.state).toBe("ringing");
  ines.answer();
  await world.run(20);
  return talk;
}

test("[SUP1] [SUP2] a listener is rung, joins the two unheard, whispers to the agent alone, and speaks to both", async () => {
  const { world, anna, ben, ines, callId } = await listening();
  const { bridgeId } = world.legOf("102");
  expect(world.legOf("103")).toMatchObject({ bridgeId, audience: [] });
  expect(viewOf(world, callId)?.supervisors).toMatchObject([{ name: "Ines Duarte", mode: "listen" }]);
  expect(viewOf(world, callId)?.parties.map(({ number }) => number)).toEqual(["101", "102"]);

  world.pbx.supervisions.supervise(wish(callId, "whisper"));
  await world.run(20);
  expect(world.legOf("103")).toMatchObject({ bridgeId, audience: [world.legOf("102").id] });
  world.pbx.supervisions.supervise(wish(callId, "barge"));
  await world.run(20);
  expect(world.legOf("103")).toMatchObject({ bridgeId, audience: undefined });
  expect(viewOf(world, callId)?.supervisors).toMatchObject([{ mode: "barge" }]);
  expect(ines.calls).toHaveLength(1);

  ines.hangUp();
  await world.run(20);
  expect(viewOf(world, callId)?.supervisors).toEqual([]);
  expect([anna.call.state, ben.call.state]).toEqual(["talking", "talking"]);
  anna.hangUp();
  await world.run(20);
  expect(world.closed.map(({ ownNumber }) => ownNumber).toSorted()).toEqual(["101", "102"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[SUP3] the listener leaves with the call, also while the phone still rings", async () => {
  const { world, anna, ines } = await listening();
  anna.hangUp();
  await world.run(20);
  expect(ines.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);

  const other = await aQueueCall();
  other.world.pbx.supervisions.supervise(wish(other.callId));
  await other.world.run(20);
  other.ines.ring();
  await other.world.run(20);
  other.ben.hangUp();
  await other.world.run(20);
  expect(other.ines.call.state).toBe("ended");
  expect(await leftovers(other.world)).toEqual(NOTHING);
});

test("[SUP3] a call that the agent hands to somebody outside the queue is not listened to any more", async () => {
  const { world, ines } = await listening();
  const dora = await world.phone("104");
  world.pbx.commands.transfer(world.channelOf("102"), "104");
  await world.run(20);
  expect(ines.call.state).toBe("ended");
  dora.answer();
  await world.run(20);
  expect(world.pbx.supervisions.supervise(wish(callOf(world, "104")))).toMatchObject({
    refusal: "wrongState",
  });
});

test("[SUP3] through hold and a conference the listener stays where the agent is", async () => {
  const { world, ben, callId } = await listening({}, "whisper");
  world.pbx.commands.hold(world.channelOf("102"), true);
  await world.run(20);
  world.pbx.commands.hold(world.channelOf("102"), false);
  await world.run(20);
  expect(world.legOf("103").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(viewOf(world, callId)?.supervisors).toHaveLength(1);
  const dora = await world.phone("104");
  ben.dial("104");
  await world.run(20);
  dora.answer();
  await world.run(20);
  const agentLegs = world.legsOf("102").map(({ id }) => id);
  expect(world.pbx.commands.join(agentLegs).isDone).toBe(true);
  await world.run(20);
  const listener = world.legOf("103");
  expect(listener.bridgeId).toBe(world.legOf("101").bridgeId);
  expect(listener.audience?.toSorted()).toEqual(agentLegs.toSorted());
});

test("[SUP4] only a queue's call of one of its agents, of the same company, and never one's own", async () => {
  const { world, callId } = await aQueueCall();
  const { supervisions } = world.pbx;
  expect(supervisions.agentCalls("company").map(({ call, agentId }) => [call.callId, agentId])).toEqual([
    [callId, "phone-102"],
  ]);
  expect(supervisions.agentCalls("other")).toEqual([]);
  const refusalOf = (changes: Partial<SuperviseCall>) => {
    const result = supervisions.supervise({ ...wish(callId), ...changes });
    return result.isDone ? "done" : result.refusal;
  };
  expect(refusalOf({ companyId: "other" })).toBe("wrongState");
  expect(refusalOf({ callId: "nothing" })).toBe("wrongState");
  expect(refusalOf({ endpointId: "phone-102" })).toBe("notAllowed");
  expect(refusalOf({ endpointId: "phone-104" })).toBe("unreachable");
  expect(refusalOf({ endpointId: "phone-999" })).toBe("unknownEndpoint");

  const dora = await world.phone("104");
  dora.dial("103");
  await world.run(20);
  expect(refusalOf({ callId: callOf(world, "104") })).toBe("wrongState");
});

test("[SUP4] an agent's private call is not listened to", async () => {
  const world = worldWith({ endpoints: ENDPOINTS, queues: [SUPPORT] });
  const [anna, ben] = [await world.phone("101"), await world.phone("102")];
  await world.phone("103");
  anna.dial("102");
  await world.run(20);
  ben.answer();
  await world.run(20);
  const result = world.pbx.supervisions.supervise(wish(callOf(world, "102")));
  expect(result).toEqual({ isDone: false, refusal: "wrongState" });
});

test("[SUP5] a listener goes from one agent to another without hanging up", async () => {
  const agents = ["102", "104"].map((each) => ({ endpointId: `phone-${each}`, isLoggedIn: true }));
  const queue = { ...SUPPORT, agents, strategy: "roundRobin" as const };
  const { world, ines, callId } = await listening({ queues: [queue] });
  const [dora, emil] = [await world.phone("104"), await world.phone("103", "phone", "103-2")];
  emil.dial("301");
  await world.run(20);
  dora.answer();
  await world.run(20);
  const second = callOf(world, "104");
  world.pbx.supervisions.supervise(wish(second, "barge"));
  await world.run(20);
  expect(ines.calls).toHaveLength(1);
  expect(viewOf(world, callId)?.supervisors).toEqual([]);
  expect(viewOf(world, second)?.supervisors).toMatchObject([{ mode: "barge" }]);
});

test.each([
  ["from a call that is listened to", true],
  ["at once", false],
])(
  "[SUP6] a call is taken over %s: the agent goes, and the history knows both",
  async (_how, isListening) => {
    const { world, anna, ben, ines, callId } = isListening ? await listening() : await aQueueCall();
    const { mode: _mode, ...request } = wish(callId);
    expect(world.pbx.supervisions.takeOver(request).isDone).toBe(true);
    await world.run(20);
    if (!isListening) {
      expect(ben.call.state).toBe("talking");
      ines.answer();
      await world.run(20);
    }
    expect([anna.call.state, ben.call.state, ines.call.state]).toEqual(["talking", "ended", "talking"]);
    expect(viewOf(world, callId)?.parties.map(({ number }) => number)).toEqual(["101", "103"]);
    expect(world.legOf("103")).toMatchObject({ bridgeId: world.legOf("101").bridgeId, audience: undefined });
    expect(viewOf(world, callId)?.supervisors).toEqual([]);
    ines.hangUp();
    await world.run(20);
    expect(anna.call.state).toBe("ended");
    expect(world.closed.map(({ ownNumber, status }) => [ownNumber, status]).toSorted()).toEqual([
      ["101", "answer"],
      ["102", "answer"],
      ["103", "answer"],
    ]);
    expect(await leftovers(world)).toEqual(NOTHING);
  },
);

test.each([
  ["none", [], false],
  ["shown", [], true],
  ["heard", ["beep"], true],
] as const)(
  "[SUP7] with the notice %s the agent hears %j and is shown it: %s",
  async (notice, tones, isShown) => {
    const { world, callId } = await listening({ supervisionNotice: notice });
    expect(world.media.said.filter((each) => each === "beep")).toEqual(tones);
    expect(viewOf(world, callId)?.supervisors).toMatchObject([{ isShown }]);
    world.pbx.supervisions.supervise(wish(callId, "whisper"));
    await world.run(20);
    expect(viewOf(world, callId)?.supervisors).toMatchObject([{ isShown: true }]);
  },
);

/** What histories are told, in words. */
function partsIn(world: PbxWorld): string[] {
  const told: string[] = [];
  world.pbx.on("supervisionBegan", ({ mode, userId, agentId, isShown }) =>
    told.push(`${userId} ${mode} ${agentId}${isShown ? " shown" : ""}`),
  );
  world.pbx.on("supervisionEnded", ({ userId }) => told.push(`${userId} ended`));
  return told;
}

test("[SUP13] each part of a supervisor begins when the phone is answered and ends once, by mode and by call", async () => {
  const { world, ines, anna, callId } = await aQueueCall();
  const told = partsIn(world);
  world.pbx.supervisions.supervise(wish(callId));
  await world.run(20);
  expect(told).toEqual([]);
  ines.answer();
  await world.run(20);
  world.pbx.supervisions.supervise(wish(callId));
  world.pbx.commands.hold(world.channelOf("102"), true);
  await world.run(20);
  world.pbx.commands.hold(world.channelOf("102"), false);
  await world.run(20);
  expect(told).toEqual(["user-103 listen phone-102"]);
  world.pbx.supervisions.supervise(wish(callId, "whisper"));
  await world.run(20);
  anna.hangUp();
  await world.run(20);
  expect(told).toEqual([
    "user-103 listen phone-102",
    "user-103 ended",
    "user-103 whisper phone-102 shown",
    "user-103 ended",
  ]);
});

test("[SUP13] a phone that is not answered is no part; a call that is taken over is one, which is shown", async () => {
  const { world, ines, ben, callId } = await aQueueCall({ supervisionNotice: "shown" });
  const told = partsIn(world);
  world.pbx.supervisions.supervise(wish(callId));
  await world.run(20);
  ines.ring();
  await world.run(30_000);
  expect([ines.call.state, ben.call.state]).toEqual(["ended", "talking"]);
  expect(told).toEqual([]);
  const { mode: _mode, ...request } = wish(callId);
  world.pbx.supervisions.takeOver(request);
  await world.run(20);
  ines.answer();
  await world.run(20);
  expect(told).toEqual(["user-103 takeOver phone-102 shown", "user-103 ended"]);
});
