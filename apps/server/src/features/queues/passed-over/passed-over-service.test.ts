import type { PassedOver } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { createQueueRecordRetention } from "../records/queue-record-retention.ts";
import { aQueue } from "../testing/a-queue.ts";
import { savePassedOver } from "./passed-over-repository.ts";
import { PassedOverService } from "./passed-over-service.ts";
import { readPartsOfOthers } from "./read-passed-over.ts";

const DAY_MS = 86_400_000;
const NOON = Date.parse("2026-11-18T17:00:00Z");
let database: TestDatabase;
let clock: FakeClock;
let passedOver: PassedOverService;
let company: number;
let maya: Actor;
let dev: Actor;
let mayaPhone: { id: number; name: string };
let devPhone: { id: number; name: string };
let queue: number;
let group: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock(NOON);
  passedOver = new PassedOverService({ database, clock });
  company = await aCompany(database);
  const calls: Actor["features"] = new Set(["calls"]);
  maya = { ...(await aUser(database, company, { firstname: "Maya", lastname: "Okafor" })), features: calls };
  dev = { ...(await aUser(database, company, { firstname: "Dev", lastname: "Patel" })), features: calls };
  mayaPhone = await aPhone(database, maya);
  devPhone = await aPhone(database, dev);
  queue = await aQueue(database, company, "301", [mayaPhone.id, devPhone.id]);
  const { id } = await database.query
    .insertInto("hunt_groups")
    .values({ customer_id: company, name: "Reception" })
    .returning("id")
    .executeTakeFirstOrThrow();
  group = id;
});

let lastCall = 0;

function told(lines: PassedOver["lines"], changes: Partial<PassedOver> = {}): PassedOver {
  lastCall += 1;
  const by = { kind: "queue", id: String(queue) } as const;
  const caller = { number: "+12125550171", name: "Agnes Kowalski" };
  return {
    companyId: String(company),
    callId: `call-${lastCall}`,
    at: clock.now(),
    by,
    ...caller,
    lines,
    ...changes,
  };
}

const why = (
  phone: { id: number },
  reason: PassedOver["lines"][number]["reason"],
  detail?: string,
): PassedOver["lines"][number] => ({ endpointId: String(phone.id), reason, detail });

/** A line's part in a call. */
async function aRecord(callId: string, phoneId: number | null, changes: object = {}): Promise<void> {
  const at = new Date(clock.now());
  await database.query
    .insertInto("call_records")
    .values({
      id: `${callId}-${phoneId}`,
      call_id: callId,
      customer_id: company,
      phone_id: phoneId,
      dir: "in",
      own_number: "",
      number: "",
      name: "",
      dialled: "",
      started_at: at,
      seen_at: at,
      ended_at: at,
      ...changes,
    })
    .execute();
}

test("[WHY5] today's calls that did not ring on own lines, newest first, with the reason and who took them", async () => {
  const paused = told([why(mayaPhone, "paused", "Lunch"), why(devPhone, "turn")]);
  const off = told([why(mayaPhone, "switchedOff")], {
    by: { kind: "huntGroup", id: String(group) },
    at: clock.now() + 1_000,
  });
  await savePassedOver(database.query, [paused, off]);
  await savePassedOver(database.query, [told([why(mayaPhone, "busy")], { at: clock.now() - DAY_MS })]);
  await aRecord(paused.callId, devPhone.id, { answered_at: new Date(clock.now()), status: "answer" });
  const shown = { phone: mayaPhone.name, number: "12125550171", name: "Agnes Kowalski" };
  expect(await passedOver.list(maya, {})).toMatchObject([
    {
      ...shown,
      callid: off.callId,
      via: "Reception",
      reason: "switchedOff",
      detail: null,
      answered_by: null,
    },
    {
      ...shown,
      callid: paused.callId,
      via: "Queue 301",
      reason: "paused",
      detail: "Lunch",
      answered_by: "Dev Patel",
    },
  ]);
  // Dev's line has taken it.
  expect(await passedOver.list(dev, {})).toEqual([]);
});

test("[WHY4] the last reason of a line counts, in one row for a call and a queue", async () => {
  const first = told([why(mayaPhone, "busy"), why(devPhone, "loggedOut")]);
  await savePassedOver(database.query, [first, { ...first, lines: [why(mayaPhone, "wrapUp")] }]);
  await savePassedOver(database.query, [{ ...first, lines: [why(mayaPhone, "turn")] }]);
  expect(await passedOver.list(maya, {})).toMatchObject([{ reason: "turn" }]);
  expect(await passedOver.list(dev, {})).toMatchObject([{ reason: "loggedOut" }]);
});

test("[WHY5] a call that may still ring there is not listed; one that rings on elsewhere is, once somebody took it", async () => {
  const later = told([why(mayaPhone, "later")]);
  await savePassedOver(database.query, [later]);
  await aRecord(later.callId, null, { dir: "out", ended_at: null, answered_at: new Date(clock.now()) });
  await aRecord(later.callId, devPhone.id, { ended_at: null });
  expect(await passedOver.list(maya, {})).toEqual([]);
  await database.query
    .updateTable("call_records")
    .set({ answered_at: new Date(clock.now()) })
    .where("phone_id", "=", devPhone.id)
    .execute();
  expect(await passedOver.list(maya, {})).toMatchObject([{ reason: "later", answered_by: "Dev Patel" }]);
});

test("[WHY5] another line is for supervisors, and never one of another company", async () => {
  await savePassedOver(database.query, [told([why(mayaPhone, "doNotDisturb")])]);
  const refused = { code: "queues.lineNotFound" };
  await expect(passedOver.list(dev, { phone: mayaPhone.name })).rejects.toMatchObject(refused);
  const chief: Actor = { ...dev, features: new Set(["supervision"]) };
  expect(await passedOver.list(chief, { phone: mayaPhone.name })).toMatchObject([{ reason: "doNotDisturb" }]);
  const stranger: Actor = { ...(await aUser(database, await aCompany(database))), features: chief.features };
  await expect(passedOver.list(stranger, { phone: mayaPhone.name })).rejects.toMatchObject(refused);
});

test("[WHY4] what a group of another company is said to have done is left out, and old rows go", async () => {
  const other = await aCompany(database);
  await savePassedOver(database.query, [
    told([why(mayaPhone, "busy")], { companyId: String(other) }),
    told([why(mayaPhone, "busy")], { by: { kind: "huntGroup", id: "999999" } }),
  ]);
  expect(await passedOver.list(maya, {})).toEqual([]);
  await savePassedOver(database.query, [told([why(mayaPhone, "busy")], { at: clock.now() - 401 * DAY_MS })]);
  const retention = createQueueRecordRetention({ database, clock, log: { error: () => {} } });
  retention.start();
  await retention.close();
  const { count } = await database.query
    .selectFrom("passed_over_calls")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("customer_id", "=", company)
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test("[WHY6] a call's entry tells who took it and why own lines did not ring", async () => {
  const call = told([why(mayaPhone, "paused", "Lunch")]);
  await savePassedOver(database.query, [call]);
  await aRecord(call.callId, devPhone.id, { answered_at: new Date(clock.now()), status: "answer" });
  expect(await readPartsOfOthers(database.query, company, call.callId, [mayaPhone.id])).toEqual({
    takenBy: { phoneId: devPhone.id, name: "Dev Patel" },
    passedOver: [{ phone: mayaPhone.name, via: "Queue 301", reason: "paused", detail: "Lunch" }],
  });
});
