import type { QueueRecord } from "@offhook/pbx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { aQueue } from "../testing/a-queue.ts";
import { readCallWay } from "./call-way.ts";
import { insertQueueRecords } from "./queue-record-repository.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("[QREC5] a call's way names queues and agents, and is its own company's only", async () => {
  const company = await aCompany(database);
  const phoneOf = async (firstname: string) =>
    aPhone(database, await aUser(database, company, { firstname, lastname: "" }));
  const [dev, ines] = [await phoneOf("Dev"), await phoneOf("Ines")];
  const scheduling = await aQueue(database, company, "301", [dev.id]);
  const billing = await aQueue(database, company, "302", [ines.id]);
  const base = { companyId: String(company), queueId: String(scheduling), callId: "call-1" };
  const then = { ...base, queueId: String(billing) };
  const endpointId = String(dev.id);
  const records: QueueRecord[] = [
    { ...base, at: 1_000, type: "entered", priority: 0 },
    { ...base, at: 1_000, type: "offered", endpointIds: [endpointId, "999999"] },
    { ...base, at: 21_000, type: "missed", endpointId, reason: "noAnswer", ringMs: 20_000 },
    { ...base, at: 30_000, type: "moved", waitMs: 29_000, toQueueId: String(billing) },
    { ...then, at: 30_000, type: "entered", priority: 0 },
    { ...then, at: 35_000, type: "answered", endpointId: String(ines.id), waitMs: 5_000 },
    { ...then, at: 95_000, type: "ended", endpointId: String(ines.id), talkMs: 60_000 },
  ];
  await insertQueueRecords(
    database.query,
    records.map((record, index) => ({ key: `way-${index}`, record })),
  );
  const none = { agents: [], reason: null, seconds: null, to_queue: null };
  const [first, second] = ["Queue 301", "Queue 302"];
  expect(await readCallWay(database.query, company, "call-1")).toEqual([
    { ...none, type: "entered", at: 1, queue: first },
    { ...none, type: "offered", at: 1, queue: first, agents: ["Dev", ""] },
    { ...none, type: "missed", at: 21, queue: first, agents: ["Dev"], reason: "noAnswer", seconds: 20 },
    { ...none, type: "moved", at: 30, queue: first, seconds: 29, to_queue: second },
    { ...none, type: "entered", at: 30, queue: second },
    { ...none, type: "answered", at: 35, queue: second, agents: ["Ines"], seconds: 5 },
  ]);
  expect(await readCallWay(database.query, company + 1, "call-1")).toEqual([]);
  expect(await readCallWay(database.query, company, "call-2")).toEqual([]);
});
