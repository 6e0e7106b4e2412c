import type { CompanyConfig, TrunkConfig } from "../dialplan/company-config.ts";
import { PbxWorld } from "./pbx-world.ts";
import type { ScriptedPhone } from "./scripted-phone.ts";
import { aCompany, anEndpoint } from "./test-company.ts";

/** Extensions 101 to 103, and whatever the test adds. */
export function worldWith(
  changes: Partial<CompanyConfig> = {},
  trunks: readonly TrunkConfig[] = [],
): PbxWorld {
  const endpoints = ["101", "102", "103"].map((extension) => anEndpoint(extension));
  return new PbxWorld({ company: aCompany({ endpoints, ...changes }), trunks });
}

export interface RingingCall {
  readonly world: PbxWorld;
  readonly anna: ScriptedPhone;
  readonly ben: ScriptedPhone;
}

/** Anna's browser (101) has called Ben's (102), and that rings. */
export async function annaRingsBen(world = worldWith()): Promise<RingingCall> {
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  await world.run(20);
  return { world, anna, ben };
}

/** Two browsers that talk. */
export async function connect(
  world: PbxWorld,
  from = "101",
  to = "102",
): Promise<{ readonly caller: ScriptedPhone; readonly callee: ScriptedPhone }> {
  const caller = await world.phone(from);
  const callee = await world.phone(to);
  caller.dial(to);
  await world.run(20);
  callee.answer();
  await world.run(20);
  if (caller.call.state !== "talking") throw new Error(`The call did not come about: ${caller.call.news}`);
  return { caller, callee };
}

/** What is left of all calls, after the time every transaction of RFC 3261 needs to be forgotten. */
export async function leftovers(world: PbxWorld): Promise<object> {
  await world.run(70_000);
  const { calls, legs, bridges, dialogs, waiting, faxes } = world.pbx.counts;
  const closed = new Set(world.closed.map(({ id }) => id));
  return {
    calls,
    legs,
    bridges,
    dialogs,
    waiting,
    faxes,
    mediaLegs: world.media.legs.size,
    mediaBridges: world.media.bridges.size,
    openRecords: world.opened.filter(({ id }) => !closed.has(id)).length,
    closedTwice: world.closed.length - closed.size,
  };
}

export const NOTHING = {
  calls: 0,
  legs: 0,
  bridges: 0,
  dialogs: 0,
  waiting: 0,
  faxes: 0,
  mediaLegs: 0,
  mediaBridges: 0,
  openRecords: 0,
  closedTwice: 0,
};
