import { randomUUID } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { DueLoop } from "../../../platform/loops/due-loop.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { smsTaskSource } from "../sources/sms-source.ts";
import { TaskSources } from "../sources/task-sources.ts";
import { TaskService } from "../task-service.ts";
import { aConversation, anSmsLine, channelsFrom } from "../testing/shared-line.ts";
import { createTaskReminders } from "./task-reminders.ts";

const MINUTE_MS = 60_000;
const ANA = "12125550150";
const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };

let database: TestDatabase;
let clock: FakeClock;
let reminders: DueLoop;
let tasks: TaskService;
let maya: Actor;
let dev: Actor;
let line: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const sources = new TaskSources([smsTaskSource]);
  reminders = createTaskReminders({ database, clock, log, sources });
  tasks = new TaskService({
    database,
    clock,
    sources,
    channelsOf: channelsFrom(database),
    onReminderSet: () => reminders.wake(),
  });
  const customerId = await aCompany(database);
  maya = await aUser(database, customerId);
  dev = await aUser(database, customerId);
  const { id, number } = await anSmsLine(database, customerId, [maya, dev]);
  line = number;
  await aConversation(database, { customerId, lineId: id, number: ANA, text: "Hello" });
});
afterEach(() => reminders.close());

test("[TSK70] a reminder is given at its time, once, to the assignee", async () => {
  reminders.start();
  await remindIn(30, dev);
  await passMinutes(29);
  expect(await reminded()).toEqual([]);
  await passMinutes(2);
  expect(await reminded()).toEqual([`user.${dev.userId}`]);
  await passMinutes(5);
  expect(await reminded()).toHaveLength(1);
});

test("[TSK71] while nobody is to do it, its maker is reminded", async () => {
  reminders.start();
  await remindIn(1, undefined);
  await passMinutes(2);
  expect(await reminded()).toEqual([`user.${maya.userId}`]);
});

test("[TSK71] whoever has lost the feature of the item hears nothing of it", async () => {
  reminders.start();
  await remindIn(1, dev);
  await database.query
    .updateTable("users")
    .set({ roles: JSON.stringify({ tc_sms: "0" }) })
    .where("id", "=", dev.userId)
    .execute();
  await passMinutes(2);
  const { reminded_on } = await database.query
    .selectFrom("tasks")
    .select("reminded_on")
    .where("customer_id", "=", maya.customerId)
    .executeTakeFirstOrThrow();
  expect(reminded_on).not.toBeNull();
  expect(await reminded()).toEqual([]);
});

test("[TSK72] a time that came while the server was not running is caught up with, by one of two servers", async () => {
  await remindIn(60, dev);
  clock.advance(8 * 60 * MINUTE_MS);
  const other = createTaskReminders({ database, clock, log, sources: new TaskSources([smsTaskSource]) });
  reminders.start();
  other.start();
  await vi.waitFor(async () => expect(await reminded()).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(2), { interval: 2 });
  expect(await reminded()).toHaveLength(1);
  await other.close();
});

test("[TSK73] a task that is done is not reminded of; a new time counts again", async () => {
  reminders.start();
  const done = await remindIn(10, dev);
  await tasks.update(dev, { task_id: done.id, resolved_by: dev.userId });
  const moved = await remindIn(10, dev);
  await tasks.update(dev, { task_id: moved.id, remind_on: Math.floor(clock.now() / 1000) + 20 * 60 });
  await passMinutes(15);
  expect(await reminded()).toEqual([]);
  await passMinutes(6);
  expect(await reminded()).toHaveLength(1);
});

test("[TSK74] a time that has passed is refused", async () => {
  await expect(remindIn(-5, dev)).rejects.toMatchObject({ code: "tasks.reminderPassed" });
});

function remindIn(minutes: number, assignee: Actor | undefined) {
  return tasks.create(maya, {
    uuid: randomUUID(),
    source: "sms",
    source_id: ANA,
    sms_line: line,
    note: "",
    assigned_to: assignee?.userId,
    due_on: null,
    remind_on: Math.floor(clock.now() / 1000) + minutes * 60,
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

/** The channels on which reminders were told. */
async function reminded(): Promise<string[]> {
  const events = await eventsOf(database, maya.customerId);
  return events.filter(({ event }) => event.reason === "reminder").map(({ channel }) => channel);
}
