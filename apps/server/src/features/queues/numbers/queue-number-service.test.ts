import { QueueReportQuery } from "@offhook/contract";
import type { QueueRecord } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { insertQueueRecords } from "../records/queue-record-repository.ts";
import { aQueue } from "../testing/a-queue.ts";
import { QueueNumberService } from "./queue-number-service.ts";

let database: TestDatabase;
let numbers: QueueNumberService;
let company: number;
let dev: Actor;
let ines: Actor;
let chief: Actor;
let devPhone: { id: number; name: string };
let inesPhone: { id: number; name: string };
let scheduling: number;
let billing: number;
let lastKey = 0;

/** Wednesday, a quarter past one in New York. */
const NOW = Date.parse("2026-11-18T13:15:00-05:00");

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  numbers = new QueueNumberService({ database, clock: new FakeClock(NOW) });
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  const boss = await aUser(database, company);
  chief = { ...boss, features: new Set([...boss.features, "supervision"]) };
  devPhone = await aPhone(database, dev);
  inesPhone = await aPhone(database, ines);
  scheduling = await aQueue(database, company, "301", [devPhone.id, inesPhone.id]);
  billing = await aQueue(database, company, "302", [inesPhone.id]);
});

/** A call that waits, is taken and lasts a minute. */
async function taken(queueId: number, by: { id: number }, time: string, waitMs = 10_000): Promise<void> {
  const at = Date.parse(time);
  const callId = `call-${lastKey}`;
  const base = { companyId: String(company), queueId: String(queueId), callId };
  const endpointId = String(by.id);
  await store([
    { ...base, at, type: "entered", priority: 0 },
    { ...base, at: at + waitMs, type: "answered", endpointId, waitMs },
    { ...base, at: at + waitMs + 60_000, type: "ended", endpointId, talkMs: 60_000 },
  ]);
}

async function abandoned(queueId: number, time: string, waitMs: number): Promise<void> {
  const at = Date.parse(time);
  const base = { companyId: String(company), queueId: String(queueId), callId: `call-${lastKey}` };
  await store([
    { ...base, at, type: "entered", priority: 0 },
    { ...base, at: at + waitMs, type: "abandoned", waitMs },
  ]);
}

const store = (records: readonly QueueRecord[]): Promise<void> =>
  insertQueueRecords(
    database.query,
    records.map((record) => ({ key: `test-${company}-${++lastKey}`, record })),
  );

const ask = (actor: Actor, asked: Partial<Record<keyof QueueReportQuery, string>>) =>
  numbers.report(actor, QueueReportQuery.parse({ from: "2026-11-18", to: "2026-11-18", ...asked }));

test("[QNUM4] today's numbers begin at the company's midnight, with every hour and the user's own", async () => {
  await taken(scheduling, devPhone, "2026-11-17T23:50:00-05:00");
  await taken(scheduling, devPhone, "2026-11-18T00:10:00-05:00", 42_000);
  await taken(scheduling, inesPhone, "2026-11-18T09:30:00-05:00");
  await abandoned(scheduling, "2026-11-18T09:40:00-05:00", 90_000);
  await taken(billing, inesPhone, "2026-11-18T10:00:00-05:00");
  const { date, queues, own } = await numbers.today(dev, { seconds: 20 });
  expect(date).toBe("2026-11-18");
  expect(queues).toHaveLength(1);
  const [first] = queues;
  expect(first).toMatchObject({
    ...{ queue_id: scheduling, offered: 3, answered: 2, abandoned: 1, overflowed: 0 },
    ...{ service_level: 0.3333, average_wait: 47, longest_wait: 90, average_talk: 60 },
  });
  expect(
    first?.hours.filter(({ offered }) => offered > 0).map(({ hour, offered }) => [hour, offered]),
  ).toEqual([
    [0, 1],
    [9, 2],
  ]);
  expect(own).toEqual({ answered: 1, missed_offers: 0, talk_time: 60, longest_wait: 42 });
});

