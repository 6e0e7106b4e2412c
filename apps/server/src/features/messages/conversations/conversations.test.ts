import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aTask, aUser, eventsOf } from "../../testing/company.ts";
import { MessagesWorld } from "../testing/messages-world.ts";
import { UNDO_MS } from "./conversation-service.ts";
import { createSmsTimeline } from "./sms-timeline.ts";

let world: MessagesWorld;
let company: number;
let maya: Actor;
let dev: Actor;
let line: string;
let other: string;
const ANA = "16465570001";
const BEN = "16465570002";
const CLEO = "16465570003";

beforeAll(async () => {
  world = await MessagesWorld.create();
  world.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  company = await aCompany(world.database);
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Lind" });
  dev = await aUser(world.database, company, { firstname: "Dev", lastname: "Rao" });
  line = await world.line([maya, dev], `1212557${String(company).padStart(4, "0")}`, "Main");
  other = await world.line([maya], `1212558${String(company).padStart(4, "0")}`, "Billing");
});

const send = (to: string, msgdata: string, smsLine = line) =>
  world.ask("sendSms", maya, { body: { sms_line: smsLine, receiver: to, msgdata, mId: randomUUID() } });
async function receive(from: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    world.clock.advance(1_000);
    await world.carrier.events.received({
      carrierId: randomUUID(),
      from,
      to: line,
      body,
      media: [],
      at: world.clock.now(),
    });
  }
}
const list = async (query: object = {}, actor = maya) => world.ask("listSmsConversations", actor, { query });
const idsOf = async (query: object = {}, actor = maya) =>
  (await list(query, actor)).conversations.map(({ id }) => id);
const page = (query: object = {}) =>
  world.ask("getSmsPage", maya, { query: { sms_line: line, conversation: ANA, ...query } });
const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

describe("SMS2 the list", () => {
  test("is newest first, over all lines or some, page by page", async () => {
    await receive(ANA, "a");
    await receive(BEN, "b");
    world.clock.advance(1_000);
    await send(CLEO, "c", other);
    expect(await idsOf()).toEqual([CLEO, BEN, ANA]);
    expect(await idsOf({ sms_line: line })).toEqual([BEN, ANA]);
    expect(await idsOf({}, dev)).toEqual([BEN, ANA]);
    const first = await list({ limit: 2 });
    expect(first.conversations).toHaveLength(2);
    const second = await list({ limit: 2, cursor: first.next ?? "" });
    expect({ ids: second.conversations.map(({ id }) => id), next: second.next }).toEqual({
      ids: [ANA],
      next: null,
    });
    expect(await idsOf({ offset: 1, limit: 1 })).toEqual([BEN]);
    await expect(list({ sms_line: other }, dev)).rejects.toMatchObject({ code: "messages.noAccess" });
  });

  test("filters by what is unread, assigned, resolved, scheduled and blocked", async () => {
    for (const from of [ANA, BEN, CLEO]) await receive(from, "hi");
    await world.ask("markRead", dev, { body: { type: "sms", line, conversation: ANA } });
    await aTask(world.database, maya, { source: "sms", source_id: BEN, line }, { assigned_to: maya.userId });
    await aTask(
      world.database,
      maya,
      { source: "sms", source_id: CLEO, line },
      { status: "done", assigned_to: dev.userId },
    );
    await world.ask("addToSmsBlacklist", maya, { body: { sms_line: line, recipient: CLEO } });
    const at = world.clock.now() + 60_000;
    await world.ask("scheduleSms", maya, {
      body: { sms_line: line, receiver: ANA, msgdata: "x", mId: randomUUID(), scheduled_at: at },
    });
    const found = async (filter: string, actor = maya) => idsOf({ filter }, actor);
    expect(await found("unread")).toEqual([CLEO, BEN]);
    expect(await found("assignedToMe")).toEqual([BEN]);
    expect(await found("assignedToMe", dev)).toEqual([]);
    expect(await found("assigned")).toEqual([BEN]);
    expect(await found("unassigned")).toEqual([CLEO, ANA]);
    expect(await found("unresolved")).toEqual([BEN]);
    expect(await found("resolved")).toEqual([CLEO]);
    expect(await found("scheduled")).toEqual([ANA]);
    expect(await found("blocked")).toEqual([CLEO]);
    expect((await list({ filter: "resolved" })).conversations).toMatchObject([
      { taskStatus: "done", done: true, assignedToName: "Dev Rao", task: { assigned_to: dev.userId } },
    ]);
    expect(await found("all")).toHaveLength(3);
  });
});

