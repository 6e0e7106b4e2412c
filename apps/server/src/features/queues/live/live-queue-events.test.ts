import type { QueueStatus } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createChannelDirectory } from "../../../push/feed/channel-repository.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { aQueue } from "../testing/a-queue.ts";
import { LiveQueueEvents } from "./live-queue-events.ts";
import { QueueBoard } from "./queue-board.ts";

let database: TestDatabase;
let clock: FakeClock;
let events: LiveQueueEvents;
let board: QueueBoard;
let company: number;
let dev: Actor;
let ines: Actor;
let queue: number;
let waiting: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  company = await aCompany(database);
  dev = await aUser(database, company);
  ines = await aUser(database, company);
  queue = await aQueue(database, company, "301", [(await aPhone(database, dev)).id]);
  waiting = [];
  const since = clock.now();
  board = new QueueBoard({
    database,
    clock,
    phones: {
      queue: (queueId) => ({
        companyId: String(company),
        queueId,
        waiting: waiting.map((callId, index) => ({
          callId,
          since,
          priority: 0,
          position: index + 1,
          canBeTaken: false,
        })),
        agents: [],
      }),
      calls: () => [{ callId: "call-1", callerNumber: "12125550155", callerName: "June Park" }],
    },
  });
  const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
  events = new LiveQueueEvents({ database, clock, board, log });
});

/** Lets time go by until so many were told, and looks that there were no more. */
async function told(count: number): Promise<QueueStatus[]> {
  await vi.waitFor(async () => expect(await eventsOf(database, company)).toHaveLength(count), {
    timeout: 10_000,
  });
  return (await eventsOf(database, company)).map(({ channel, event }) => {
    expect({ channel, type: event.type }).toEqual({ channel: `queue.${queue}`, type: "QUEUE_STATUS" });
    return event.status as QueueStatus;
  });
}

test("[QSTA3] a change is told as the status route shows it, and nothing twice", async () => {
  waiting = ["call-1"];
  events.changed([queue]);
  clock.advance(40);
  const [status] = await told(1);
  const seen = { id: queue, name: "Queue 301", extension: "301" };
  expect([status]).toEqual(await board.statusOf(company, [seen]));
  expect(status?.waiting).toMatchObject([{ name: "June Park", number: "12125550155" }]);
  events.changed([queue]);
  await events.close();
  expect(await told(1)).toHaveLength(1);
});

test("[QSTA3] at most four a second, and the last state is always told", async () => {
  for (let round = 1; round <= 4; round += 1) {
    for (let change = 0; change < 25; change += 1) {
      waiting = [...waiting, `call-${waiting.length}`];
      events.changed([queue]);
      clock.advance(10);
    }
    await vi.waitFor(async () => expect(await eventsOf(database, company)).toHaveLength(round), {
      timeout: 10_000,
    });
  }
  await events.close();
  const statuses = (await eventsOf(database, company)).map(({ event }) => event.status as QueueStatus);
  expect(statuses.length).toBeLessThanOrEqual(5);
  expect(statuses.at(-1)?.waiting).toHaveLength(100);
});

test("[QSTA3] agents hear their queues once each, supervisors every queue of their company, nobody else any", async () => {
  const other = await aQueue(database, company, "302", []);
  await aQueue(database, await aCompany(database), "301", []);
  const directory = createChannelDirectory({ crowdQuery: database.query });
  const heardBy = async (actor: Actor) =>
    (await directory.channelsOf(actor))
      .filter(({ type }) => type === "queue")
      .map(({ name, channel }) => [name, channel]);
  const both = [
    ["301", `queue.${queue}`],
    ["302", `queue.${other}`],
  ];
  expect(await heardBy(dev)).toEqual([both[0]]);
  expect(await heardBy(ines)).toEqual([]);
  expect(await heardBy({ ...dev, features: new Set(["calls", "supervision"]) })).toEqual(both);
  expect(await heardBy({ ...ines, features: new Set(["supervision"]) })).toEqual(both);
  expect(await heardBy({ ...dev, features: new Set() })).toEqual([]);
});
