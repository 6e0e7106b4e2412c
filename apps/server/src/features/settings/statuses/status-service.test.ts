import { randomUUID } from "node:crypto";
import type { UserStatus } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { StatusService } from "./status-service.ts";

const NOW = Date.parse("2030-01-07T15:00:00Z") / 1000;
const form = { name: "Lunch", emoji: "🥪", default_duration: "1_hour" as const };

let database: TestDatabase;
let clock: FakeClock;
let statuses: StatusService;
let timesSet: number;
let company: number;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let shared: UserStatus;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock(NOW * 1000);
  timesSet = 0;
  statuses = new StatusService({ database, clock, onStatusSet: () => timesSet++ });
  company = await aCompany(database, { timezone: "America/New_York" });
  maya = await aUser(database, company);
  dev = await aUser(database, company);
  stranger = await aUser(database, await aCompany(database));
  shared = await aSharedStatus("In a meeting", "1_hour");
});

describe("whose status", () => {
  test("[STA1] shared ones come first, then the own personal ones, and nobody else's", async () => {
    await statuses.create(maya, { uuid: randomUUID(), status: form });
    expect((await statuses.list(maya)).map(({ name, shared }) => [name, shared])).toEqual([
      ["In a meeting", "1"],
      ["Lunch", "0"],
    ]);
    expect((await statuses.list(dev)).map(({ name }) => name)).toEqual(["In a meeting"]);
    expect(await statuses.list(stranger)).toEqual([]);
  });

  test("[STA1] nobody can set a colleague's or another company's status", async () => {
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status: form });
    await expect(statuses.set(dev, { status_id: id })).rejects.toMatchObject({ code: "statuses.notFound" });
    await expect(statuses.set(stranger, { status_id: shared.id })).rejects.toMatchObject({
      code: "statuses.notFound",
    });
    expect(await statuses.current(dev)).toBeNull();
  });

  test("[STA2] creating makes a personal one and sets it", async () => {
    const result = await statuses.create(maya, { uuid: randomUUID(), status: form });
    expect(result.expires_at).toBe(NOW + 3600);
    expect(await statuses.current(maya)).toEqual({
      ...form,
      id: result.id,
      shared: "0",
      expires_at: NOW + 3600,
    });
    expect(timesSet).toBe(1);
  });

  test("[STA2] the same uuid again changes nothing", async () => {
    const uuid = randomUUID();
    const first = await statuses.create(maya, { uuid, status: form });
    clock.advance(60_000);
    expect(await statuses.create(maya, { uuid, status: form })).toEqual(first);
    expect(await statuses.list(maya)).toHaveLength(2);
    expect(await eventsOf(database, company)).toHaveLength(1);
  });

  test("[STA2] two users may use the same uuid", async () => {
    const uuid = randomUUID();
    const mine = await statuses.create(maya, { uuid, status: form });
    const other = await statuses.create(stranger, { uuid, status: form });
    expect(other.id).not.toBe(mine.id);
  });

  test("[STA3] an unchanged one is set as it is", async () => {
    const { name, emoji, default_duration } = shared;
    const status = { name, emoji, default_duration };
    expect(await statuses.set(maya, { status_id: shared.id, status })).toMatchObject({ id: shared.id });
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status: form });
    expect(await statuses.set(maya, { status_id: id, status: form })).toMatchObject({ id });
    expect(await statuses.list(maya)).toHaveLength(2);
  });

  test("[STA4] a changed shared one becomes a personal copy", async () => {
    const status = { name: "In a long meeting", emoji: shared.emoji, default_duration: "4_hours" as const };
    const { id } = await statuses.set(maya, { status_id: shared.id, status, uuid: randomUUID() });
    expect(id).not.toBe(shared.id);
    expect(await statuses.current(maya)).toMatchObject({ name: "In a long meeting", shared: "0" });
    expect((await statuses.list(dev)).map(({ name }) => name)).toEqual(["In a meeting"]);
  });

  test("[STA5] a changed personal one becomes a new one and the old one stays", async () => {
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status: form });
    await statuses.set(maya, { status_id: id, status: { ...form, emoji: "🍜" } });
    expect((await statuses.list(maya)).map(({ emoji }) => emoji)).toEqual([shared.emoji, "🥪", "🍜"]);
  });

  test("[STA6] another end of a custom duration is no change", async () => {
    const status = { ...form, default_duration: "custom" as const, expires_at: NOW + 100 };
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status });
    const later = await statuses.set(maya, { status_id: id, status: { ...status, expires_at: NOW + 200 } });
    expect(later).toEqual({ id, expires_at: NOW + 200 });
  });

  test("[STA7] clearing deletes nothing and is told once", async () => {
    await statuses.set(maya, { status_id: shared.id });
    expect(await statuses.set(maya, { status_id: null })).toEqual({ id: null, expires_at: null });
    await statuses.set(maya, { status_id: null });
    expect(await statuses.current(maya)).toBeNull();
    expect(await statuses.list(maya)).toHaveLength(1);
    expect((await eventsOf(database, company)).map(({ event }) => event.action)).toEqual([
      "set_user_status",
      "status_removed",
    ]);
  });

  test("[STA8] only own personal ones can be deleted", async () => {
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status: form });
    await expect(statuses.remove(maya, shared.id)).rejects.toMatchObject({ code: "statuses.shared" });
    await expect(statuses.remove(dev, id ?? 0)).rejects.toMatchObject({ code: "statuses.notFound" });
    await expect(statuses.remove(stranger, shared.id)).rejects.toMatchObject({ code: "statuses.notFound" });
    await statuses.remove(maya, id ?? 0);
    expect(await statuses.list(maya)).toEqual([shared]);
  });
});

