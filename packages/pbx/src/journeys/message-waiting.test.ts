import { expect, test } from "vitest";
import type { MailboxMessage } from "../ports/mailbox-store.ts";
import { connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { companyId: "company", mailboxId: "box-101" };

function annasWorld(): PbxWorld {
  const box = { id: "box-101", name: "anna", pin: undefined, maxMessages: 10, maxMessageMs: 60_000 };
  const line = anEndpoint("101", { mailboxId: box.id });
  return worldWith({ id: BOX.companyId, endpoints: [line, anEndpoint("102")], mailboxes: [box] });
}

function aMessage(id: string, isNew: boolean): MailboxMessage {
  const caller = { callerNumber: "102", callerName: "Ben" };
  return { id, path: `/messages/${id}`, ...caller, receivedAt: 0, durationMs: 2_000, isNew };
}

/** A slow database: nothing is counted until the function is called. */
function holdCounts(world: PbxWorld): () => void {
  let count: () => void = () => {};
  world.beforeCounting = new Promise((resolve) => {
    count = resolve;
  });
  return () => count();
}

const summary = (isWaiting: "yes" | "no", counts: string): string =>
  `Messages-Waiting: ${isWaiting}\r\nMessage-Account: sip:*97@pbx.test\r\nVoice-Message: ${counts} (0/0)\r\n`;

test("[MWI1] a phone that subscribes is told at once and at every change, until it has enough", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  anna.summaries.length = 0;
  world.stored.push(aMessage("old", false));
  const subscription = anna.watchMessages();
  await world.run(50);
  world.stored.push(aMessage("new", true));
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  world.stored.length = 0;
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries).toEqual([summary("no", "0/1"), summary("yes", "1/1"), summary("no", "0/0")]);
  subscription.unsubscribe();
  await world.run(50);
  anna.takesNotices = false;
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries.slice(3)).toEqual(["", "ended timeout"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[MWI2] a phone that never subscribes is told when it comes online and at every change", async () => {
  const world = annasWorld();
  world.stored.push(aMessage("new", true));
  const anna = await world.phone("101", "phone");
  world.stored.push(aMessage("another", true));
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries).toEqual([summary("yes", "1/0"), summary("yes", "2/0")]);
});

test("[MWI3] one that wants nothing unasked is not asked again, and pages are never told", async () => {
  const world = annasWorld();
  const page = await world.phone("101", "browser", "page");
  const anna = await world.phone("101", "phone", "desk");
  anna.takesNotices = false;
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  anna.takesNotices = true;
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries).toEqual([summary("no", "0/0")]);
  expect(page.summaries).toEqual([]);
});

test("[MWI10] what a phone does not want is forgotten when it is gone, signed off or expired", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone", "desk");
  const other = await world.phone("101", "phone", "hall");
  for (const phone of [anna, other]) phone.takesNotices = false;
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(world.pbx.counts.unwilling).toBe(2);
  anna.register(0);
  await world.run(50);
  expect(world.pbx.counts.unwilling).toBe(1);
  await world.run(3_700_000);
  expect(world.pbx.counts).toMatchObject({ devices: 0, unwilling: 0 });
});

test("[MWI9] a phone that does not say that it takes a NOTIFY is left alone unless it subscribes", async () => {
  const world = annasWorld();
  world.stored.push(aMessage("new", true));
  const anna = world.plugged("101", "phone");
  anna.claimsNotices = false;
  anna.register();
  await world.run(50);
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries).toEqual([]);
  anna.watchMessages();
  await world.run(50);
  expect(anna.summaries).toEqual([summary("yes", "1/0")]);
});

test.each([
  ["its own name", "phone-101", [summary("no", "0/0")]],
  ["its extension", "101", [summary("no", "0/0")]],
  ["the name of its box", "anna", [summary("no", "0/0")]],
  ["somebody else's line", "102", ["ended refused 404"]],
])("[MWI4] a phone may ask for %s", async (_what, user, told) => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  anna.summaries.length = 0;
  anna.watchMessages(user);
  await world.run(50);
  expect(anna.summaries).toEqual(told);
});

