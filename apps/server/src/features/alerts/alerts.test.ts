import { randomBytes } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { DEMO_PEOPLE } from "../../demo/demo-people.ts";
import type { Actor } from "../../platform/actor.ts";
import type { AdminAlert } from "../../platform/admin-alerts.ts";
import { Outbox } from "../../platform/loops/outbox.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import { PushClient } from "../../push/testing/push-client.ts";
import { APP_KEY, createTestApp } from "../../testing/test-app.ts";
import { aCompany, aUser, eventsOf } from "../testing/company.ts";
import { AlertService } from "./alert-service.ts";

const MINUTE_MS = 60_000;
const log = pino({ level: "silent" });
const isAdministrator = { roles: '{"tc_admin":"1"}' };

let database: TestDatabase;
let clock: FakeClock;
let mails: Mail[];
let outbox: Outbox;
let alerts: AlertService;
let company: number;
let ines: Actor;
let dev: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  clock = new FakeClock();
  mails = [];
  const mailer = { send: async (_id: string, mail: Mail) => void mails.push(mail), close: () => {} };
  outbox = new Outbox({ database, clock, secrets: createSecrets(randomBytes(32)), log, mailer });
  outbox.start();
  alerts = aService();
  company = await aCompany(database);
  ines = administration(
    await aUser(database, company, { ...isAdministrator, firstname: "Ines", lastname: "D" }),
  );
  dev = await aUser(database, company);
});
afterEach(async () => {
  await Promise.all([alerts.close(), outbox.close()]);
  await database.query.deleteFrom("customers").execute();
});
afterAll(() => database.drop());

function aService(over: Database = database): AlertService {
  const service = new AlertService({
    database: over,
    clock,
    log,
    outbox,
    publicUrl: "https://phone.example",
  });
  service.start();
  return service;
}

const administration = (actor: Actor): Actor => ({
  ...actor,
  features: new Set([...actor.features, "administration"]),
});

const anAlert = (given: Partial<AdminAlert> = {}): AdminAlert => ({
  customerId: company,
  kind: "tollFraud",
  subject: "desk-102",
  title: "Calls from line 102 were stopped",
  text: "The line called premium numbers.",
  ...given,
});

const stored = async () => (await alerts.list(ines)).alerts;
const heard = async (userId: number) =>
  (await eventsOf(database, company)).filter(
    ({ channel, event }) => channel === `user.${userId}` && event.type === "ADMIN_ALERT",
  );

test("[ALR1] administrators get a mail and an event, others nothing", async () => {
  await aUser(database, company, { ...isAdministrator, disabled_at: new Date() });
  alerts.raise(anAlert());
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    subject: "Calls from line 102 were stopped",
    text: expect.stringContaining("The line called premium numbers."),
  });
  expect(await heard(ines.userId)).toHaveLength(1);
  expect(await heard(dev.userId)).toEqual([]);
  expect(await stored()).toMatchObject([
    { kind: "tollFraud", subject: "desk-102", count: 1, dismissed_at: null },
  ]);
});

test("[ALR2] repeats within the hour only count, in and between turns; after it a new one is told", async () => {
  for (let times = 0; times < 50; times++) alerts.raise(anAlert());
  await expect.poll(async () => (await stored())[0]?.count).toBe(50);
  clock.advance(30 * MINUTE_MS);
  alerts.raise(anAlert());
  await expect.poll(async () => (await stored())[0]?.count).toBe(51);
  expect(await stored()).toHaveLength(1);
  alerts.raise(anAlert({ subject: "desk-103" }));
  await expect.poll(stored).toHaveLength(2);
  clock.advance(40 * MINUTE_MS);
  alerts.raise(anAlert());
  await expect.poll(stored).toHaveLength(3);
  await expect.poll(() => mails).toHaveLength(3);
});

test("[ALR2] what happens again after it was put aside is told anew", async () => {
  alerts.raise(anAlert());
  await expect.poll(stored).toHaveLength(1);
  const [{ id } = { id: 0 }] = await stored();
  await alerts.dismiss(ines, id);
  alerts.raise(anAlert());
  await expect.poll(stored).toHaveLength(2);
  expect(await stored()).toMatchObject([{ dismissed_at: null, count: 1 }, { id }]);
});

test("[ALR3] what concerns the installation is told to every company", async () => {
  const other = await aCompany(database);
  const sam = administration(await aUser(database, other, isAdministrator));
  const { customerId: _none, ...everywhere } = anAlert({ kind: "flood" });
  alerts.raise(everywhere);
  await expect.poll(() => mails).toHaveLength(2);
  expect((await alerts.list(sam)).alerts).toHaveLength(1);
  expect(await stored()).toHaveLength(1);
});

