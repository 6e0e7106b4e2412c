import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { MessagesWorld } from "../testing/messages-world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: MessagesWorld;
let company: number;
let maya: Actor;
let dev: Actor;
let line: string;
let party: string;
let lastParty = 0;

beforeAll(async () => {
  world = await MessagesWorld.create();
  world.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  company = await aCompany(world.database);
  maya = await aUser(world.database, company);
  dev = await aUser(world.database, company);
  line = await world.line([maya, dev], `1212556${String(company).padStart(4, "0")}`);
  party = `1646556${String(++lastParty).padStart(4, "0")}`;
});

const schedule = (inMs: number, msgdata: string, more: object = {}) =>
  world.ask("scheduleSms", maya, {
    body: {
      sms_line: line,
      receiver: party,
      msgdata,
      mId: randomUUID(),
      scheduled_at: world.clock.now() + inMs,
      ...more,
    },
  });
const page = () => world.ask("getSmsPage", dev, { query: { sms_line: line, conversation: party } });
const sent = () =>
  [...world.carrier.delivered.values()].filter(({ to }) => to === party).map(({ body }) => body);

describe("SMS8 a scheduled text", () => {
  test("waits in its conversation, and becomes a message with a new id at its time", async () => {
    const at = world.clock.now() + HOUR_MS;
    const scheduled = await schedule(HOUR_MS, "See you at ten");
    expect(scheduled).toMatchObject({
      scheduled: true,
      scheduledTime: at,
      id: `scheduled-${scheduled.scheduledId}`,
    });
    expect((await page()).conversation).toMatchObject({ isScheduled: true, scheduledAt: at });
    expect((await page()).scheduled).toHaveLength(1);
    await world.until(() => expect(sent()).toEqual(["See you at ten"]), 30 * 60_000);
    const { messages, conversation, scheduled: waiting } = await page();
    expect(messages).toMatchObject([
      { scheduled: false, time: at, mId: scheduled.mId, sent_by: maya.userId },
    ]);
    expect(messages[0]?.id).toMatch(/^\d+$/);
    expect({ waiting, isScheduled: conversation.isScheduled }).toEqual({ waiting: [], isScheduled: false });
    const types = (await eventsOf(world.database, company)).map(({ event }) => event.type);
    expect(types.slice(0, 3)).toEqual(["SMS_SCHEDULED", "SMS_UNSCHEDULED", "MT"]);
  });

  test("can be changed and canceled by anybody on the line, until it has gone out", async () => {
    const { scheduledId } = await schedule(HOUR_MS, "Ten");
    const body = { scheduledId: scheduledId ?? 0, msgdata: "Eleven", sms_line: line, receiver: party };
    const at = world.clock.now() + 2 * HOUR_MS;
    const edited = await world.ask("scheduleSms", dev, {
      body: { ...body, mId: randomUUID(), scheduled_at: at },
    });
    expect(edited).toMatchObject({ scheduledId, text: "Eleven", scheduledTime: at });
    await world.ask("cancelScheduledSms", dev, { query: { scheduledId: scheduledId ?? 0 } });
    await expect(
      world.ask("cancelScheduledSms", maya, { query: { scheduledId: scheduledId ?? 0 } }),
    ).rejects.toMatchObject({ code: "messages.scheduledNotFound" });
    expect((await page()).scheduled).toEqual([]);
    world.clock.advance(3 * HOUR_MS);
    expect(sent()).toEqual([]);
  });

  test("goes out once when the server was away at its time", async () => {
    await schedule(HOUR_MS, "Late but once");
    await world.restart();
    world.clock.advance(5 * HOUR_MS);
    await world.restart();
    await world.until(() => expect(sent()).toEqual(["Late but once"]));
    await world.restart();
    await world.until(() => expect(sent()).toEqual(["Late but once"]), HOUR_MS);
    expect((await page()).messages).toHaveLength(1);
  });

  test("is meant for a moment, so that a change of the clocks in between moves nothing", async () => {
    // The night in which New York's clocks go from 2:00 to 3:00; the user picked 9:00 on Sunday, which is 13:00 UTC.
    const at = Date.parse("2030-03-10T13:00:00Z");
    const scheduled = await schedule(at - world.clock.now(), "Nine o'clock");
    world.clock.advance(at - world.clock.now() - 60_000);
    await world.restart();
    expect((await page()).scheduled).toMatchObject([{ scheduledId: scheduled.scheduledId }]);
    expect(sent()).toEqual([]);
    await world.until(() => expect(sent()).toEqual(["Nine o'clock"]), 60_000);
  });

  test("the same client id schedules once; the past and the far future are refused", async () => {
    const mId = randomUUID();
    const first = await schedule(HOUR_MS, "Once", { mId });
    expect((await schedule(HOUR_MS, "Once", { mId })).scheduledId).toBe(first.scheduledId);
    await expect(schedule(-HOUR_MS, "x")).rejects.toMatchObject({ code: "messages.scheduledInPast" });
    await expect(schedule(400 * DAY_MS, "x")).rejects.toMatchObject({ code: "messages.scheduledTooFar" });
  });

  test("to somebody who has said STOP meanwhile is not sent, and says why", async () => {
    await schedule(HOUR_MS, "Too late");
    await world.carrier.text(party, line, "STOP");
    await world.until(async () => expect((await page()).scheduled).toEqual([]), 30 * 60_000);
    expect((await page()).messages.at(-1)).toMatchObject({ dlr_status: "rejected", dlr_error: "optedOut" });
    expect(sent()).not.toContain("Too late");
  });

  test("is held back with its conversation, and comes back with it", async () => {
    await schedule(HOUR_MS, "Hold");
    const address = { sms_line: line, conversation: party };
    await world.ask("deleteSmsConversation", maya, { query: address });
    const restored = await world.ask("restoreSmsConversation", maya, { body: address });
    expect(restored.isScheduled).toBe(true);
    await world.ask("deleteSmsConversation", maya, { query: address });
    world.clock.advance(2 * HOUR_MS);
    await world.restart();
    expect(sent()).toEqual([]);
  });
});
