import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { MessagesWorld } from "../testing/messages-world.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n picture", "latin1").toString("base64");

let world: MessagesWorld;
let company: number;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let line: string;
let lastParty = 0;
let party: string;

beforeAll(async () => {
  world = await MessagesWorld.create();
  world.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  company = await aCompany(world.database);
  maya = await aUser(world.database, company);
  dev = await aUser(world.database, company);
  stranger = await aUser(world.database, company);
  line = await world.line([maya, dev], `1212555${String(company).padStart(4, "0")}`);
  party = `1646555${String(++lastParty).padStart(4, "0")}`;
  world.carrier.answer = async (text) => world.carrier.take(text);
});

const send = (actor: Actor, msgdata: string, more: object = {}) =>
  world.ask("sendSms", actor, {
    body: { sms_line: line, receiver: party, msgdata, mId: randomUUID(), ...more },
  });
const thread = async (actor = maya) =>
  world.ask("getSmsPage", actor, { query: { sms_line: line, conversation: party } });
const typesOf = async () => (await eventsOf(world.database, company)).map(({ event }) => event.type);
const sentTo = (number: string) =>
  [...world.carrier.delivered.values()].filter(({ to }) => to === number).map(({ body }) => body);
const settle = (id: string, status: string) =>
  world.until(async () => {
    const { messages } = await thread();
    expect(messages.find((message) => message.id === id)?.dlr_status).toBe(status);
  });

describe("SMS3 sending", () => {
  test("a text is told at once and then handed to the carrier", async () => {
    const { id, mId, messages } = await send(maya, "Good morning");
    expect(messages).toMatchObject([
      {
        id,
        mId,
        direction: "out",
        sender: line,
        receiver: party,
        text: "Good morning",
        dlr_status: "queued",
      },
    ]);
    await settle(id, "sent");
    expect(sentTo(party)).toEqual(["Good morning"]);
    expect(await eventsOf(world.database, company)).toMatchObject([
      { channel: `sms.${line}`, event: { type: "MT", message: { id }, conversation: { id: party } } },
      { channel: `sms.${line}`, event: { type: "sent", message: { id, dlr_status: "sent" } } },
    ]);
  });

  test("the same client id sends once, also when both requests come together", async () => {
    const mId = randomUUID();
    const [first, second] = await Promise.all([send(maya, "Once", { mId }), send(maya, "Once", { mId })]);
    expect(second?.id).toBe(first?.id);
    expect((await send(maya, "Once", { mId })).id).toBe(first?.id);
    await settle(first?.id ?? "", "sent");
    expect(sentTo(party)).toEqual(["Once"]);
  });

  test("ten digits get a leading 1, and other ways to write a number mean the same person", async () => {
    await send(maya, "a", { receiver: party.slice(1) });
    await send(maya, "b", { receiver: `+1 (${party.slice(1, 4)}) ${party.slice(4, 7)}-${party.slice(7)}` });
    expect((await thread()).messages.map(({ text }) => text)).toEqual(["a", "b"]);
  });

  test("SMS4 texts of a conversation reach the carrier in order, past an outage", async () => {
    world.carrier.answer = async () => {
      throw new Error("Not connected");
    };
    for (const text of ["1", "2", "3"]) await send(maya, text);
    world.carrier.answer = async (text) => world.carrier.take(text);
    await world.until(() => expect(sentTo(party)).toEqual(["1", "2", "3"]), 1_000);
    const attempts = world.carrier.attempts.filter(({ to }) => to === party);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(3);
  });

  test("several files are a message each, the text with the last, shown as one group", async () => {
    const media = ["a.png", "b.png", "c.png"].map((name) => ({ name, value: PNG }));
    const { mId, messages } = await send(maya, "Look", { media });
    expect(messages.map(({ text, attachments, group }) => ({ text, attachments, group }))).toEqual([
      { text: "", attachments: ["a.png"], group: mId },
      { text: "", attachments: ["b.png"], group: mId },
      { text: "Look", attachments: ["c.png"], group: mId },
    ]);
    await settle(messages.at(-1)?.id ?? "", "sent");
    expect(
      world.carrier.attempts.filter(({ to }) => to === party).map(({ media }) => media[0]?.type),
    ).toEqual(["image/png", "image/png", "image/png"]);
  });

  test.each([
    [
      "a file of a kind the carrier does not take",
      { media: [{ name: "a.txt", value: "aGVsbG8=" }] },
      "messages.mediaType",
    ],
    ["a number nobody can have", { receiver: "12" }, "messages.receiverInvalid"],
  ])("%s is refused", async (_what, more, code) => {
    await expect(send(maya, "x", more)).rejects.toMatchObject({ code });
  });

  test("SMS1 a user without the line can neither send nor read", async () => {
    await send(maya, "Ours");
    const refusal = {
      code: "messages.noAccess",
      message: "Please check if user has access to this SMS number",
    };
    await expect(send(stranger, "x")).rejects.toMatchObject(refusal);
    await expect(thread(stranger)).rejects.toMatchObject(refusal);
  });

  test("SMS11 a text returns the missed calls of whoever gets it", async () => {
    await send(dev, "Calling you back");
    expect(world.texted).toContainEqual({ customerId: company, userId: dev.userId, number: party });
  });
});

