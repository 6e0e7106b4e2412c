import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { UserSettingsService } from "../../settings/index.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { PhoneService } from "./phone-service.ts";

let database: TestDatabase;
let userSettings: UserSettingsService;
let phones: PhoneService;
let reconsidered: number[];
let known: Promise<void>;
let company: number;
let dev: Actor;
let ines: Actor;
let first: { id: number; name: string };
let second: { id: number; name: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  reconsidered = [];
  known = Promise.resolve();
  const presence = {
    reconsider: async (_tx: unknown, user: { userId: number }) => void reconsidered.push(user.userId),
  };
  userSettings = new UserSettingsService({ database, onPresenceSettings: presence.reconsider });
  phones = new PhoneService({ database, userSettings, presence, whenKnown: () => known });
  company = await aCompany(database);
  dev = await aUser(database, company);
  ines = await aUser(database, company);
  first = await aPhone(database, dev, { extension: "102", callerid_external: "12125550102" });
  second = await aPhone(database, dev, { extension: "122" });
});

describe("reading", () => {
  test("lists the user's own lines in order", async () => {
    expect((await phones.list(dev)).map(({ name, callerID }) => [name, callerID])).toEqual([
      [first.name, "12125550102"],
      [second.name, ""],
    ]);
    expect(await phones.list(ines)).toEqual([]);
  });

  test("without a name it is the active line, and the first one where that is gone", async () => {
    expect((await phones.read(dev)).name).toBe(first.name);
    await userSettings.update(dev, JSON.stringify({ activePhoneLine: second.name }));
    expect((await phones.read(dev)).name).toBe(second.name);
    await userSettings.update(dev, '{"activePhoneLine":"gone"}');
    expect((await phones.read(dev)).name).toBe(first.name);
  });

  test("a user without a phone is told so", async () => {
    await expect(phones.read(ines)).rejects.toMatchObject({ code: "calls.noPhone" });
  });

  test("nobody reads or changes a colleague's line or another company's", async () => {
    const stranger = await aUser(database, await aCompany(database));
    for (const other of [ines, stranger]) {
      await expect(phones.read(other, first.name)).rejects.toMatchObject({ code: "calls.phoneNotFound" });
      await expect(phones.update(other, { phone: first.name, dnd: "1" })).rejects.toMatchObject({
        code: "calls.phoneNotFound",
      });
      await expect(phones.forward(other, first.name, "103")).rejects.toMatchObject({
        code: "calls.phoneNotFound",
      });
    }
    expect(await phones.read(dev, first.name)).toMatchObject({ dnd: "0", forwarding: "" });
  });
});

describe("do not disturb", () => {
  test("is kept, told on the line's channel, and shows in the presence of all who share the line", async () => {
    await database.query
      .insertInto("phone_users")
      .values({ phone_id: first.id, user_id: ines.userId })
      .execute();
    expect(await phones.update(dev, { phone: first.name, dnd: "1" })).toMatchObject({ dnd: "1" });
    expect(await phones.read(dev, first.name)).toMatchObject({ dnd: "1" });
    expect(await eventsOf(database, company)).toEqual([
      { channel: `phone.${first.id}`, event: { type: "DND", phone: first.name, dnd: "1" } },
    ]);
    expect(reconsidered).toEqual([dev.userId, ines.userId]);
  });

  test("set to what it is already, nothing is told", async () => {
    await phones.update(dev, { phone: first.name, dnd: "0" });
    expect(await eventsOf(database, company)).toEqual([]);
    expect(reconsidered).toEqual([]);
  });
});

test("other details are kept and told as a whole", async () => {
  const update = {
    phone: first.name,
    acr: "1",
    utype: "number",
    unumber: "12125550155",
    totalmaximum: 2,
  } as const;
  const { phone: _, ...changed } = update;
  expect(await phones.update(dev, update)).toMatchObject(changed);
  const [told] = await eventsOf(database, company);
  expect(told?.event).toMatchObject({ type: "PHONE_UPDATE", phone: { ...changed, name: first.name } });
});

describe("forwarding", () => {
  test("it is stored at once and answered when call control knows of it", async () => {
    let learn = (): void => {};
    known = new Promise((resolve) => {
      learn = resolve;
    });
    const answered = vi.fn();
    const done = phones.forward(dev, first.name, "103").then(answered);
    await vi.waitFor(
      async () => expect(await phones.read(dev, first.name)).toMatchObject({ forwarding: "103" }),
      { timeout: 10_000 },
    );
    expect(answered).not.toHaveBeenCalled();
    learn();
    await done;
  });

  test("is dialed as people write it, told, and ended by an empty number", async () => {
    expect(await phones.forward(dev, first.name, "(212) 555-0199")).toMatchObject({
      forwarding: "12125550199",
    });
    expect(await phones.forward(dev, first.name, "")).toMatchObject({ forwarding: "" });
    expect(
      (await eventsOf(database, company)).map(({ channel, event }) => [
        channel,
        event.type,
        event.forwarding,
      ]),
    ).toEqual([
      [`phone.${first.id}`, "CHANGE", "12125550199"],
      [`phone.${first.id}`, "CHANGE", ""],
    ]);
  });

  test.each(["102", "(212) 555-0102"])("to the line itself by %s is refused", async (number) => {
    await expect(phones.forward(dev, first.name, number)).rejects.toMatchObject({
      code: "calls.forwardedToItself",
    });
  });

  test("to something that is no number is refused", async () => {
    await expect(phones.forward(dev, first.name, "( )")).rejects.toMatchObject({
      code: "calls.invalidNumber",
    });
  });
});

test("choosing a source line makes it the active line on all the user's clients", async () => {
  await phones.chooseSource(dev, second.name);
  expect((await phones.read(dev)).name).toBe(second.name);
  expect((await eventsOf(database, company)).map(({ channel, event }) => [channel, event.type])).toEqual([
    [`user.${dev.userId}`, "SETTINGS_UPDATE"],
  ]);
});
