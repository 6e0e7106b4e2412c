import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import { MessagesWorld } from "../testing/messages-world.ts";

const ANA = "16465570001";
const BEN = "16465570002";

let world: MessagesWorld;
let maya: Actor;
let dev: Actor;
let main: string;
let billing: string;

beforeAll(async () => {
  world = await MessagesWorld.create();
  world.start();
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Lind" });
  dev = await aUser(world.database, company);
  main = await world.line([maya, dev], "12125570001", "Main");
  billing = await world.line([maya], "12125570002", "Billing");
  await receive(ANA, "The wheelchair ramp is icy");
  await receive(BEN, "Is the RAMP open today?");
  await send(BEN, "It is, come by the side door", billing);
  await send(ANA, "Thank you, we will salt it");
});
afterAll(() => world.close());

test("[SMS12] every word must stand in a message, begun or within another; the newest is first", async () => {
  expect(await texts("ramp")).toEqual(["Is the RAMP open today?", "The wheelchair ramp is icy"]);
  expect(await texts("Wheel")).toEqual(["The wheelchair ramp is icy"]);
  expect(await texts("ramp ic")).toEqual(["The wheelchair ramp is icy"]);
  expect(await texts("heelchair")).toEqual(["The wheelchair ramp is icy"]);
  const [found] = (await search("salt")).messages;
  expect(found).toMatchObject({
    smsLine: main,
    conversation: ANA,
    direction: "out",
    sent_by_name: "Maya Lind",
  });
});

test("[SMS12] what is typed is never a question of the database's own", async () => {
  for (const q of ["!!", "a' | 'b", "& & &", "\\ :*", "(ramp", "%%%", "<->"])
    expect((await search(q)).messages.every(({ text }) => text.length > 0)).toBe(true);
});

test("[SMS12] conversations are found by a part of the number, or by the numbers of contacts that fit", async () => {
  expect(await numbers("557-0002")).toEqual([BEN, BEN]);
  expect(await numbers("Ana R", { match: ANA })).toEqual([ANA]);
  expect(await numbers("Ana R")).toEqual([]);
  expect(await numbers("0001", { offset: 12 })).toEqual([]);
});

test("[SMS12] only messages of the user's own lines are found, and of the lines that were chosen", async () => {
  expect(await texts("side door")).toEqual(["It is, come by the side door"]);
  expect(await texts("side door", { sms_line: main })).toEqual([]);
  expect(await texts("side door", {}, dev)).toEqual([]);
  await expect(search("door", { sms_line: billing }, dev)).rejects.toMatchObject({
    code: "messages.noAccess",
  });
});

test("[SMS12] what is deleted is not found, and pages follow one another", async () => {
  await receive(ANA, "page one", "page two", "page three");
  const first = await search("page", { limit: 2 });
  expect(first.hasMore).toBe(true);
  const next = await search("page", { limit: 2, offset: 2 });
  expect([...first.messages, ...next.messages].map(({ text }) => text)).toEqual([
    "page three",
    "page two",
    "page one",
  ]);
  expect(next.hasMore).toBe(false);
  const [newest] = first.messages;
  await world.ask("deleteSmsMessage", maya, {
    query: { sms_line: main, conversation: ANA, id: newest?.id ?? "" },
  });
  expect(await texts("page")).toEqual(["page two", "page one"]);
  await world.ask("deleteSmsConversation", maya, { query: { sms_line: main, conversation: ANA } });
  expect(await texts("page")).toEqual([]);
  expect(await numbers("0001")).toEqual([]);
});

const search = (q: string, query: object = {}, actor = maya) =>
  world.ask("searchSms", actor, { query: { q, ...query } });
const texts = async (q: string, query: object = {}, actor = maya): Promise<string[]> =>
  (await search(q, query, actor)).messages.map(({ text }) => text);
const numbers = async (q: string, query: object = {}): Promise<string[]> =>
  (await search(q, query)).conversations.map(({ id }) => id);

async function send(to: string, msgdata: string, smsLine = main): Promise<void> {
  await world.ask("sendSms", maya, {
    body: { sms_line: smsLine, receiver: to, msgdata, mId: randomUUID() },
  });
}

async function receive(from: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    world.clock.advance(1_000);
    await world.carrier.events.received({
      carrierId: randomUUID(),
      from,
      to: main,
      body,
      media: [],
      at: world.clock.now(),
    });
  }
}