describe("SMS3 what the server says in the name of a user", () => {
  test("goes out from the user's chosen line and appears in its conversation", async () => {
    const second = await world.line([dev], `1212559${String(company).padStart(4, "0")}`, "Second");
    world.defaultLines.set(dev.userId, second);
    expect(await world.sender.speakFor(dev, { to: party, text: "Will call you right back" })).toBe(true);
    const { messages } = await world.ask("getSmsPage", dev, {
      query: { sms_line: second, conversation: party },
    });
    expect(messages).toMatchObject([{ text: "Will call you right back", sent_by: dev.userId }]);
  });

  test("is not sent where the user has no line, or the other person wants no texts", async () => {
    expect(await world.sender.speakFor(stranger, { to: party, text: "x" })).toBe(false);
    await world.carrier.text(party, line, "STOP");
    expect(await world.sender.speakFor(maya, { to: party, text: "x" })).toBe(false);
  });
});

describe("SMS5 what becomes of a text", () => {
  test("a receipt says that it has arrived, and stays", async () => {
    const { id } = await send(maya, "Hello");
    await settle(id, "sent");
    const carrierId = `c-${world.carrier.attempts.at(-1)?.id}`;
    await world.carrier.events.receipt({ carrierId, state: "delivered", code: "", at: 1_000 });
    await world.carrier.events.receipt({ carrierId, state: "failed", code: "001", at: 2_000 });
    expect((await thread()).messages).toMatchObject([
      { dlr_status: "delivered", dlr_error: "", dlr_time: 1_000 },
    ]);
    expect(await typesOf()).toEqual(["MT", "sent", "DLR"]);
  });

  test("a receipt that overtakes its own submit is not lost", async () => {
    world.carrier.answer = async (text) => {
      void world.carrier.events.receipt({ carrierId: `c-${text.id}`, state: "delivered", code: "", at: 5 });
      return world.carrier.take(text);
    };
    const { id } = await send(maya, "Fast");
    await settle(id, "delivered");
  });

  test("a long text has arrived when all of its parts have", async () => {
    world.carrier.answer = async (text) => {
      world.carrier.take(text);
      return { carrierIds: [`${text.id}-1`, `${text.id}-2`] };
    };
    const { id } = await send(maya, "Long");
    await settle(id, "sent");
    const ours = world.carrier.attempts.at(-1)?.id;
    const receipt = { state: "delivered", code: "", at: 1 } as const;
    await world.carrier.events.receipt({ carrierId: `${ours}-1`, ...receipt });
    await settle(id, "sent");
    await world.carrier.events.receipt({ carrierId: `${ours}-2`, ...receipt });
    await settle(id, "delivered");
  });

  test("what failed can be sent again, what did not cannot", async () => {
    world.carrier.answer = async () => ({ refused: "30006", reason: "A landline" });
    const { id } = await send(maya, "To a landline");
    await settle(id, "rejected");
    expect((await thread()).conversation).toMatchObject({ dlr_status: "rejected", dlr_error: "30006" });
    world.carrier.answer = async (text) => world.carrier.take(text);
    const address = { sms_line: line, conversation: party, id };
    expect(await world.ask("retrySms", maya, { body: address })).toMatchObject({ id, dlr_status: "queued" });
    await settle(id, "sent");
    await expect(world.ask("retrySms", maya, { body: address })).rejects.toMatchObject({
      code: "messages.notFailed",
    });
    expect(await typesOf()).toEqual(["MT", "DSR", "DSR", "sent"]);
  });

  test("SMS4 what the carrier may have got before a crash it gets again under the same id", async () => {
    let isFirst = true;
    world.carrier.answer = (text) => {
      if (!isFirst) return Promise.resolve(world.carrier.take(text));
      isFirst = false;
      world.carrier.take(text);
      return Promise.reject(new Error("Cut off before the answer"));
    };
    await send(maya, "In doubt");
    await world.until(() => expect(sentTo(party)).toEqual(["In doubt"]));
    await world.restart();
    await world.until(async () => {
      expect((await thread()).messages).toMatchObject([{ dlr_status: "sent" }]);
    }, 1_000);
    const attempts = world.carrier.attempts.filter(({ to }) => to === party);
    expect(attempts.length).toBeGreaterThan(1);
    expect(sentTo(party)).toEqual(["In doubt"]);
  });
});

