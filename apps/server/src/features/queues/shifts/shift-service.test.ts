import { randomUUID } from "node:crypto";
import type { ShiftCreate } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { DueLoop } from "../../../platform/loops/due-loop.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { actsOf } from "../testing/acts-of.ts";
import { createShiftClock } from "./shift-clock.ts";
import { ShiftService } from "./shift-service.ts";

const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
const HOUR_MS = 3_600_000;
let database: TestDatabase;
let clock: FakeClock;
let loop: DueLoop;
let shifts: ShiftService;
let company: number;
let maya: Actor;
let lena: Actor;
let dev: Actor;
let group: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  // Noon in New York.
  clock = new FakeClock(Date.parse("2030-01-07T17:00:00Z"));
  loop = createShiftClock({ database, clock, log });
  shifts = new ShiftService({
    database,
    clock,
    whenKnown: async () => {},
    onChanged: () => loop.wake(),
  });
  company = await aCompany(database);
  const supervisor = await aUser(database, company, { firstname: "Maya", lastname: "Okafor" });
  maya = { ...supervisor, features: new Set([...supervisor.features, "supervision"]) };
  lena = await aUser(database, company, { firstname: "Lena", lastname: "Brandt" });
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Rao" });
  await aPhone(database, lena, { name: `lena-${company}` });
  await aPhone(database, dev, { name: `dev-${company}` });
  group = await aGroup();
});
afterEach(() => loop.close());

test("[SHIFT1] somebody is put on call once, however often the request comes", async () => {
  const order = aShift({ note: "Mrs. Kowalski calls at nine" });
  const [made] = await shifts.create(maya, order);
  expect(await shifts.create(maya, order)).toEqual([made]);
  expect(made).toMatchObject({
    huntgroup_id: group,
    name: "Lena Brandt",
    phone: `lena-${company}`,
    from: "2030-01-07T20:00",
    to: "2030-01-08T06:00",
    starts_at: Date.parse("2030-01-08T01:00:00Z") / 1000,
    note: "Mrs. Kowalski calls at nine",
  });
  expect(await shifts.list(maya, {})).toMatchObject({ timezone: "America/New_York", shifts: [made] });
  expect(await told()).toEqual(["QUEUE_ACT", "SHIFT_UPDATE"]);
  expect(await acts()).toEqual([
    `shift lena-${company}: Added: Lena Brandt, Nurses, Jan 7, 8:00 PM to Jan 8, 6:00 AM`,
  ]);
});

test("[SHIFT2] two shifts of a group do not overlap, and the refusal names the other; one may begin where one ends", async () => {
  await shifts.create(maya, aShift());
  const early = aShift({ user_id: dev.userId, from: "2030-01-08T05:59", to: "2030-01-08T12:00" });
  await expect(shifts.create(maya, early)).rejects.toMatchObject({
    code: "shifts.overlap",
    message: "Lena Brandt is already on call for Nurses from Jan 7, 8:00 PM to Jan 8, 6:00 AM",
  });
  const [next] = await shifts.create(maya, { ...early, from: "2030-01-08T06:00" });
  await expect(shifts.update(maya, { id: next?.id ?? 0, from: "2030-01-08T05:00" })).rejects.toMatchObject({
    code: "shifts.overlap",
  });
  const other = await aGroup("Drivers");
  expect(await shifts.create(maya, aShift({ huntgroup: other }))).toHaveLength(1);
});

