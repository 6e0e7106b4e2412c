import { DEFAULT_WALLBOARD_THRESHOLDS, WallboardThresholds } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { QueueBoard } from "../live/queue-board.ts";
import { QueueNumberService } from "../numbers/queue-number-service.ts";
import { insertQueueRecords } from "../records/queue-record-repository.ts";
import { aQueue } from "../testing/a-queue.ts";
import { UsualHours } from "./usual-hours.ts";
import { WallboardScreens } from "./wallboard-screens.ts";
import { WallboardService } from "./wallboard-service.ts";

/** Wednesday, a quarter past one in New York. */
const NOW = Date.parse("2026-11-18T13:15:00-05:00");

let database: TestDatabase;
let clock: FakeClock;
let wallboard: WallboardService;
let screens: WallboardScreens;
let company: number;
let dev: Actor;
let chief: Actor;
let scheduling: number;
let billing: number;
let lastKey = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock(NOW);
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  const boss = await aUser(database, company, { firstname: "Lena", lastname: "Brandt" });
  chief = { ...boss, features: new Set([...boss.features, "supervision"]) };
  const phone = await aPhone(database, dev);
  scheduling = await aQueue(database, company, "301", [phone.id]);
  billing = await aQueue(database, company, "302", []);
  const deps = { database, clock };
  const usual = new UsualHours(deps);
  wallboard = new WallboardService({ ...deps, usual });
  const waiting = [{ callId: "call-1", since: NOW - 42_000, position: 1 }];
  const agents = [{ endpointId: String(phone.id), state: "busy" as const, since: NOW - 5_000 }];
  const board = new QueueBoard({
    ...deps,
    phones: {
      queue: (id) => (id === String(scheduling) ? ({ waiting, agents } as never) : undefined),
      calls: () => [{ callId: "call-1", callerNumber: "12125550177", callerName: "June Park" }],
    },
  });
  screens = new WallboardScreens({
    ...deps,
    board,
    usual,
    numbers: new QueueNumberService(deps),
    build: "build-1",
  });
});

async function entered(queueId: number, ...times: readonly string[]): Promise<void> {
  const records = times.map((time) => {
    const callId = `call-${++lastKey}`;
    const base = { companyId: String(company), queueId: String(queueId), callId };
    return {
      key: `wallboard-${company}-${lastKey}`,
      record: { ...base, at: Date.parse(time), type: "entered" as const, priority: 0 },
    };
  });
  await insertQueueRecords(database.query, records);
}

test("[WB1] the usual day is that of the same weekday, over the days on which there were calls", async () => {
  await entered(scheduling, "2026-11-11T09:10:00-05:00", "2026-11-11T09:50:00-05:00");
  await entered(scheduling, "2026-11-04T09:30:00-05:00", "2026-11-04T23:59:00-05:00");
  // Another weekday, today, and more than four weeks ago.
  await entered(scheduling, "2026-11-17T09:30:00-05:00", "2026-11-18T09:30:00-05:00");
  await entered(scheduling, "2026-10-14T09:30:00-04:00");
  const { usual } = await wallboard.read(chief);
  const [first, second] = usual;
  expect(first?.queue_id).toBe(scheduling);
  expect(first?.hours[9]).toBe(1.5);
  expect(first?.hours[23]).toBe(0.5);
  expect(second).toEqual({ queue_id: billing, hours: [] });
  expect((await wallboard.read(dev)).usual.map(({ queue_id }) => queue_id)).toEqual([scheduling]);
});

test("[WB2] thresholds are the company's, and sensible before anybody changes them", async () => {
  expect((await wallboard.read(dev)).thresholds).toEqual(DEFAULT_WALLBOARD_THRESHOLDS);
  const changed = { ...DEFAULT_WALLBOARD_THRESHOLDS, waiting: { warning: 1, alarm: 2 }, sound: false };
  await wallboard.saveThresholds(chief, changed);
  expect((await wallboard.read(dev)).thresholds).toEqual(changed);
  const stranger = await aUser(database, await aCompany(database));
  expect((await wallboard.read(stranger)).thresholds).toEqual(DEFAULT_WALLBOARD_THRESHOLDS);
});