describe("how long", () => {
  test("[STA12] the user's zone counts before the company's", async () => {
    const inTokyo = await aUser(database, company, { timezone: "Asia/Tokyo" });
    const today = await aSharedStatus("Away", "today");
    const ofCompany = await statuses.set(maya, { status_id: today.id });
    const ofUser = await statuses.set(inTokyo, { status_id: today.id });
    expect(ofCompany.expires_at).toBe(Date.parse("2030-01-08T04:59:59Z") / 1000);
    expect(ofUser.expires_at).toBe(Date.parse("2030-01-08T14:59:59Z") / 1000);
  });

  test("[STA13] a custom end must be given and lie ahead", async () => {
    const custom = await aSharedStatus("Out", "custom");
    await expect(statuses.set(maya, { status_id: custom.id })).rejects.toMatchObject({
      code: "statuses.expiryMissing",
    });
    const status = { name: "Out", emoji: custom.emoji, default_duration: "custom" as const };
    await expect(
      statuses.set(maya, { status_id: custom.id, status: { ...status, expires_at: NOW } }),
    ).rejects.toMatchObject({ code: "statuses.expiryPassed" });
    expect(
      await statuses.set(maya, { status_id: custom.id, status: { ...status, expires_at: NOW + 1 } }),
    ).toEqual({ id: custom.id, expires_at: NOW + 1 });
  });
});

describe("who hears of it", () => {
  test("[STA20] the company hears of a set status, with its end", async () => {
    await statuses.set(maya, { status_id: shared.id });
    expect(await eventsOf(database, company)).toEqual([
      {
        channel: `customer.${company}`,
        event: {
          type: "STATUS_UPDATE",
          action: "set_user_status",
          user_id: maya.userId,
          status: { ...shared, expires_at: NOW + 3600 },
        },
      },
    ]);
    expect(await eventsOf(database, stranger.customerId)).toEqual([]);
  });

  test("[STA8][STA21] deleting the active one clears it; only the user hears which one is gone", async () => {
    const { id } = await statuses.create(maya, { uuid: randomUUID(), status: form });
    await statuses.remove(maya, id ?? 0);
    const [, ...events] = await eventsOf(database, company);
    expect(events.map(({ channel, event }) => [channel, event.action])).toEqual([
      [`customer.${company}`, "status_removed"],
      [`user.${maya.userId}`, "delete_user_status"],
    ]);
  });

  test("nothing is told of a change that failed", async () => {
    await expect(statuses.set(maya, { status_id: 2_000_000_000 })).rejects.toThrow();
    expect(await eventsOf(database, company)).toEqual([]);
    expect(timesSet).toBe(0);
  });
});

async function aSharedStatus(
  name: string,
  default_duration: UserStatus["default_duration"],
): Promise<UserStatus> {
  const status = { name, emoji: "📅", default_duration };
  const { id } = await database.query
    .insertInto("user_statuses")
    .values({ ...status, customer_id: company })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, ...status, shared: "1" };
}
