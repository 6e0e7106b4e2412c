import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint } from "../testing/test-company.ts";

const OWN = { companyId: "acme", endpointId: "phone-101", account: "phone-101" };

test("[TEST1] a test call rings as any other, lets one hear oneself, hangs up, and no record tells of it", async () => {
  const world = worldWith();
  const request = { ...OWN, companyId: world.company.id };
  const anna = await world.phone("101");
  expect(world.pbx.commands.ringForTest(request).isDone).toBe(true);
  await world.run(20);
  expect(anna.call.state).toBe("ringing");
  expect(anna.call.invite?.request.from).toMatchObject({ displayName: "Offhook test call" });
  expect(world.pbx.commands.calls()).toMatchObject([{ isTest: true, phase: "summoning" }]);
  expect(world.pbx.commands.ringForTest(request)).toEqual({ isDone: false, refusal: "wrongState" });
  anna.answer();
  await world.run(100);
  expect(world.media.said).toEqual(["echo-test"]);
  expect(world.legOf("101").isEchoing).toBe(true);
  await world.run(7_000);
  expect(anna.call.state).toBe("talking");
  await world.run(1_500);
  expect(anna.call.state).toBe("ended");
  expect([...world.opened, ...world.closed]).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TEST2] one that nobody answers, or somebody declines, ends without a mailbox and without a record", async () => {
  const endpoints = [anEndpoint("101", { mailboxId: "box" })];
  const BOX = { id: "box", name: "101", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const request = { ...OWN, companyId: world.company.id };
  const anna = await world.phone("101");
  world.pbx.commands.ringForTest(request);
  await world.run(20);
  anna.decline(603);
  await world.run(20);
  expect(world.pbx.commands.calls()).toEqual([]);
  world.pbx.commands.ringForTest(request);
  await world.run(20);
  anna.ring();
  await world.run(20_500);
  expect(anna.call.state).toBe("ended");
  expect(world.media.said).toEqual([]);
  expect([...world.opened, ...world.closed]).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test.each([
  ["a line that does not want to be disturbed", { isDoNotDisturb: true }, OWN, "quiet"],
  ["a line whose calls are off", { isCallsDisabled: true }, OWN, "quiet"],
  ["an account without a device", {}, { ...OWN, account: "web-2" }, "unreachable"],
  ["an unknown line", {}, { ...OWN, endpointId: "phone-999" }, "unknownEndpoint"],
] as const)("[TEST3] %s is not rung, and says why", async (_what, change, request, refusal) => {
  const world = worldWith({ endpoints: [anEndpoint("101", change)] });
  const anna = await world.phone("101");
  const result = world.pbx.commands.ringForTest({ ...request, companyId: world.company.id });
  expect(result).toEqual({ isDone: false, refusal });
  await world.run(20);
  expect(anna.calls).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});
