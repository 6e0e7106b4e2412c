import { QueueReportQuery } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { QueueNumberService } from "../numbers/queue-number-service.ts";
import { insertQueueRecords } from "../records/queue-record-repository.ts";
import { aQueue } from "../testing/a-queue.ts";
import { MorningReports } from "./morning-reports.ts";
import { reportAsPdf } from "./report-pdf.ts";

/** Wednesday, a quarter past one in New York. */
const NOW = Date.parse("2026-11-18T13:15:00-05:00");
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let clock: FakeClock;
let reports: MorningReports;
let dev: Actor;
let queueId: number;
let mails: Mail[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const create = (): MorningReports =>
  new MorningReports(
    {
      ...{ database, clock, publicUrl: "https://phone.example", log: { error: () => {} } },
      outbox: {
        canMail: true,
        mail: async (_tx, mail) => {
          mails.push(mail);
        },
      },
      rightsOf: () => new Set(["calls"]),
    },
    new QueueNumberService({ database, clock }),
  );

beforeEach(async () => {
  clock = new FakeClock(NOW);
  mails = [];
  const company = await aCompany(database);
  dev = await aUser(database, company);
  queueId = await aQueue(database, company, "301", [(await aPhone(database, dev)).id]);
  const base = { companyId: String(company), queueId: String(queueId), callId: "call" };
  const record = { ...base, at: NOW - HOUR_MS, type: "entered" as const, priority: 0 };
  await insertQueueRecords(database.query, [{ key: `morning-${company}`, record }]);
  reports = create();
});
afterEach(async () => {
  await reports.close();
  await reports.save(dev, false);
});

/** Lets the loop see this time. */
async function at(time: string): Promise<void> {
  clock.advance(Date.parse(time) - clock.now());
  await reports.close();
  reports = create();
  reports.start();
  await reports.close();
}

const dueAt = async (): Promise<string | undefined> => {
  const query = database.query.selectFrom("queue_report_mails").select("next_at");
  const row = await query.where("user_id", "=", dev.userId).executeTakeFirst();
  return row?.next_at.toISOString();
};

test("[WB11] the report is due at seven by the company's clock, whenever it was asked for", async () => {
  expect(await reports.read(dev)).toEqual({ wanted: false, available: true });
  expect(await reports.save(dev, true)).toEqual({ wanted: true, available: true });
  expect(await dueAt()).toBe("2026-11-19T12:00:00.000Z");
  await reports.save(dev, false);
  clock.advance(Date.parse("2026-11-19T06:59:00-05:00") - clock.now());
  await reports.save(dev, true);
  expect(await dueAt()).toBe("2026-11-19T12:00:00.000Z");
});

test("[WB11] it is sent once, about yesterday", async () => {
  await reports.save(dev, true);
  await at("2026-11-19T06:59:00-05:00");
  expect(mails).toEqual([]);
  await at("2026-11-19T07:00:00-05:00");
  await at("2026-11-19T07:05:00-05:00");
  expect(mails.map(({ subject }) => subject)).toEqual(["Queue report for 2026-11-18"]);
  expect(mails[0]?.text).toContain("Queue 301: 1 calls, 0 answered, 0 abandoned.");
  expect(mails[0]?.text).toContain("https://phone.example/acd/reports");
  expect(await dueAt()).toBe("2026-11-20T12:00:00.000Z");
});

test("[WB11] a server that was down for days sends the newest one, once", async () => {
  await reports.save(dev, true);
  await at("2026-11-22T15:30:00-05:00");
  expect(mails.map(({ subject }) => subject)).toEqual(["Queue report for 2026-11-21"]);
  expect(await dueAt()).toBe("2026-11-23T12:00:00.000Z");
});

test("[WB11] somebody who is gone, or sees no queue any more, gets nothing", async () => {
  await reports.save(dev, true);
  await database.query.deleteFrom("queues").where("id", "=", queueId).execute();
  await at("2026-11-19T07:00:00-05:00");
  const disabled = { disabled_at: new Date(NOW) };
  await database.query.updateTable("users").set(disabled).where("id", "=", dev.userId).execute();
  await at("2026-11-20T07:00:00-05:00");
  expect(mails).toEqual([]);
});

test.each(["queue", "agent", "hour", "weekday"])("[WB12] a report by %s becomes a PDF", async (by) => {
  const numbers = new QueueNumberService({ database, clock });
  const asked = { by, from: "2026-11-12", to: "2026-11-18", compare: "1" };
  const pdf = await reportAsPdf(await numbers.report(dev, QueueReportQuery.parse(asked)));
  expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe("%PDF-");
  expect(pdf.length).toBeGreaterThan(1_000);
});