test("[WB2] an alarm on the wrong side of its warning is refused", () => {
  const isRead = (change: Partial<WallboardThresholds>): boolean =>
    WallboardThresholds.safeParse({ ...DEFAULT_WALLBOARD_THRESHOLDS, ...change }).success;
  expect(isRead({ waiting: { warning: 5, alarm: 5 } })).toBe(true);
  expect(isRead({ waiting: { warning: 6, alarm: 5 } })).toBe(false);
  expect(isRead({ service_level: { warning: 60, alarm: 80 } })).toBe(false);
});

test("[WB5] a screen shows numbers and first names, and nothing of callers", async () => {
  await entered(scheduling, "2026-11-18T09:30:00-05:00");
  const { token } = await wallboard.createLink(chief, "Lobby");
  const screen = await screens.read(token);
  expect(screen).toMatchObject({ name: "Lobby", now: NOW / 1000, hour: 13, build: "build-1" });
  expect(screen.queues).toMatchObject([
    { name: "Queue 301", waiting: 1, waiting_since: NOW / 1000 - 42, offered: 1, talking: 1, ready: 0 },
    { name: "Queue 302", waiting: 0, waiting_since: null, offered: 0, talking: 0 },
  ]);
  expect(screen.agents).toEqual([{ name: "Dev", state: "busy", since: NOW / 1000 - 5 }]);
  const text = JSON.stringify(screen);
  for (const secret of ["June", "2125550177", "Patel", "call-1", "queue_id", "user_id", "phone"])
    expect(text).not.toContain(secret);
});

test("[WB6] a link is stored as a hash, says when it was last seen, and shows its own company only", async () => {
  const { token, link } = await wallboard.createLink(chief, "Lobby");
  expect(link).toMatchObject({ name: "Lobby", created_by: "Lena Brandt", last_seen: null });
  const row = await database.query
    .selectFrom("wallboard_links")
    .selectAll()
    .where("id", "=", link.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(token);
  await screens.read(token);
  expect(await wallboard.listLinks(chief)).toMatchObject([{ id: link.id, last_seen: NOW / 1000 }]);

  const otherCompany = await aCompany(database);
  const other = await aUser(database, otherCompany);
  const theirs = await wallboard.createLink(other, "Theirs");
  expect((await screens.read(theirs.token)).queues).toEqual([]);
  expect(await wallboard.listLinks(other)).toHaveLength(1);
  // Nobody revokes what belongs to others.
  await wallboard.revokeLink(other, link.id);
  expect((await screens.read(token)).queues).toHaveLength(2);
});

test("[WB7] a revoked link shows nothing from the next question on, and looks like one that never was", async () => {
  const { token, link } = await wallboard.createLink(chief, "Lobby");
  await screens.read(token);
  expect(await wallboard.revokeLink(chief, link.id)).toEqual([]);
  const refused = { kind: "notFound", code: "queues.wallboardLinkNotFound" };
  for (const garbage of [token, `${token}x`, token.slice(1), "x", "'; drop table users", "\u{1f4fa}"])
    await expect(screens.read(garbage)).rejects.toMatchObject(refused);
});

test("[WB6] screens of one company share an answer for a moment, and a new one comes after it", async () => {
  const { token } = await wallboard.createLink(chief, "Lobby");
  expect((await screens.read(token)).queues[0]?.offered).toBe(0);
  await entered(scheduling, "2026-11-18T13:14:00-05:00");
  expect((await screens.read(token)).queues[0]?.offered).toBe(0);
  clock.advance(4_000);
  expect((await screens.read(token)).queues[0]?.offered).toBe(1);
});
