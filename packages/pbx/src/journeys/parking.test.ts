import { expect, test } from "vitest";
import { connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";

const slotOf = (world: PbxWorld): number | undefined => world.pbx.commands.calls()[0]?.parkedSlot;

test("[PARK4] a parked caller is sent to a colleague without being fetched", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller } = await connect(world);
  world.pbx.commands.park(world.channelOf("102"));
  await world.run(20);
  expect(world.pbx.commands.redirect(world.channelOf("101"), { kind: "endpoint", id: "phone-103" })).toEqual({
    isDone: true,
  });
  await world.run(20);
  expect(slotOf(world)).toBeUndefined();
  cleo.answer();
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[PARK4] in another slot the time begins anew, and then it rings whoever parked it first", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  world.pbx.commands.park(world.channelOf("102"));
  await world.run(30_000);
  world.pbx.commands.redirect(world.channelOf("101"), { kind: "park", slot: 703 });
  await world.run(20);
  expect(slotOf(world)).toBe(703);
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  await world.run(40_000);
  expect(callee.calls).toHaveLength(1);
  await world.run(21_000);
  expect(callee.calls).toHaveLength(2);
  callee.answer();
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