test("[ALR4] [ALR5] put aside once, for all, and by nobody of another company", async () => {
  const other = await aCompany(database);
  const sam = administration(await aUser(database, other, isAdministrator));
  alerts.raise(anAlert());
  await expect.poll(stored).toHaveLength(1);
  const [{ id } = { id: 0 }] = await stored();
  await expect(alerts.dismiss(sam, id)).rejects.toMatchObject({ kind: "notFound" });
  await expect(alerts.dismiss(dev, id)).rejects.toMatchObject({ kind: "notFound" });
  expect(await alerts.dismiss(ines, id)).toMatchObject({ dismissed_by: "Ines D" });
  expect(await alerts.dismiss(ines, id)).toMatchObject({ dismissed_by: "Ines D" });
  expect((await heard(ines.userId)).map(({ event }) => Reflect.get(event, "alert"))).toMatchObject([
    { dismissed_at: null },
    { dismissed_by: "Ines D" },
  ]);
});

test("[ALR6] a storm of different subjects sends twenty mails and shows all", async () => {
  for (let line = 0; line < 30; line++) alerts.raise(anAlert({ subject: `desk-${line}` }));
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(30);
  await expect.poll(() => mails).toHaveLength(20);
});

describe("[ALR7]", () => {
  test("what is raised while the database is away is told later", async () => {
    let isAway = true;
    const flaky: Database = {
      ...database,
      query: database.query,
      transaction: (work) => (isAway ? Promise.reject(new Error("gone")) : database.transaction(work)),
    };
    const service = aService(flaky);
    service.raise(anAlert());
    service.raise(anAlert());
    // Lets the failing turn end.
    await new Promise((resolve) => setImmediate(resolve));
    isAway = false;
    await service.close();
    expect(await stored()).toMatchObject([{ count: 2 }]);
  });

  test("a subject that nobody can store is made storable", async () => {
    alerts.raise(anAlert({ subject: `a\0b\ud800${"x".repeat(500)}`, text: "\ud800" }));
    await expect.poll(stored).toHaveLength(1);
    expect((await stored())[0]?.subject).toMatch(/^ab\uFFFDx+$/);
  });
});

test("[ALR8] the front desk hears of what names it, and of nothing else", async () => {
  const stranger = await aUser(database, await aCompany(database));
  alerts.raise(anAlert());
  alerts.raise(anAlert({ kind: "emergencyCall", alsoTell: [dev.userId, stranger.userId] }));
  await expect.poll(stored).toHaveLength(2);
  expect((await alerts.listTold(dev)).alerts).toMatchObject([{ kind: "emergencyCall" }]);
  expect((await alerts.listTold(stranger)).alerts).toEqual([]);
  expect(await heard(dev.userId)).toHaveLength(1);
  const [{ id } = { id: 0 }] = (await alerts.listTold(dev)).alerts;
  await alerts.dismiss(dev, id);
  expect((await alerts.listTold(dev)).alerts).toEqual([]);
});

test("[ALR1] [ALR4] in the whole server: ten seconds to mail and push, for administrators only", async () => {
  const mailed: Mail[] = [];
  const mailer = { send: async (_id: string, mail: Mail) => void mailed.push(mail), close: () => {} };
  const server = await createTestApp({ outside: { mailer } });
  try {
    const idOf = (handle: string): number => DEMO_PEOPLE.find((person) => person.handle === handle)!.id;
    const list = async (token: string) =>
      (
        await server.app.fastify.inject({
          url: "/api/admin/alerts",
          headers: { "x-app-key": APP_KEY, authorization: `Bearer ${token}` },
        })
      ).json();
    await server.app.start();
    const client = new PushClient();
    await client.connect(await server.listen(), await server.signIn(idOf("ines")));
    const began = performance.now();
    server.app.alerts.raise(anAlert({ customerId: 1 }));
    await client.until(() => client.events.some(({ event }) => event.type === "ADMIN_ALERT"));
    await expect
      .poll(() => mailed.map(({ to }) => to).sort(), { timeout: 10_000 })
      .toEqual(["ines@harborlight.example", "maya@harborlight.example"]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await list(await server.signIn(idOf("maya")))).result.alerts).toHaveLength(1);
    expect((await list(await server.signIn(idOf("dev")))).error.code).toBe("administration.required");
    await client.cut();
  } finally {
    await server.close();
  }
});
