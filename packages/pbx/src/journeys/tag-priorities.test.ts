import { expect, test } from "vitest";
import type { CompanyConfig } from "../dialplan/company-config.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { aQueue, aTrunk } from "../testing/test-company.ts";

const PUBLIC = "+12125550141";
const AGNES = "+12125550199";
const BELA = "+12125550198";
const OUTBOUND: CompanyConfig["outbound"] = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: PUBLIC,
  dailySpendLimit: 100,
  maxConcurrentCalls: 5,
};
const VIP = { tag: "vip", priority: 10 };
const GOLD = { tag: "Gold", priority: 5 };

function tagged(changes: Parameters<typeof aQueue>[0] = {}): PbxWorld {
  const agents = [{ endpointId: "phone-102", isLoggedIn: true }];
  const queue = aQueue({ agents, tagPriorities: [GOLD, VIP], ...changes });
  const inboundNumbers = [{ number: PUBLIC, destination: { kind: "queue", id: "queue" } as const }];
  return worldWith({ queues: [queue], inboundNumbers, outbound: OUTBOUND }, [aTrunk()]);
}

async function enters(world: PbxWorld, from: string, waitMs = 50): Promise<void> {
  world.carrier.callsAs = from;
  world.carrier.dial(PUBLIC.slice(1));
  await world.run(waitMs);
}

/** Who waits, in order of their turn: the number, the priority and the tag. */
function line(world: PbxWorld): string[] {
  const callers = new Map(world.pbx.commands.calls().map((call) => [call.callId, call.callerNumber]));
  const { waiting = [] } = world.pbx.queues.status("queue") ?? {};
  return waiting.map(({ callId, priority, tag }) => [callers.get(callId), priority, tag].join(" ").trim());
}

test("[TAG1] [TAG2] a contact's tag, in any letters, lets the caller go first; the highest one counts", async () => {
  const world = tagged();
  world.tagsOf = async (number) => (number === AGNES ? ["GOLD", "Night", "VIP"] : []);
  await world.run(20);
  await enters(world, BELA);
  await enters(world, AGNES);
  expect(line(world)).toEqual([`${AGNES} 10 vip`, `${BELA} 0`]);
  world.tagsOf = async () => ["gold"];
  await enters(world, "+12125550197");
  expect(line(world)).toEqual([`${AGNES} 10 vip`, "+12125550197 5 Gold", `${BELA} 0`]);
  expect(world.warnings).toEqual([]);
});

test("[TAG2] a higher priority of the number stays, and then the tag is not why", async () => {
  const world = tagged({ callerPriorities: [{ number: "12125550199", priority: 20 }] });
  world.tagsOf = async () => ["vip"];
  await world.run(20);
  await enters(world, AGNES);
  expect(line(world)).toEqual([`${AGNES} 20`]);
});

test.each<[string, () => Promise<readonly string[]>, string]>([
  ["fails", () => Promise.reject(new Error("no database")), "could not be found"],
  ["never ends", () => new Promise(() => {}), "not found in time"],
])("[TAG3] a lookup that %s holds nobody up and is logged", async (_what, tagsOf, warning) => {
  const world = tagged();
  world.tagsOf = tagsOf;
  const agent = await world.phone("102");
  await enters(world, AGNES);
  expect(agent.call.state).toBe("ringing");
  await world.run(400);
  expect(world.warnings).toEqual([expect.stringContaining(warning)]);
  agent.answer();
  await world.run(50);
  agent.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TAG3] an answer that comes too late changes nothing", async () => {
  const world = tagged();
  let answer = (_tags: readonly string[]): void => {};
  world.tagsOf = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await world.run(20);
  await enters(world, AGNES, 350);
  answer(["vip"]);
  await world.run(20);
  expect(line(world)).toEqual([`${AGNES} 0`]);
});

test("[TAG4] nobody asks of a hidden number, of a colleague, or for a queue without tags", async () => {
  const asked: string[] = [];
  const world = tagged();
  world.tagsOf = async (number) => {
    asked.push(number);
    return ["vip"];
  };
  const anna = await world.phone("101");
  anna.dial("301");
  await world.run(50);
  await enters(world, "anonymous");
  expect(asked).toEqual([]);
  expect(world.pbx.queues.status("queue")?.waiting.map(({ priority }) => priority)).toEqual([0, 0]);
  const plain = tagged({ tagPriorities: [] });
  plain.tagsOf = world.tagsOf;
  await plain.run(20);
  await enters(plain, AGNES);
  expect(asked).toEqual([]);
});