describe("SMS2 a thread", () => {
  test("opens at the first unread and goes on both ways without gap or repeat", async () => {
    await receive(ANA, ...numbered(1, 12));
    await world.ask("markRead", maya, {
      body: { type: "sms", line, ids: (await page({ limit: 200 })).messages.slice(0, 8).map(({ id }) => id) },
    });
    const middle = await page({ around: "unread", limit: 4 });
    expect(textsOf(middle.messages)).toEqual(["7", "8", "9", "10"]);
    expect(middle).toMatchObject({ hasBefore: true, hasAfter: true, conversation: { unread: 4 } });
    expect(middle.conversation.firstUnreadId).toBe(middle.messages[2]?.id);
    const newer = await page({ after: middle.messages.at(-1)?.id, limit: 4 });
    expect({ texts: textsOf(newer.messages), hasAfter: newer.hasAfter }).toEqual({
      texts: ["11", "12"],
      hasAfter: false,
    });
    const older = await page({ before: middle.messages[0]?.id, limit: 10 });
    expect({ texts: textsOf(older.messages), hasBefore: older.hasBefore }).toEqual({
      texts: numbered(1, 6),
      hasBefore: false,
    });
    const found = await page({ around: older.messages[2]?.id, limit: 3 });
    expect(textsOf(found.messages)).toEqual(["2", "3", "4"]);
  });

  test("by offset counts from the newest; a number that was never written to is not found", async () => {
    await receive(ANA, ...numbered(1, 5));
    const query = { sms_line: line, conversation: ANA, offset: 1, limit: 2 };
    expect(textsOf((await world.ask("getSmsConversation", dev, { query })).messages)).toEqual(["3", "4"]);
    await expect(
      world.ask("getSmsConversation", dev, { query: { ...query, conversation: BEN } }),
    ).rejects.toMatchObject({ message: "No conversation found.", status: 404 });
  });

  test("SMS10 has the comments of colleagues among its texts, and nothing of them goes out", async () => {
    await receive(ANA, "Where is my nurse?");
    const body = {
      sms_line: line,
      conversation: ANA,
      text: "On it, @Maya",
      mentions: [maya.userId],
      mId: randomUUID(),
    };
    const comment = await world.ask("addSmsComment", dev, { body });
    expect((await world.ask("addSmsComment", dev, { body })).id).toBe(comment.id);
    const { messages, conversation } = await page();
    expect(messages).toMatchObject([
      { kind: "text" },
      { kind: "comment", mentions: [maya.userId], dlr_status: null },
    ]);
    expect(conversation.subtitle).toBe("Where is my nurse?");
    expect(world.carrier.bodies).not.toContain("On it, @Maya");
    const told = (await eventsOf(world.database, company)).filter(
      ({ event }) => event.type === "SMS_MENTION",
    );
    expect(told).toMatchObject([{ channel: `user.${maya.userId}` }]);
    const place = { sms_line: line, conversation: ANA, id: comment.id };
    await expect(world.ask("deleteSmsMessage", maya, { query: place })).rejects.toMatchObject({
      code: "messages.commentNotOwned",
    });
    await world.ask("deleteSmsMessage", dev, { query: place });
    expect((await page()).messages).toHaveLength(1);
    const outsider = await aUser(world.database, company);
    await expect(
      world.ask("addSmsComment", dev, { body: { ...body, mId: randomUUID(), mentions: [outsider.userId] } }),
    ).rejects.toMatchObject({ code: "messages.mentionOutsideLine" });
  });
});