test("[QNUM5] a report by queue, hour or weekday, beside as many days before", async () => {
  await taken(scheduling, devPhone, "2026-11-16T09:00:00-05:00");
  await taken(scheduling, devPhone, "2026-11-18T09:00:00-05:00");
  await taken(billing, inesPhone, "2026-11-18T14:00:00-05:00");
  await taken(scheduling, devPhone, "2026-11-14T09:00:00-05:00");
  const week = { from: "2026-11-16", to: "2026-11-18", compare: "1" };
  const byQueue = await ask(chief, week);
  expect(byQueue).toMatchObject({
    by: "queue",
    rows: [
      { key: scheduling, label: "Queue 301", answered: 2 },
      { key: billing, label: "Queue 302", answered: 1 },
    ],
    compared: { from: "2026-11-13", to: "2026-11-15", rows: [{ answered: 1 }, { answered: 0 }] },
    csv: null,
  });
  const busy = async (by: "hour" | "weekday") => {
    const report = await ask(chief, { ...week, by });
    return report.rows.filter(({ answered }) => answered > 0).map(({ label, answered }) => [label, answered]);
  };
  expect(await busy("hour")).toEqual([
    ["09:00", 2],
    ["14:00", 1],
  ]);
  expect(await busy("weekday")).toEqual([
    ["Monday", 1],
    ["Wednesday", 2],
  ]);
});

test("[QNUM6] agents see their own row and queues only, supervisors everyone", async () => {
  await taken(scheduling, devPhone, "2026-11-18T09:00:00-05:00");
  await taken(scheduling, inesPhone, "2026-11-18T09:05:00-05:00");
  await taken(billing, inesPhone, "2026-11-18T09:10:00-05:00");
  const rows = async (actor: Actor) =>
    (await ask(actor, { by: "agent" })).rows.map(({ label, answered }) => [label, answered]);
  expect(await rows(chief)).toEqual([
    ["Dev Patel", 1],
    ["Ines Duarte", 2],
  ]);
  expect(await rows(dev)).toEqual([["Dev Patel", 1]]);
  expect((await ask(dev, {})).rows.map(({ label }) => label)).toEqual(["Queue 301"]);
  const stranger = await aUser(database, await aCompany(database));
  for (const actor of [dev, { ...stranger, features: chief.features }])
    await expect(ask(actor, { queue: String(billing) })).rejects.toMatchObject({
      code: "queues.queueNotFound",
    });
});

test("[QNUM7] as CSV, in which a name is never a formula", async () => {
  await taken(scheduling, devPhone, "2026-11-18T09:00:00-05:00");
  const name = "=1+1, please";
  await database.query.updateTable("queues").set({ name }).where("id", "=", scheduling).execute();
  const { csv } = await ask(dev, { format: "csv" });
  expect(csv?.split("\r\n")).toEqual([
    "From,To,Queue,Offered,Answered,Abandoned,Overflowed,Service level (%),Average wait (seconds)," +
      "Longest wait (seconds),Average talk (seconds)",
    `2026-11-18,2026-11-18,"'=1+1, please",1,1,0,0,100.00,10,10,60`,
    "",
  ]);
  const agents = await ask(dev, { format: "csv", by: "agent" });
  expect(agents.csv).toContain(`2026-11-18,2026-11-18,Dev Patel,${devPhone.name},1,0,60,10\r\n`);
});

test("[QNUM8] a day when the clocks change has 25 hours, and none of its calls is lost", async () => {
  await taken(scheduling, devPhone, "2026-11-01T00:05:00-04:00");
  await taken(scheduling, devPhone, "2026-11-01T01:30:00-04:00");
  await taken(scheduling, devPhone, "2026-11-01T01:30:00-05:00");
  await taken(scheduling, devPhone, "2026-11-01T23:50:00-05:00");
  const { rows } = await ask(chief, { from: "2026-11-01", to: "2026-11-01", by: "hour" });
  expect(rows.filter(({ answered }) => answered > 0).map(({ label, answered }) => [label, answered])).toEqual(
    [
      ["00:00", 1],
      ["01:00", 2],
      ["23:00", 1],
    ],
  );
});

test("[QNUM9] a report of more than a hundred days, or of days that do not exist, is refused", () => {
  const isRead = (from: string, to: string): boolean => QueueReportQuery.safeParse({ from, to }).success;
  expect(isRead("2026-08-11", "2026-11-18")).toBe(true);
  expect(isRead("2026-08-10", "2026-11-18")).toBe(false);
  expect(isRead("2026-11-19", "2026-11-18")).toBe(false);
  expect(isRead("2026-02-30", "2026-03-01")).toBe(false);
});
