import type { QueueRecord } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import {
  listQueueRecords,
  listQueueRecordsOfCall,
} from "../../features/queues/records/queue-record-repository.ts";
import { createQueueRecordRetention } from "../../features/queues/records/queue-record-retention.ts";
import { aCompany } from "../../features/testing/company.ts";
import { QueueRecordWriter } from "./queue-record-writer.ts";

const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
const DAY_MS = 86_400_000;
let database: TestDatabase;
let clock: FakeClock;
let writer: QueueRecordWriter;
let company: number;
let queueId: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  writer = new QueueRecordWriter({ database, clock, log });
  company = await aCompany(database);
  const { id } = await database.query
    .insertInto("queues")
    .values({ customer_id: company, name: "Scheduling", extension: "301" })
    .returning("id")
    .executeTakeFirstOrThrow();
  queueId = id;
});

const base = () => ({ at: clock.now(), companyId: String(company), queueId: String(queueId) });

/** One of each kind, all at the same moment. */
function everyKind(callId: string): QueueRecord[] {
  const [call, agent] = [{ ...base(), callId }, { endpointId: "102" }];
  return [
    { ...call, type: "entered", priority: 3 },
    { ...call, type: "offered", endpointIds: ["102", "103"] },
    { ...call, ...agent, type: "missed", reason: "declined", ringMs: 4_000 },
    { ...call, ...agent, type: "answered", waitMs: 42_000 },
    { ...call, type: "abandoned", waitMs: 5_000 },
    { ...call, type: "overflowed", waitMs: 6_000, reason: "nobodySignedIn" },
    { ...call, type: "moved", waitMs: 7_000, toQueueId: "9" },
    { ...call, type: "moved", waitMs: 7_000 },
    { ...call, type: "callbackAsked" },
    { ...call, ...agent, type: "callbackTaken", newCallId: "call-9" },
    { ...call, ...agent, type: "callbackFailed", reason: "busy" },
    { ...call, type: "callbackDropped", waitMs: 8_000, reason: "noAnswer" },
    { ...call, ...agent, type: "ended", talkMs: 61_000 },
    { ...base(), ...agent, type: "signedIn" },
    { ...base(), ...agent, type: "paused", reason: "Lunch" },
    { ...base(), ...agent, type: "resumed" },
    { ...base(), ...agent, type: "wrapUp", untilMs: clock.now() + 5_000 },
    { ...base(), ...agent, type: "ready" },
    { ...base(), ...agent, type: "signedOut" },
  ];
}

const stored = (days = 1) =>
  listQueueRecords(database.query, company, {
    queueIds: [queueId],
    from: new Date(clock.now() - days * DAY_MS),
    to: new Date(clock.now() + DAY_MS),
  });

test("[QREC1] every kind of record is read as it was told, in its order", async () => {
  const told = everyKind("call-1");
  for (const record of told) writer.recorded(record);
  await writer.settled();
  expect(await stored()).toEqual(told);
  expect(await listQueueRecordsOfCall(database.query, company, "call-1")).toEqual(told.slice(0, 13));
  // The call in which somebody is called back tells the whole way.
  expect(await listQueueRecordsOfCall(database.query, company, "call-9")).toEqual(told.slice(0, 13));
  expect(await listQueueRecordsOfCall(database.query, company + 1, "call-1")).toEqual([]);
});

test("[QREC2] a database that is away for a moment loses nothing, and writes nothing twice", async () => {
  const errors: unknown[] = [];
  let answer: "away" | "lostAfterCommit" | "there" = "away";
  const transaction: Database["transaction"] = async (work) => {
    if (answer === "away") throw new Error("The database is away");
    const result = await database.transaction(work);
    if (answer === "lostAfterCommit") throw new Error("The connection was lost");
    return result;
  };
  const flaky = new QueueRecordWriter({
    database: { ...database, transaction },
    clock,
    log: { error: (details: unknown) => errors.push(details) },
  });
  const told = everyKind("call-2");
  for (const record of told.slice(0, 5)) flaky.recorded(record);
  clock.advance(25);
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 10_000 });
  for (const record of told.slice(5)) flaky.recorded(record);
  const settled = flaky.settled();
  answer = "lostAfterCommit";
  clock.advance(2_000);
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1), { timeout: 10_000 });
  answer = "there";
  // After a failure each is written alone.
  clock.advance(2_000);
  await settled;
  expect(await stored()).toEqual(told);
});

test("[QREC3] what a deleted queue or another company's queue is said to have done is left out", async () => {
  const other = await aCompany(database);
  writer.recorded({ ...base(), type: "entered", callId: "gone", priority: 0, queueId: "999999" });
  writer.recorded({ ...base(), type: "entered", callId: "foreign", priority: 0, companyId: String(other) });
  writer.recorded({ ...base(), type: "entered", callId: "own", priority: 0 });
  await writer.settled();
  expect(await stored()).toMatchObject([{ callId: "own" }]);
});

test("[QREC4] records are kept for 400 days", async () => {
  const at = (days: number) => clock.now() - days * DAY_MS;
  for (const days of [401, 399])
    writer.recorded({ ...base(), at: at(days), type: "entered", callId: `${days}`, priority: 0 });
  await writer.settled();
  expect(await stored(500)).toHaveLength(2);
  const retention = createQueueRecordRetention({ database, clock, log });
  retention.start();
  await retention.close();
  expect(await stored(500)).toMatchObject([{ callId: "399" }]);
});