describe("SMS1 reading", () => {
  test("is for everybody on the line, keeps the name of the user, and can be taken back", async () => {
    await receive(ANA, "1", "2");
    await receive(BEN, "3");
    expect((await world.ask("markRead", dev, { body: { type: "sms", line, conversation: ANA } })).sms).toBe(
      1,
    );
    expect((await world.ask("getUnread", maya, {})).sms).toBe(1);
    expect((await page()).messages).toMatchObject([
      { new: false, read_by: [dev.userId] },
      { new: false, read_by: [dev.userId] },
    ]);
    await world.ask("markRead", maya, { body: { type: "sms", line, conversation: ANA } });
    expect((await page()).conversation).toMatchObject({ read: true, read_by: [dev.userId, maya.userId] });
    expect((await world.ask("markUnread", dev, { body: { type: "sms", line, conversation: ANA } })).sms).toBe(
      2,
    );
    const { messages, conversation } = await page();
    expect(conversation).toMatchObject({ unread: 1, firstUnreadId: messages[1]?.id, read_by: [maya.userId] });
    expect((await world.ask("markRead", maya, { body: { type: "all" } })).sms).toBe(0);
    expect(await idsOf({ filter: "unread" })).toEqual([]);
    const events = (await eventsOf(world.database, company)).filter(({ event }) => event.type === "SMS_READ");
    expect(events.map(({ event }) => event.new)).toEqual([false, false, true, false]);
  });
});

describe("SMS9 deleting", () => {
  test("a message is gone for all, counts no more, and can be brought back for a while", async () => {
    await receive(ANA, "1", "2");
    const [, last] = (await page()).messages;
    const address = { sms_line: line, conversation: ANA, id: last?.id ?? "" };
    const { undoUntil } = await world.ask("deleteSmsMessage", dev, { query: address });
    expect(undoUntil).toBe(world.clock.now() + UNDO_MS);
    expect((await page()).conversation).toMatchObject({ subtitle: "1", unread: 1 });
    expect((await world.unread.count(maya)).sms).toBe(1);
    await world.ask("restoreSmsMessage", dev, { body: address });
    expect(textsOf((await page()).messages)).toEqual(["1", "2"]);
    await world.ask("deleteSmsMessage", dev, { query: address });
    world.clock.advance(UNDO_MS + 1);
    await expect(world.ask("restoreSmsMessage", dev, { body: address })).rejects.toMatchObject({
      code: "messages.tooLateToUndo",
    });
  });

  test("a conversation is gone at once; what comes later begins a new one", async () => {
    await receive(ANA, "1", "2");
    const address = { sms_line: line, conversation: ANA };
    await world.ask("deleteSmsConversation", maya, { query: address });
    await expect(page()).rejects.toMatchObject({ message: "No conversation found." });
    expect({ ids: await idsOf(), unread: (await world.unread.count(maya)).sms }).toEqual({
      ids: [],
      unread: 0,
    });
    await world.ask("restoreSmsConversation", maya, { body: address });
    expect(textsOf((await page()).messages)).toEqual(["1", "2"]);
    await world.ask("deleteSmsConversation", maya, { query: address });
    await receive(ANA, "3");
    expect(textsOf((await page()).messages)).toEqual(["3"]);
    const types = (await eventsOf(world.database, company)).map(({ event }) => event.type);
    expect(types.filter((type) => /DELETED|RESTORED/.test(type))).toEqual([
      "SMS_DELETED",
      "SMS_RESTORED",
      "SMS_DELETED",
    ]);
  });

  test("what nobody can bring back is forgotten", async () => {
    await receive(ANA, "1", "2");
    await world.ask("deleteSmsConversation", maya, { query: { sms_line: line, conversation: ANA } });
    await world.until(async () => {
      const { rows } = await sql`select from sms_messages where customer_id = ${company}`.execute(
        world.database.query,
      );
      expect(rows).toHaveLength(0);
    }, 600_000);
  });
});