describe("SMS6 receiving", () => {
  test("a text that came in is unread for everybody on the line, once", async () => {
    await world.carrier.text(party, `+${line}`, "<b>Hi</b>\nthere", `same-${party}`);
    await world.carrier.text(party, `+${line}`, "<b>Hi</b>\nthere", `same-${party}`);
    const { messages, conversation } = await thread(dev);
    expect(messages).toMatchObject([
      { direction: "in", sender: party, receiver: line, new: true, html: "&lt;b&gt;Hi&lt;/b&gt;<br>there" },
    ]);
    expect(conversation).toMatchObject({
      unread: 1,
      firstUnreadId: messages[0]?.id,
      subtitle: "<b>Hi</b> there",
    });
    expect((await world.unread.count(maya)).sms).toBe(1);
    expect((await world.unread.count(stranger)).sms).toBe(0);
    expect(await typesOf()).toEqual(["MO", "UNREAD_UPDATE", "UNREAD_UPDATE"]);
  });

  test("a text for a number that is no line, or with what cannot be stored, breaks nothing", async () => {
    await world.carrier.text(party, "19995550100", "Who is this?");
    await world.carrier.text(party, line, "zero \0 and half a pair \ud800");
    expect((await thread()).messages).toMatchObject([{ text: "zero  and half a pair \uFFFD" }]);
  });

  test("SMS7 STOP ends sending with one answer, START opens it again", async () => {
    await world.carrier.text(party, line, "Stop");
    await world.carrier.text(party, line, "STOP");
    expect((await thread()).conversation).toMatchObject({ optedOut: true, optedOutWord: "STOP" });
    await expect(send(maya, "But")).rejects.toMatchObject({ code: "messages.optedOut" });
    expect(await world.ask("listSmsOptOuts", maya, { query: { numbers: party } })).toMatchObject([
      { sms_line: line, number: party, word: "STOP" },
    ]);
    await world.carrier.text(party, line, "start");
    expect((await thread()).conversation.optedOut).toBe(false);
    await send(maya, "Welcome back");
    await world.until(() => expect(sentTo(party)).toHaveLength(3));
    expect(sentTo(party)[2]).toBe("Welcome back");
  });

  test("SMS7 yes is an answer, unless somebody had said STOP", async () => {
    await world.carrier.text(party, line, "Yes");
    expect((await thread()).messages).toHaveLength(1);
  });

  test("blocked, a number is neither heard nor written to", async () => {
    const body = { sms_line: line, recipient: party, reason: "Abusive" };
    await send(maya, "First");
    await world.ask("addToSmsBlacklist", maya, { body });
    expect((await thread()).conversation).toMatchObject({ blocked: true, blockedReason: "Abusive" });
    await world.carrier.text(party, line, "Let me in");
    await expect(send(dev, "No")).rejects.toMatchObject({ code: "messages.blocked" });
    expect((await thread()).messages).toHaveLength(1);
    await world.ask("removeFromSmsBlacklist", dev, { query: { sms_line: line, recipient: party } });
    await world.carrier.text(party, line, "Thanks");
    expect((await thread()).messages).toHaveLength(2);
    expect((await thread()).conversation.blocked).toBe(false);
  });
});
