import { randomUUID } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import { FeedbackService } from "./feedback-service.ts";

const report = { platform: "Firefox on Linux", appVersion: "0.1.0" };

let database: TestDatabase;
let mails: Mail[];
let maya: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  mails = [];
  maya = await aUser(database, await aCompany(database, { name: "Harborlight" }), {
    firstname: "Maya",
    lastname: "Okafor",
  });
});

test("a report is stored with its logs, without the secrets in them", async () => {
  await service().send(maya, {
    ...report,
    type: "issue",
    message: "No sound from 2125550100 at 10:04",
    appLogs: 'error {"passhash":"hunter2"}',
    mainLogs: "ready",
  });
  expect(await stored()).toMatchObject([
    {
      customer_id: maya.customerId,
      type: "issue",
      message: "No sound from 2125550100 at 10:04",
      app_logs: 'error {"passhash":[removed]}',
      main_logs: "ready",
    },
  ]);
  expect(mails).toEqual([]);
});

test("an issue may be empty, and whoever supports the installation gets a mail", async () => {
  await service("support@offhook.example").send(maya, { ...report, type: "issue", message: "" });
  expect(mails).toMatchObject([
    { to: "support@offhook.example", subject: "An issue from Maya Okafor (Harborlight)" },
  ]);
  expect(mails[0]?.text).toContain("No description was given.");
});

test("the same report sent again is stored and mailed once", async () => {
  const feedback = { ...report, type: "idea" as const, message: "Dark mode for fax", uuid: randomUUID() };
  const support = service("support@offhook.example");
  await support.send(maya, feedback);
  await support.send(maya, feedback);
  expect(await stored()).toHaveLength(1);
  expect(mails).toHaveLength(1);
});

function service(supportAddress?: string): FeedbackService {
  const outbox = { mail: async (_tx: unknown, mail: Mail) => void mails.push(mail) };
  return new FeedbackService({ database, clock: new FakeClock(), outbox, supportAddress });
}

function stored() {
  return database.query.selectFrom("feedback").selectAll().where("user_id", "=", maya.userId).execute();
}
