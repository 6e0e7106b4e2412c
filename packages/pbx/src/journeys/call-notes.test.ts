import { expect, test } from "vitest";
import type { CallView } from "../calls/views/call-view.ts";
import { connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { aHuntGroup, aQueue } from "../testing/test-company.ts";

const onlyCall = (world: PbxWorld): CallView | undefined => world.pbx.commands.calls()[0];

test("[XFER9] the note of a transfer is shown with the call to the party that gets it", async () => {
  const world = worldWith();
  await world.phone("103");
  const { caller } = await connect(world);
  world.pbx.commands.transfer(world.channelOf("102"), "103", "Wants to change her visit");
  await world.run(20);
  expect(onlyCall(world)?.note).toEqual({ text: "Wants to change her visit", by: "Person 102" });
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER9] a note written while asking goes with the call that is handed over", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  const held = world.channelOf("102");
  callee.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(20);
  const asking = world.pbx.commands.calls().find(({ dialed }) => dialed === "103");
  const own = asking?.parties.find(({ number }) => number === "102")?.channelId ?? "";
  world.pbx.commands.writeNote(own, "Speaks Spanish");
  world.pbx.commands.completeTransfer(held, own);
  await world.run(20);
  expect(onlyCall(world)?.note?.text).toBe("Speaks Spanish");
  world.pbx.commands.writeNote(world.channelOf("103"), "");
  expect(onlyCall(world)?.note).toBeUndefined();
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL13] a call tells which hunt group or queue it came through, until it is transferred", async () => {
  const destination = { kind: "endpoint", id: "phone-102" } as const;
  const group = aHuntGroup({ lines: [{ destination, level: 1, isAvailable: true }] });
  const queue = aQueue({ agents: [{ endpointId: "phone-103", isLoggedIn: true }] });
  const world = worldWith({ huntGroups: [group], queues: [queue] });
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  const cleo = await world.phone("103");
  anna.dial("401");
  await world.run(20);
  expect(onlyCall(world)?.via).toEqual({ kind: "huntGroup", name: "Reception" });
  ben.answer();
  await world.run(20);
  expect(onlyCall(world)?.via?.name).toBe("Reception");
  world.pbx.commands.transfer(world.channelOf("102"), "103");
  await world.run(20);
  cleo.answer();
  await world.run(20);
  expect(onlyCall(world)?.via).toBeUndefined();
  anna.hangUp();
  await world.run(20);
  anna.dial("301");
  await world.run(20);
  expect(onlyCall(world)?.via).toEqual({ kind: "queue", name: "Support" });
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CONF5] one party of a conference is muted or dropped while the rest goes on", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  caller.dial("103");
  await world.run(20);
  expect(world.pbx.commands.drop(world.channelOf("103"))).toMatchObject({ refusal: "wrongState" });
  cleo.answer();
  await world.run(20);
  world.pbx.commands.join(
    world.pbx.commands
      .calls()
      .map(({ parties }) => parties.find(({ number }) => number === "101")!.channelId),
  );
  await world.run(20);
  world.pbx.commands.mute(world.channelOf("102"), true);
  await world.run(20);
  expect([world.legOf("102").isMuted, world.legOf("103").isMuted]).toEqual([true, false]);
  expect(world.pbx.commands.drop(world.channelOf("102")).isDone).toBe(true);
  await world.run(20);
  expect(callee.call.state).toBe("ended");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  cleo.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[REC3] the quality of each party is part of the call and told when people would hear the change", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  let told = 0;
  world.pbx.on("callChanged", () => {
    told += 1;
  });
  const { id } = world.legOf("102");
  world.media.measure(id, 4.3);
  world.media.measure(id, 4.2);
  expect(told).toBe(1);
  world.media.measure(id, 2.5);
  expect(told).toBe(2);
  const scores = onlyCall(world)?.parties.map(({ number, quality }) => [number, quality?.meanOpinionScore]);
  expect(scores).toEqual([
    ["101", undefined],
    ["102", 2.5],
  ]);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL14] a party that adds its camera is told to the others, in a call of browsers", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  const video = (): unknown =>
    onlyCall(world)?.parties.map(({ number, hasVideo, canDoVideo }) => [number, hasVideo, canDoVideo]);
  expect(video()).toEqual([
    ["101", false, true],
    ["102", false, true],
  ]);
  caller.offerAnew("offer with video");
  await world.run(20);
  expect(video()).toEqual([
    ["101", true, true],
    ["102", false, true],
  ]);
  caller.offerAnew("offer");
  await world.run(20);
  expect(onlyCall(world)?.parties[0]?.hasVideo).toBe(false);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
