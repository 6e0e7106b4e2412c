import { DEFAULT_USER_SETTINGS, parseUserSettings } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { mergeSettings } from "./user-settings-repository.ts";
import { UserSettingsService } from "./user-settings-service.ts";

let database: TestDatabase;
let settings: UserSettingsService;
let reconsidered: number[];
let maya: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  reconsidered = [];
  settings = new UserSettingsService({
    database,
    onPresenceSettings: async (_tx, { userId }) => void reconsidered.push(userId),
  });
  maya = await aUser(database, await aCompany(database));
});

test("a user who never changed anything has nothing stored", async () => {
  expect(await settings.read(maya)).toEqual({ settings: "{}", type: "teleconsole", version: 0 });
});

test("a change keeps what it does not name", async () => {
  await settings.update(maya, '{"theme":"dark","doorbellDtmf":"9"}');
  const stored = await settings.update(maya, '{"theme":"light"}');
  expect(JSON.parse(stored.settings)).toEqual({ theme: "light", doorbellDtmf: "9" });
  expect(stored.version).toBe(2);
  expect(await settings.read(maya)).toEqual(stored);
});

test("tabs that change different settings at once lose none", async () => {
  const changes = [
    '{"theme":"dark"}',
    '{"themeBg":"iceberg"}',
    '{"defaultSignature":"Maya"}',
    '{"showUnreadCount":false}',
    '{"teamsNotification":"diretOrMention"}',
  ];
  await Promise.all(changes.map((change) => settings.update(maya, change)));
  const stored = await settings.read(maya);
  expect(parseUserSettings(stored.settings)).toMatchObject({
    theme: "dark",
    themeBg: "iceberg",
    defaultSignature: "Maya",
    showUnreadCount: false,
    teamsNotification: "diretOrMention",
  });
  expect(stored.version).toBe(5);
});

test("the user's clients hear what changed and which version it makes", async () => {
  await settings.update(maya, '{"theme":"dark"}');
  expect(await eventsOf(database, maya.customerId)).toEqual([
    {
      channel: `user.${maya.userId}`,
      event: { type: "SETTINGS_UPDATE", settings: '{"theme":"dark"}', version: 1 },
    },
  ]);
});

test.each(["", "null", "[]", '{"theme":"pink"}', '{"autoAnswer":2}', '{"defaultSignature":"\\u0000"}'])(
  "%j is refused and nothing is told",
  async (text) => {
    await expect(settings.update(maya, text)).rejects.toMatchObject({ code: "settings.invalid" });
    expect(await settings.read(maya)).toMatchObject({ version: 0 });
    expect(await eventsOf(database, maya.customerId)).toEqual([]);
  },
);

test("an empty change and one of unknown settings make no new version", async () => {
  await settings.update(maya, '{"theme":"dark"}');
  await settings.update(maya, "{}");
  expect(await settings.update(maya, '{"hologram":true}')).toMatchObject({ version: 1 });
  expect(await eventsOf(database, maya.customerId)).toHaveLength(1);
});

test("presence is reconsidered for the settings that show in it, and no others", async () => {
  await settings.update(maya, '{"theme":"dark"}');
  expect(reconsidered).toEqual([]);
  await settings.update(maya, '{"disableCalls":true}');
  await settings.update(maya, '{"activePhoneLine":null}');
  expect(reconsidered).toEqual([maya.userId, maya.userId]);
});

test("what an older version kept is handed out as far as it is valid today", async () => {
  const old = {
    theme: "pink",
    doorbellDtmf: "9",
    hologram: true,
    filters: { sms: { lines: [{ name: "a" }] } },
  };
  await mergeSettings(database.query, maya.userId, old as never);
  expect(JSON.parse((await settings.read(maya)).settings)).toEqual({
    theme: DEFAULT_USER_SETTINGS.theme,
    doorbellDtmf: "9",
    filters: DEFAULT_USER_SETTINGS.filters,
  });
});

test("settings of one user are not another's", async () => {
  const dev = await aUser(database, maya.customerId);
  await settings.update(maya, '{"theme":"dark"}');
  expect(await settings.read(dev)).toMatchObject({ settings: "{}" });
});
