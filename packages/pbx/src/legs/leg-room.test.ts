import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint, aTrunk } from "../testing/test-company.ts";

const OUTBOUND = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: "+12125550110",
  dailySpendLimit: 100,
  maxConcurrentCalls: 50,
};
const ECHO = "*43";

test("[ROOM1] a line gets as many calls as it may have, the next is busy, and others go on", async () => {
  const world = worldWith({ limits: { maxCallsPerLine: 5, maxLegs: 100 } });
  const greedy = await world.phone("101", "phone");
  const calls = Array.from({ length: 7 }, () => greedy.dial(ECHO));
  await world.run(50);
  expect(calls.map(({ state }) => state)).toEqual([...Array(5).fill("talking"), "ended", "ended"]);
  expect(calls.at(-1)?.news).toBe("486");
  expect(world.reached.at(-1)).toEqual({
    scope: "line",
    companyId: "company",
    endpointId: "phone-101",
    limit: 5,
  });
  expect(
    world.pbx.commands.place({
      companyId: "company",
      endpointId: "phone-101",
      first: "",
      destination: ECHO,
    }),
  ).toEqual({ isDone: false, refusal: "limitReached" });
  const other = await world.phone("102");
  other.dial(ECHO);
  await world.run(50);
  expect(other.call.state).toBe("talking");
  greedy.hangUp(calls[0]);
  await world.run(50);
  expect(greedy.dial(ECHO)).toMatchObject({ state: "calling" });
  await world.run(50);
  expect(greedy.call.state).toBe("talking");
  for (const call of greedy.calls) if (call.state === "talking") greedy.hangUp(call);
  other.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[ROOM1] a line that may be called more often may call as often", async () => {
  const endpoints = [anEndpoint("101", { maxCalls: 7 })];
  const world = worldWith({ endpoints, limits: { maxCallsPerLine: 2, maxLegs: 100 } });
  const phone = await world.phone("101", "phone");
  const calls = Array.from({ length: 8 }, () => phone.dial(ECHO));
  await world.run(50);
  expect(calls.filter(({ state }) => state === "talking")).toHaveLength(7);
});

test("[ROOM2] a company that is full is told 503 and when to try again; what it has goes on", async () => {
  const world = worldWith({ limits: { maxCallsPerLine: 20, maxLegs: 3 } });
  const [anna, ben] = [await world.phone("101"), await world.phone("102")];
  anna.dial("102");
  await world.run(30);
  ben.answer();
  await world.run(30);
  const cleo = await world.phone("103");
  cleo.dial(ECHO);
  await world.run(30);
  expect(cleo.call.state).toBe("talking");
  const second = anna.dial(ECHO);
  await world.run(30);
  expect(second).toMatchObject({ state: "ended", news: "503" });
  expect(world.reached.at(-1)).toMatchObject({ scope: "company", limit: 3 });
  expect([anna.calls[0]?.state, ben.call.state]).toEqual(["talking", "talking"]);
});

test("[ROOM2] a phone for which there is no room is not rung, and the caller hears why", async () => {
  const world = worldWith({ limits: { maxCallsPerLine: 20, maxLegs: 1 } });
  const [anna, ben] = [await world.phone("101"), await world.phone("102")];
  anna.dial("102");
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "503" });
  expect(ben.calls).toEqual([]);
});

test("[ROOM3] emergency calls pass every limit, on what is kept for them", async () => {
  const limits = { maxCallsPerLine: 2, maxLegs: 3 };
  const world = worldWith({ outbound: OUTBOUND, limits }, [aTrunk()]);
  Object.assign(world.legLimits, { maxLegs: 6, reservedLegs: 3 });
  await world.run(20);
  const anna = await world.phone("101", "phone");
  const ben = await world.phone("102", "phone");
  anna.dial(ECHO);
  anna.dial(ECHO);
  ben.dial(ECHO);
  await world.run(30);
  const ordinary = ben.dial("2125550199");
  await world.run(30);
  expect(ordinary).toMatchObject({ state: "ended", news: "503" });
  const help = anna.dial("911");
  await world.run(30);
  expect(world.carrier.call).toMatchObject({ direction: "in", state: "ringing" });
  world.carrier.answer();
  await world.run(30);
  expect(help.state).toBe("talking");
  expect(world.pbx.counts.legs).toBe(5);
});