test("[SHIFT2] of two who write at once one is refused", async () => {
  const results = await Promise.allSettled([
    shifts.create(maya, aShift()),
    shifts.create(maya, aShift({ user_id: dev.userId })),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("[SHIFT4] a shift of several weeks is stored for all of them or for none", async () => {
  await shifts.create(maya, aShift({ from: "2030-01-21T23:00", to: "2030-01-22T01:00" }));
  await expect(shifts.create(maya, aShift({ weeks: 4 }))).rejects.toMatchObject({ code: "shifts.overlap" });
  expect((await shifts.list(maya, {})).shifts).toHaveLength(1);
  const made = await shifts.create(maya, aShift({ weeks: 2 }));
  expect(made.map(({ from }) => from)).toEqual(["2030-01-07T20:00", "2030-01-14T20:00"]);
});

test.each([
  ["[SHIFT5] a shift that ends before it begins", { to: "2030-01-07T20:00" }, "shifts.endsBeforeItBegins"],
  ["[SHIFT5] one that is over", { from: "2030-01-06T20:00", to: "2030-01-07T06:00" }, "shifts.over"],
  ["[SHIFT5] one without an end in sight", { to: "2030-03-01T06:00" }, "shifts.tooLong"],
  ["[SHIFT5] a line of somebody else", { phone: "reception" }, "shifts.noLine"],
  ["[SHIFT5] a group that is not there", { huntgroup: 2_000_000_000 }, "shifts.groupNotFound"],
])("%s is refused", async (_rule, change, code) => {
  await expect(shifts.create(maya, aShift(change))).rejects.toMatchObject({ code });
  expect(await acts()).toEqual([]);
});

test("[SHIFT6] people see their own shifts and write their notes; everything else is for supervisors", async () => {
  const [mine] = await shifts.create(maya, aShift());
  const [other] = await shifts.create(
    maya,
    aShift({ user_id: dev.userId, from: "2030-01-08T06:00", to: "2030-01-08T12:00" }),
  );
  expect((await shifts.list(lena, {})).shifts).toEqual([mine]);
  expect((await shifts.list(maya, {})).shifts).toHaveLength(2);
  expect(await shifts.writeNote(lena, { id: mine?.id ?? 0, note: "All quiet" })).toMatchObject({
    note: "All quiet",
  });
  await expect(shifts.writeNote(lena, { id: other?.id ?? 0, note: "x" })).rejects.toMatchObject({
    code: "shifts.notFound",
  });
  const stranger = await aUser(database, await aCompany(database));
  const lead = { ...stranger, features: maya.features };
  expect((await shifts.list(lead, {})).shifts).toEqual([]);
  await expect(shifts.update(lead, { id: mine?.id ?? 0, note: "x" })).rejects.toMatchObject({
    code: "shifts.notFound",
  });
  await shifts.remove(lead, mine?.id ?? 0);
  expect((await shifts.list(maya, {})).shifts).toHaveLength(2);
});

test("[SHIFT7] at its minute a shift begins and ends without a request; the next person gets the hand-over note", async () => {
  loop.start();
  const [first] = await shifts.create(maya, aShift());
  await shifts.create(
    maya,
    aShift({ user_id: dev.userId, from: "2030-01-08T06:00", to: "2030-01-08T12:00" }),
  );
  await passHours(8);
  expect(await begun()).toEqual([[`user.${lena.userId}`, "Nurses", null]]);
  await shifts.writeNote(lena, { id: first?.id ?? 0, note: "Mr. Lee fell, see him first" });
  await passHours(10);
  expect((await begun()).slice(1)).toEqual([
    [`user.${dev.userId}`, "Nurses", { name: "Lena Brandt", note: "Mr. Lee fell, see him first" }],
  ]);
  await passHours(6);
  expect((await shifts.list(maya, {})).shifts).toEqual([]);
  expect(await begun()).toHaveLength(2);
});

test("[SHIFT9] whoever is on call now reads the note of the shift before, nobody else does", async () => {
  const [first] = await shifts.create(maya, aShift({ from: "2030-01-07T11:00", to: "2030-01-07T14:00" }));
  const next = { user_id: dev.userId, from: "2030-01-07T14:00", to: "2030-01-07T18:00" };
  const [second] = await shifts.create(maya, aShift(next));
  await shifts.writeNote(lena, { id: first?.id ?? 0, note: "Mr. Lee fell" });
  expect((await shifts.list(dev, {})).handovers).toEqual([]);
  clock.advance(3 * HOUR_MS);
  const handover = { shift_id: second?.id, name: "Lena Brandt", note: "Mr. Lee fell" };
  expect((await shifts.list(dev, {})).handovers).toEqual([handover]);
  expect((await shifts.list(maya, {})).handovers).toEqual([]);
  clock.advance(3 * HOUR_MS);
  expect((await shifts.list(dev, { from: "2030-01-07T00:00" })).handovers).toEqual([]);
});

test("[SHIFT7] what began while no server ran is told when one does, by one of two; what is over is not", async () => {
  await shifts.create(maya, aShift());
  await shifts.create(
    maya,
    aShift({ user_id: dev.userId, from: "2030-01-08T06:00", to: "2030-01-08T12:00" }),
  );
  clock.advance(19 * HOUR_MS);
  const other = createShiftClock({ database, clock, log });
  loop.start();
  other.start();
  await vi.waitFor(async () => expect(await begun()).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(2), { interval: 2 });
  expect(await begun()).toEqual([[`user.${dev.userId}`, "Nurses", null]]);
  await other.close();
});

test("[SHIFT8] another person who takes over a shift that has begun is told, and the audit list names each change", async () => {
  loop.start();
  const [shift] = await shifts.create(maya, aShift({ from: "2030-01-07T11:00" }));
  await vi.waitFor(async () => expect(await begun()).toHaveLength(1), { timeout: 10_000 });
  await shifts.update(maya, { id: shift?.id ?? 0, user_id: dev.userId });
  await vi.waitFor(async () => expect(await begun()).toHaveLength(2), { timeout: 10_000 });
  await shifts.remove(maya, shift?.id ?? 0);
  await shifts.remove(maya, shift?.id ?? 0);
  expect((await acts()).map((act) => act.split(",")[0])).toEqual([
    `shift lena-${company}: Added: Lena Brandt`,
    `shift dev-${company}: Changed: Dev Rao`,
    `shift dev-${company}: Removed: Dev Rao`,
  ]);
});

test("[SHIFT12] ten thousand shifts do not fit into a group, and the refusal says how many do", async () => {
  const [first] = await shifts.create(maya, aShift());
  await sql`
    insert into on_call_shifts
      (customer_id, hunt_group_id, user_id, phone_id, uuid, week, starts_at, ends_at)
    select customer_id, hunt_group_id, user_id, phone_id, gen_random_uuid(), week,
      starts_at + day * interval '1 day', ends_at + day * interval '1 day'
    from on_call_shifts, generate_series(1, 1097) as day
    where id = ${first?.id}`.execute(database.query);
  const free = { from: "2030-01-07T12:30", to: "2030-01-07T13:30" };
  await expect(shifts.create(maya, aShift({ ...free, weeks: 3 }))).rejects.toMatchObject({
    kind: "invalid",
    code: "shifts.tooMany",
    message: expect.stringContaining("1100 shifts ahead"),
  });
  expect(await shifts.create(maya, aShift({ ...free, weeks: 2 }))).toHaveLength(2);
  await expect(
    shifts.create(maya, aShift({ ...free, from: "2030-01-07T14:00", to: "2030-01-07T15:00" })),
  ).rejects.toMatchObject({ code: "shifts.tooMany" });
});

const aShift = (changes: Partial<ShiftCreate> = {}): ShiftCreate => ({
  uuid: randomUUID(),
  huntgroup: group,
  user_id: lena.userId,
  from: "2030-01-07T20:00",
  to: "2030-01-08T06:00",
  note: "",
  weeks: 1,
  ...changes,
});

async function aGroup(name = "Nurses"): Promise<number> {
  const { id } = await database.query
    .insertInto("hunt_groups")
    .values({ customer_id: company, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The loop works between two steps of the clock; it has finished when it waits for its next timer. */
async function passHours(hours: number): Promise<void> {
  for (let minute = 0; minute < hours * 12; minute += 1) {
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { interval: 1 });
    clock.advance(5 * 60_000);
  }
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { interval: 1 });
}

const told = async (): Promise<string[]> =>
  (await eventsOf(database, company)).map(({ event }) => event.type);

async function begun(): Promise<unknown[]> {
  const events = await eventsOf(database, company);
  return events
    .filter(({ event }) => event.type === "SHIFT_BEGUN")
    .map(({ channel, event }) => [channel, event.group, event.handover]);
}

async function acts(): Promise<string[]> {
  const rows = await actsOf(database, company);
  return rows.map(({ act, phone, detail }) => `${act} ${phone}: ${detail}`);
}
