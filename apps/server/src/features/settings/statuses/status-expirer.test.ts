import { randomUUID } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { DueLoop } from "../../../platform/loops/due-loop.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { createStatusExpirer } from "./status-expirer.ts";
import { StatusService } from "./status-service.ts";

const MINUTE_MS = 60_000;
const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };

let database: TestDatabase;
let clock: FakeClock;
let expirer: DueLoop;
let statuses: StatusService;
let maya: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  expirer = createStatusExpirer({ database, clock, log });
  statuses = new StatusService({ database, clock, onStatusSet: () => expirer.wake() });
  maya = await aUser(database, await aCompany(database));
});
afterEach(() => expirer.close());

test("[STA14] a status is taken away when its time is over, and the company is told once", async () => {
  expirer.start();
  await setStatus("30_minutes");
  await passMinutes(29);
  expect(await statuses.current(maya)).not.toBeNull();
  await passMinutes(2);
  expect(await statuses.current(maya)).toBeNull();
  await passMinutes(5);
  expect(await actions()).toEqual(["set_user_status", "status_removed"]);
});

test("[STA14] an end that came while the server was not running is caught up with", async () => {
  await setStatus("1_hour");
  clock.advance(8 * 60 * MINUTE_MS);
  expirer.start();
  await vi.waitFor(async () => expect(await statuses.current(maya)).toBeNull(), { timeout: 10_000 });
  expect(await actions()).toEqual(["set_user_status", "status_removed"]);
});

test("[STA15] a status that was set again lasts until its new end", async () => {
  expirer.start();
  await setStatus("30_minutes");
  await passMinutes(20);
  const { id } = await setStatus("1_hour");
  await passMinutes(40);
  expect(await statuses.current(maya)).toMatchObject({ id });
  await passMinutes(21);
  expect(await statuses.current(maya)).toBeNull();
});

test("[STA10] a status without an end stays", async () => {
  expirer.start();
  await setStatus("never");
  await passMinutes(10);
  expect(await statuses.current(maya)).not.toBeNull();
});

function setStatus(default_duration: "never" | "30_minutes" | "1_hour") {
  return statuses.create(maya, {
    uuid: randomUUID(),
    status: { name: "Busy", emoji: "🔕", default_duration },
  });
}

/** The loop works between two steps of the clock; it has finished when it waits for its next timer. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { interval: 2 });
    clock.advance(MINUTE_MS);
  }
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { interval: 2 });
}

async function actions(): Promise<unknown[]> {
  return (await eventsOf(database, maya.customerId)).map(({ event }) => event.action);
}