describe("what is written", () => {
  test("drafts are each user's own and told to the user's other devices", async () => {
    const address = { sms_line: line, conversation: ANA };
    await world.ask("saveSmsDraft", maya, { body: { ...address, msgdata: "Dear A" } });
    await world.ask("saveSmsDraft", maya, { body: { ...address, msgdata: "Dear Ana" } });
    expect(await world.ask("listSmsDrafts", maya, { query: {} })).toMatchObject([
      { ...address, msgdata: "Dear Ana" },
    ]);
    expect(await world.ask("listSmsDrafts", dev, { query: {} })).toEqual([]);
    await world.ask("saveSmsDraft", maya, { body: { ...address, msgdata: "  " } });
    expect(await world.ask("listSmsDrafts", maya, { query: address })).toEqual([]);
    const events = (await eventsOf(world.database, company)).filter(
      ({ event }) => event.type === "SMS_DRAFT",
    );
    expect(events.map(({ channel, event }) => [channel, event.draft === null])).toEqual([
      [`user.${maya.userId}`, false],
      [`user.${maya.userId}`, false],
      [`user.${maya.userId}`, true],
    ]);
  });

  test("templates are the company's", async () => {
    const uuid = randomUUID();
    const body = { title: "Late", description: "Hi {first_name}, we are late", uuid };
    const template = await world.ask("addSmsTemplate", maya, { body });
    expect((await world.ask("addSmsTemplate", maya, { body })).id).toBe(template.id);
    await world.ask("editSmsTemplate", dev, {
      body: { sms_template_id: template.id, title: "Late!", description: "Sorry" },
    });
    expect(await world.ask("listSmsTemplates", maya, {})).toEqual([
      { id: template.id, title: "Late!", description: "Sorry" },
    ]);
    const foreigner = await aUser(world.database, await aCompany(world.database));
    await expect(
      world.ask("deleteSmsTemplate", foreigner, { query: { sms_template_id: template.id } }),
    ).rejects.toMatchObject({ code: "messages.templateNotFound" });
    await world.ask("deleteSmsTemplate", dev, { query: { sms_template_id: template.id } });
    expect(await world.ask("listSmsTemplates", maya, {})).toEqual([]);
  });
});

test("the timeline of a contact has the texts of the reader's own lines", async () => {
  await receive(ANA, "1", "2");
  await send(ANA, "3", other);
  const timeline = createSmsTimeline(world.database);
  const read = (actor: Actor, before?: { time: number }) =>
    timeline.list(actor, { numbers: [ANA, BEN] }, { before, limit: 10 });
  const all = await read(maya);
  expect(all.map(({ subtitle }) => subtitle)).toEqual(["3", "2", "1"]);
  expect(all[0]).toMatchObject({ kind: "sms", dir: "out", number: ANA, to: `/messages/${ANA}/${other}` });
  expect((await read(dev)).map(({ subtitle }) => subtitle)).toEqual(["2", "1"]);
  expect((await read(dev, { time: all[2]?.time ?? 0 })).map(({ subtitle }) => subtitle)).toEqual(["1"]);
});

describe("SMS10 users in a conversation", () => {
  test("is told when it changes, and forgotten when nobody says so any more", async () => {
    await receive(ANA, "hi");
    const at = { sms_line: line, conversation: ANA };
    await world.ask("updateSmsPresence", maya, { body: { ...at, state: "viewing" } });
    await world.ask("updateSmsPresence", maya, { body: { ...at, state: "viewing" } });
    await world.ask("updateSmsPresence", dev, { body: { ...at, state: "replying" } });
    expect(await world.ask("listSmsPresence", dev, {})).toMatchObject([
      {
        smsLine: line,
        conversation: ANA,
        people: [
          { user_id: maya.userId, name: "Maya Lind", state: "viewing" },
          { user_id: dev.userId, name: "Dev Rao", state: "replying" },
        ],
      },
    ]);
    await world.ask("updateSmsPresence", dev, { body: { ...at, state: "gone" } });
    world.clock.advance(60_000);
    expect(await world.ask("listSmsPresence", dev, {})).toEqual([]);
    await world.until(async () => {
      const told = (await eventsOf(world.database, company)).filter(
        ({ event }) => event.type === "SMS_PRESENCE",
      );
      expect(told.map(({ event }) => (event.people as unknown[]).length)).toEqual([1, 2, 1, 0]);
    });
  });
});
