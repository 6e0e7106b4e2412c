import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../testing/company.ts";
import { UnreadService } from "./unread-service.ts";

const NONE = { sms: 0, phn: 0, vox: 0, fax: 0 };

let database: TestDatabase;
let unread: UnreadService;
let company: number;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let phone: string;
let smsLine: string;

beforeAll(async () => {
  database = await createTestDatabase();
  unread = new UnreadService({ database, clock: new FakeClock() });
});
afterAll(() => database.drop());

beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company);
  dev = await aUser(database, company);
  stranger = await aUser(database, await aCompany(database));
  phone = (await aPhone(database, maya)).name;
  smsLine = await anSmsLine([maya, dev]);
});

describe("counting", () => {
  test("a user with nothing unread has zeros, also without any line", async () => {
    expect(await unread.count(maya)).toEqual(NONE);
    expect(await unread.count(stranger)).toEqual(NONE);
  });

  test("readers of a line share what is unread on it", async () => {
    await arrive("sms", smsLine, "1", "2");
    await arrive("phn", phone, "call-1");
    expect(await unread.count(maya)).toEqual({ ...NONE, sms: 2, phn: 1 });
    expect(await unread.count(dev)).toEqual({ ...NONE, sms: 2 });
    expect(await unread.count(stranger)).toEqual(NONE);
  });

  test("the same item twice counts once", async () => {
    await arrive("sms", smsLine, "1");
    await arrive("sms", smsLine, "1");
    expect((await unread.count(maya)).sms).toBe(1);
    expect(await eventsOf(database, company)).toHaveLength(2);
  });
});

describe("marking read", () => {
  beforeEach(async () => {
    await arrive("sms", smsLine, "1", "2", "3");
    await arrive("phn", phone, "call-1");
  });

  test("single items", async () => {
    expect(await unread.markRead(maya, { type: "sms", line: smsLine, ids: ["1", "9"] })).toEqual({
      ...NONE,
      sms: 2,
      phn: 1,
    });
    expect((await unread.count(dev)).sms).toBe(2);
  });

  test("a whole line, and all lines of a type", async () => {
    await unread.markRead(maya, { type: "sms", line: smsLine });
    expect(await unread.count(maya)).toEqual({ ...NONE, phn: 1 });
    await unread.markRead(maya, { type: "phn" });
    expect(await unread.count(maya)).toEqual(NONE);
  });

  test("everything, but nothing on lines the user does not read", async () => {
    await unread.markRead(dev, { type: "all" });
    expect(await unread.count(maya)).toEqual({ ...NONE, phn: 1 });
    await unread.markRead(maya, { type: "all" });
    expect(await unread.count(maya)).toEqual(NONE);
  });

  test("another company's line, or a colleague's, is not there", async () => {
    await expect(unread.markRead(stranger, { type: "sms", line: smsLine })).rejects.toMatchObject({
      code: "messages.lineNotFound",
    });
    await expect(unread.markRead(dev, { type: "phn", line: phone })).rejects.toMatchObject({
      code: "messages.lineNotFound",
    });
    await unread.markRead(stranger, { type: "all" });
    expect(await unread.count(maya)).toEqual({ ...NONE, sms: 3, phn: 1 });
  });
});

test("marked unread again, an item counts again, for everyone", async () => {
  expect(await unread.markUnread(maya, { type: "sms", line: smsLine, ids: ["1"] })).toEqual({
    ...NONE,
    sms: 1,
  });
  expect((await unread.count(dev)).sms).toBe(1);
  await expect(unread.markUnread(stranger, { type: "sms", line: smsLine, ids: ["1"] })).rejects.toMatchObject(
    {
      code: "messages.lineNotFound",
    },
  );
});

describe("telling", () => {
  test("all readers of the line hear their own counters", async () => {
    await arrive("phn", phone, "call-1");
    await arrive("sms", smsLine, "1");
    const events = await eventsOf(database, company);
    expect(events).toEqual([
      { channel: `user.${maya.userId}`, event: { type: "UNREAD_UPDATE", ...NONE, phn: 1 } },
      { channel: `user.${maya.userId}`, event: { type: "UNREAD_UPDATE", ...NONE, phn: 1, sms: 1 } },
      { channel: `user.${dev.userId}`, event: { type: "UNREAD_UPDATE", ...NONE, sms: 1 } },
    ]);
  });

  test("when nothing was unread, nothing is told", async () => {
    await unread.markRead(maya, { type: "all" });
    expect(await eventsOf(database, company)).toEqual([]);
  });

  test("of many changes at once the last event tells the true number", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
    await Promise.all(ids.map((id) => arrive("sms", smsLine, id)));
    await Promise.all(
      ids.slice(0, 5).map((id) => unread.markRead(dev, { type: "sms", line: smsLine, ids: [id] })),
    );
    const ofMaya = (await eventsOf(database, company)).filter(
      ({ channel }) => channel === `user.${maya.userId}`,
    );
    expect(ofMaya.map(({ event }) => event.sms)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 11, 10, 9, 8, 7,
    ]);
  });
});

function arrive(type: "sms" | "phn", line: string, ...ids: string[]): Promise<void> {
  return database.transaction((tx) => unread.addWithin(tx, { customerId: company, type, line }, ids));
}

async function anSmsLine(readers: readonly Actor[]): Promise<string> {
  const { id, number } = await database.query
    .insertInto("sms_lines")
    .values({ customer_id: company, number: `1212555${company}`, name: "Main" })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
  const users = readers.map(({ userId }) => ({ sms_line_id: id, user_id: userId }));
  await database.query.insertInto("sms_line_users").values(users).execute();
  return number;
}