test("[MWI5] whoever does not know the password is told nothing, and a line without a box has no light", async () => {
  const world = annasWorld();
  const thief = world.intruder("101", "thief");
  thief.watchMessages();
  const ben = await world.phone("102", "phone");
  ben.watchMessages();
  await world.run(50);
  expect(thief.summaries).toEqual(["ended refused 403"]);
  expect(ben.summaries).toEqual(["ended refused 404"]);
});

test("[MWI6] a withdrawn password ends the light, and so does the end of the phone system", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  anna.watchMessages();
  await world.run(50);
  world.pbx.drop("phone-101");
  await world.run(50);
  expect(anna.summaries.at(-1)).toBe("ended rejected");
  anna.register();
  await world.run(50);
  anna.watchMessages();
  await world.run(50);
  world.pbx.stop();
  await world.run(50);
  expect(anna.summaries.at(-1)).toBe("ended deactivated");
});

test("[MWI7] a phone that restarts again and again has ten subscriptions at most", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  for (let times = 0; times < 12; times += 1) {
    anna.watchMessages();
    await world.run(50);
  }
  expect(anna.summaries.filter((each) => each === "ended rejected")).toHaveLength(2);
  expect(world.pbx.counts.dialogs).toBe(10);
});

test("[MWI11] a phone that floods has ten subscriptions at most; lights and calls of others go on", async () => {
  const boxes = ["101", "102"].map((name) => ({
    ...{ id: `box-${name}`, name, pin: undefined },
    ...{ maxMessages: 10, maxMessageMs: 60_000 },
  }));
  const lines = boxes.map(({ id, name }) => anEndpoint(name, { mailboxId: id }));
  const endpoints = [...lines, anEndpoint("103"), anEndpoint("104")];
  const world = worldWith({ id: BOX.companyId, endpoints, mailboxes: boxes });
  const ben = await world.phone("102", "phone");
  ben.summaries.length = 0;
  ben.watchMessages();
  const anna = await world.phone("101", "phone");
  const count = holdCounts(world);
  for (let times = 0; times < 300; times += 1) anna.watchMessages();
  const { caller, callee } = await connect(world, "103", "104");
  count();
  await world.run(1_000);
  const ofTheCall = 2;
  expect(world.pbx.counts.dialogs).toBe(10 + 1 + ofTheCall);
  expect(anna.summaries.filter((each) => each.startsWith("ended"))).toHaveLength(290);
  world.stored.push(aMessage("new", true));
  world.pbx.messagesChanged({ ...BOX, mailboxId: "box-102" });
  await world.run(50);
  expect(ben.summaries).toEqual([summary("no", "0/0"), summary("yes", "1/0")]);
  expect([caller.call.state, callee.call.state]).toEqual(["talking", "talking"]);
  caller.hangUp();
  for (const username of ["phone-101", "phone-102"]) world.pbx.drop(username);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[MWI12] a password that is withdrawn while the messages are counted opens nothing", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  anna.summaries.length = 0;
  const count = holdCounts(world);
  anna.watchMessages();
  await world.run(50);
  world.pbx.drop("phone-101");
  count();
  await world.run(50);
  expect(anna.summaries).toEqual(["ended refused 403"]);
  expect(world.pbx.counts.dialogs).toBe(0);
});

test("[MWI8] counts that were overtaken by a change are not told", async () => {
  const world = annasWorld();
  const anna = await world.phone("101", "phone");
  anna.summaries.length = 0;
  world.pbx.messagesChanged(BOX);
  world.stored.push(aMessage("new", true));
  world.pbx.messagesChanged(BOX);
  world.pbx.messagesChanged(BOX);
  await world.run(50);
  expect(anna.summaries).toEqual([summary("yes", "1/0")]);
});
