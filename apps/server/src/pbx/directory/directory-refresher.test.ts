import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { OnEvents } from "../../database/create-database.ts";
import { madeUpEvent } from "../../database/testing/published-events.ts";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { aCompany } from "../../features/testing/company.ts";
import { DirectoryRefresher } from "./directory-refresher.ts";

const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
let wake: OnEvents = () => {};
let database: TestDatabase;
let clock: FakeClock;
let refresher: DirectoryRefresher;
let refreshed: number[];
let company: number;

beforeAll(async () => {
  database = await createTestDatabase({
    onEvents: (...written) => wake(...written),
    // Only their types matter here.
    checkEvent: () => {},
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  company = await aCompany(database);
  clock = new FakeClock();
  refreshed = [];
  refresher = new DirectoryRefresher({
    database,
    clock,
    log,
    refresh: async (customerId) => void refreshed.push(customerId),
  });
  await refresher.begin();
  wake = wakeRefresher;
});
afterEach(() => refresher.close());

const wakeRefresher: OnEvents = (customerId, lastId, events) =>
  refresher.wake(
    customerId,
    lastId,
    events.map(({ event }) => event.type),
  );

const publish = (...types: string[]): Promise<void> =>
  database.publish(
    types.map((type) => ({ customerId: company, channel: "x", event: madeUpEvent({ type }) })),
  );

test("what calls write themselves changes nothing, nor do texts and tasks; anything else does", async () => {
  await publish("LIVE_CALLS", "HISTORY");
  await publish("MT", "sent", "DLR", "SMS_PRESENCE", "SMS_TASK", "TASK_NOTICE");
  await refresher.settled();
  expect(refreshed).toEqual([]);
  await publish("LIVE_CALLS", "PHONE_UPDATE");
  await refresher.settled();
  await publish("LIVE_CALLS");
  await refresher.settled();
  expect(refreshed).toEqual([company]);
});

test("a change that nobody told of is found with the next event", async () => {
  wake = () => {};
  await publish("PHONE_UPDATE");
  wake = wakeRefresher;
  await publish("LIVE_CALLS");
  await refresher.settled();
  expect(refreshed).toEqual([company]);
});

test("a change made on another machine is found within five seconds, a new company too", async () => {
  wake = () => {};
  await publish("DID_UPDATE");
  const other = await aCompany(database);
  clock.advance(5_000);
  await vi.waitFor(() => expect(refreshed.toSorted((a, b) => a - b)).toEqual([company, other]), {
    timeout: 10_000,
  });
  clock.advance(5_000);
  await refresher.settled();
  expect(refreshed).toHaveLength(2);
});
