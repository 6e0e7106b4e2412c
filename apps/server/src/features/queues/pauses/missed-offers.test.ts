import { MISSED_A_CALL, type QueueRecord } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { QueueService } from "../queue-service.ts";
import { insertQueueRecords, listOpenWrapUps } from "../records/queue-record-repository.ts";
import { aQueue } from "../testing/a-queue.ts";
import { MissedOffers } from "./missed-offers.ts";
import { QueuePauseService } from "./queue-pause-service.ts";

const AT = Date.parse("2030-01-07T15:00:00Z");
let database: TestDatabase;
let missed: MissedOffers;
let queues: QueueService;
let company: number;
let dev: Actor;
let desk: { id: number; name: string };
let support: number;
let sales: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  company = await aCompany(database);
  dev = await aUser(database, company);
  desk = await aPhone(database, dev);
  support = await aQueue(database, company, "301", [desk.id]);
  sales = await aQueue(database, company, "302", [desk.id]);
  const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
  missed = new MissedOffers({ database, log });
  queues = new QueueService({ database, whenKnown: async () => {} });
});

const base = (queueId = support) => ({ at: AT, companyId: String(company), queueId: String(queueId) });
const agent = () => ({ endpointId: String(desk.id) });
const paused = (queueId: number): QueueRecord => ({
  ...base(queueId),
  ...agent(),
  type: "paused",
  reason: MISSED_A_CALL,
});
const storedPauses = () =>
  database.query
    .selectFrom("queue_pauses")
    .select(["reason", "since"])
    .where("phone_id", "=", desk.id)
    .execute();

test("[QPAU4] an agent is told of a missed call, with its queue", async () => {
  missed.recorded({
    ...base(),
    ...agent(),
    type: "missed",
    callId: "call-1",
    reason: "noAnswer",
    ringMs: 5_000,
  });
  missed.recorded({ ...base(), type: "abandoned", callId: "call-1", waitMs: 5_000 });
  await missed.settled();
  expect(await eventsOf(database, company)).toEqual([
    {
      channel: `phone.${desk.id}`,
      event: {
        type: "QUEUE_MISSED",
        phone: desk.name,
        queue_id: support,
        queue_name: "Queue 301",
        callid: "call-1",
        reason: "noAnswer",
        at: AT / 1000,
      },
    },
  ]);
});

test("[QPAU5] the pause after a missed call is kept and told once, and another pause goes on", async () => {
  for (const queueId of [support, sales]) missed.recorded(paused(queueId));
  await missed.settled();
  expect(await storedPauses()).toEqual([{ reason: MISSED_A_CALL, since: new Date(AT) }]);
  expect(await eventsOf(database, company)).toMatchObject([
    { event: { type: "QUEUE_PAUSE", phone: desk.name, reason: MISSED_A_CALL, since: AT / 1000 } },
  ]);
  await database.query.updateTable("queue_pauses").set({ reason: "Lunch" }).execute();
  missed.recorded(paused(support));
  await missed.settled();
  expect(await storedPauses()).toMatchObject([{ reason: "Lunch" }]);
});

test("[QPAU5] it ends when the agent is logged in nowhere any more; a pause of their own does not", async () => {
  missed.recorded(paused(support));
  await missed.settled();
  await queues.setAvailable(dev, support, desk.name, false);
  expect(await storedPauses()).toHaveLength(1);
  await queues.setAvailable(dev, sales, desk.name, false);
  expect(await storedPauses()).toEqual([]);
  expect((await eventsOf(database, company)).at(-1)).toMatchObject({
    channel: `phone.${desk.id}`,
    event: { type: "QUEUE_PAUSE", phone: desk.name, reason: null },
  });
  await queues.setAvailable(dev, sales, desk.name, true);
  const lunch = { phone_id: desk.id, customer_id: company, reason: "Lunch", since: new Date(AT) };
  await database.query.insertInto("queue_pauses").values(lunch).execute();
  await queues.setAvailable(dev, sales, desk.name, false);
  expect(await storedPauses()).toHaveLength(1);
});

test("[QPAU5] an agent who resumes at once is not caught by the pause that is still being stored", async () => {
  const pauses = new QueuePauseService({
    ...{ database, clock: new FakeClock(), endPause: () => {} },
    whenKnown: () => missed.settled(),
  });
  missed.recorded(paused(support));
  await pauses.resume(dev, undefined);
  await missed.settled();
  expect(await storedPauses()).toEqual([]);
});

test("[QPAU6] a wrap-up that has not ended is found after a restart", async () => {
  const wrapUp = (at: number, phone: string): QueueRecord => ({
    ...base(),
    type: "wrapUp",
    at,
    endpointId: phone,
    untilMs: at + 30_000,
  });
  const store = (...records: QueueRecord[]) =>
    insertQueueRecords(
      database.query,
      records.map((record, index) => ({ key: `${company}-${record.at}-${record.type}-${index}`, record })),
    );
  const open = async (now: number) =>
    (await listOpenWrapUps(database.query, new Date(now)))
      .filter(({ customer_id }) => customer_id === company)
      .map(({ phone_id, queue_id, until_at }) => [phone_id, queue_id, until_at.getTime() - AT]);
  await store(wrapUp(AT, String(desk.id)), wrapUp(AT, "999"));
  await store({ ...base(), type: "ready", at: AT + 5_000, endpointId: "999" });
  expect(await open(AT + 10_000)).toEqual([[desk.id, support, 30_000]]);
  expect(await open(AT + 30_000)).toEqual([]);
  await store(wrapUp(AT + 20_000, String(desk.id)));
  expect(await open(AT + 25_000)).toEqual([[desk.id, support, 50_000]]);
});
