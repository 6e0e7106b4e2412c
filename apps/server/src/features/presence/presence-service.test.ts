import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Actor } from "../../platform/actor.ts";
import { PhoneService } from "../calls/index.ts";
import { PeopleService } from "../contacts/people-service.ts";
import { UserSettingsService } from "../settings/index.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../testing/company.ts";
import { type LiveUsers, PresenceService } from "./presence-service.ts";

class FakeConnections implements LiveUsers {
  readonly #live = new Set<number>();
  readonly #listeners = new Set<(user: Actor) => void>();

  isLive(userId: number): boolean {
    return this.#live.has(userId);
  }

  onChange(listener: (user: Actor) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  connect(user: Actor): void {
    this.#live.add(user.userId);
    for (const listener of this.#listeners) listener(user);
  }

  disconnect(user: Actor): void {
    this.#live.delete(user.userId);
    for (const listener of this.#listeners) listener(user);
  }
}

const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };

let database: TestDatabase;
let clock: FakeClock;
let connections: FakeConnections;
let presence: PresenceService;
let phones: PhoneService;
let userSettings: UserSettingsService;
let people: PeopleService;
let company: number;
let maya: Actor;
let line: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  connections = new FakeConnections();
  presence = new PresenceService({ database, clock, liveUsers: connections, log });
  userSettings = new UserSettingsService({
    database,
    onPresenceSettings: (tx, actor) => presence.reconsider(tx, actor),
  });
  phones = new PhoneService({ database, userSettings, presence, whenKnown: async () => {} });
  people = new PeopleService({ database, photoUrl: (key) => `/photos/${key}` });
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor", extension: "101" });
  line = (await aPhone(database, maya)).name;
  presence.start();
});
afterEach(() => presence.close());

test("[PRE1] connecting makes a user online, leaving offline", async () => {
  connections.connect(maya);
  await tellsOf(1);
  connections.disconnect(maya);
  clock.advance(10_000);
  await tellsOf(1, 0);
  expect(await shown()).toBe(0);
});

test("[PRE2] do not disturb and disabled calls make away; with both off it is online again", async () => {
  connections.connect(maya);
  await tellsOf(1);
  await phones.update(maya, { phone: line, dnd: "1" });
  await userSettings.update(maya, '{"disableCalls":true}');
  await phones.update(maya, { phone: line, dnd: "0" });
  expect(await shown()).toBe(2);
  await userSettings.update(maya, '{"disableCalls":false}');
  await tellsOf(1, 2, 1);
});

test("[PRE2] do not disturb counts on the active line only", async () => {
  const other = await aPhone(database, maya);
  connections.connect(maya);
  await tellsOf(1);
  await phones.update(maya, { phone: other.name, dnd: "1" });
  expect(await shown()).toBe(1);
  await phones.chooseSource(maya, other.name);
  expect(await shown()).toBe(2);
});

test("[PRE2] a user with do not disturb who is not connected stays offline", async () => {
  await phones.update(maya, { phone: line, dnd: "1" });
  expect(await told()).toEqual([]);
  connections.connect(maya);
  await tellsOf(2);
});

test("[PRE3] a second connection and an unrelated setting change nothing", async () => {
  connections.connect(maya);
  await tellsOf(1);
  connections.connect(maya);
  await userSettings.update(maya, '{"theme":"dark"}');
  await presence.close();
  expect(await told()).toEqual([1]);
});

test("[PRE3] the company hears of it, and no other one", async () => {
  const elsewhere = await aCompany(database);
  connections.connect(maya);
  await tellsOf(1);
  const [event] = await presenceEvents();
  expect(event).toEqual({
    channel: `customer.${company}`,
    event: { type: "PRESENCE_UPDATE", user_id: maya.userId, presence: 1 },
  });
  expect(await eventsOf(database, elsewhere)).toEqual([]);
});

test("[PRE4] a reload is no change", async () => {
  connections.connect(maya);
  await tellsOf(1);
  connections.disconnect(maya);
  clock.advance(9_999);
  connections.connect(maya);
  clock.advance(60_000);
  await presence.close();
  expect(await told()).toEqual([1]);
});

test("[PRE4] a change in the moment of a reload does not show the user offline", async () => {
  connections.connect(maya);
  await tellsOf(1);
  connections.disconnect(maya);
  await phones.update(maya, { phone: line, dnd: "1" });
  expect(await told()).toEqual([1, 2]);
});

test("[PRE5] a user who does not come back after a restart is offline, one who does is not", async () => {
  const dev = await aUser(database, company);
  connections.connect(maya);
  connections.connect(dev);
  await vi.waitFor(async () => expect(await presenceEvents()).toHaveLength(2), { timeout: 10_000 });
  await presence.close();

  connections = new FakeConnections();
  presence = new PresenceService({ database, clock, liveUsers: connections, log });
  presence.start();
  connections.connect(dev);
  clock.advance(45_000);
  await tellsOf(1, 0);
  await presence.close();
  const shownNow = new Map((await people.list(maya)).map((person) => [person.user_id, person.presence]));
  expect([shownNow.get(maya.userId), shownNow.get(dev.userId)]).toEqual([0, 1]);
});

async function presenceEvents() {
  return (await eventsOf(database, company)).filter(({ event }) => event.type === "PRESENCE_UPDATE");
}

/** What was told of Maya so far. */
async function told(): Promise<unknown[]> {
  const events = await presenceEvents();
  return events.filter(({ event }) => event.user_id === maya.userId).map(({ event }) => event.presence);
}

async function tellsOf(...expected: number[]): Promise<void> {
  await vi.waitFor(async () => expect(await told()).toEqual(expected), { timeout: 10_000 });
}

async function shown(): Promise<number | undefined> {
  return (await people.list(maya)).find(({ user_id }) => user_id === maya.userId)?.presence;
}
