import type { PbxEvents } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { buildCompanyConfig } from "../../../pbx/directory/company-config-builder.ts";
import { loadCompany } from "../../../pbx/directory/directory-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { QueueBoard } from "../live/queue-board.ts";
import { QueueStatusService } from "../live/queue-status-service.ts";
import { aQueue } from "../testing/a-queue.ts";
import { QueuePauseService } from "./queue-pause-service.ts";

type FloorStatus = PbxEvents["queueChanged"];

let database: TestDatabase;
let clock: FakeClock;
let pauses: QueuePauseService;
let statuses: QueueStatusService;
let company: number;
let dev: Actor;
let ines: Actor;
let desk: { id: number; name: string };
let queue: number;
/** What call control says of it. */
let endedPauses: number[];
let floor: FloorStatus | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  desk = await aPhone(database, dev, { extension: "102" });
  await aPhone(database, ines, { extension: "103" });
  queue = await aQueue(database, company, "301", [desk.id]);
  floor = undefined;
  endedPauses = [];
  const endPause = (_customerId: number, phoneId: number): void => void endedPauses.push(phoneId);
  const phones = {
    queue: () => floor,
    calls: () => [{ callId: "call-1", callerNumber: "12125550155", callerName: "June Park" }],
  };
  pauses = new QueuePauseService({ database, clock, whenKnown: async () => {}, endPause });
  statuses = new QueueStatusService({ database, board: new QueueBoard({ database, clock, phones }) });
});

const seconds = (): number => Math.floor(clock.now() / 1000);
type FloorAgent = FloorStatus["agents"][number];
const floorWith = (state: FloorAgent["state"], more: Partial<FloorAgent> = {}): FloorStatus => ({
  companyId: String(company),
  queueId: String(queue),
  waiting: [
    {
      callId: "call-1",
      since: clock.now() - 42_000,
      priority: 10,
      tag: "vip",
      position: 1,
      canBeTaken: true,
    },
  ],
  agents: [{ endpointId: String(desk.id), state, since: clock.now(), ...more }],
});
const deskNow = async () => (await statuses.read(dev)).queues[0]?.agents[0];

test("[QPAU1] a paused agent stays logged in, is not rung, and is seen as paused with the reason", async () => {
  floor = floorWith("idle");
  const since = seconds();
  expect(await pauses.pause(dev, { reason: "Lunch" })).toEqual([
    { phone: desk.name, reason: "Lunch", since },
  ]);
  floor = undefined;
  expect(await deskNow()).toMatchObject({ state: "paused", reason: "Lunch", since });
  // Call control has begun anew meanwhile.
  clock.advance(60_000);
  floor = floorWith("paused", { reason: "Lunch" });
  expect(await deskNow()).toMatchObject({ state: "paused", reason: "Lunch", since });
  const rows = await loadCompany(database.query, company);
  const config = rows && buildCompanyConfig(rows, { open: () => "", seal: () => Buffer.alloc(0) });
  expect(config?.queues[0]?.agents).toEqual([
    { endpointId: String(desk.id), isLoggedIn: true, pausedReason: "Lunch", penalty: 0, skills: [] },
  ]);
  expect(await pauses.resume(dev, desk.name)).toEqual([{ phone: desk.name, reason: null, since: null }]);
  expect(endedPauses).toEqual([desk.id]);
  floor = floorWith("idle");
  expect(await deskNow()).toMatchObject({ state: "idle", reason: null, since: seconds() });
});

test("[QPAU2] the line is told once of each change", async () => {
  await pauses.pause(dev, { reason: "Lunch" });
  clock.advance(5_000);
  await pauses.pause(dev, { reason: "Lunch", phone: desk.name });
  await pauses.pause(dev, { reason: "Break" });
  await pauses.resume(dev, undefined);
  await pauses.resume(dev, undefined);
  const told = await eventsOf(database, company);
  expect(told.map(({ channel, event }) => [channel, event.type, event.reason])).toEqual(
    ["Lunch", "Break", null].map((reason) => [`phone.${desk.id}`, "QUEUE_PAUSE", reason]),
  );
});

test("[QPAU3] only a reason of the company, and only a line of the user that serves a queue", async () => {
  await expect(pauses.pause(dev, { reason: "Golf" })).rejects.toMatchObject({
    code: "queues.unknownPauseReason",
  });
  for (const attempt of [
    () => pauses.pause(ines, { reason: "Lunch" }),
    () => pauses.pause(ines, { reason: "Lunch", phone: desk.name }),
    () => pauses.resume(ines, desk.name),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "queues.notAnAgent" });
  expect(await eventsOf(database, company)).toEqual([]);
  const query = { pause_reasons: ["Golf"] };
  await database.query.updateTable("customers").set(query).where("id", "=", company).execute();
  expect(await pauses.pause(dev, { reason: "Golf" })).toMatchObject([{ reason: "Golf" }]);
});

test("[QSTA1] who waits with name and time, in their order, and what agents do since when", async () => {
  floor = floorWith("idle");
  expect(await statuses.read(dev)).toEqual({
    queues: [
      {
        queue_id: queue,
        name: "Queue 301",
        extension: "301",
        waiting: [
          {
            callid: "call-1",
            position: 1,
            number: "12125550155",
            name: "June Park",
            since: seconds() - 42,
            can_take: true,
            priority: 10,
            tag: "vip",
            is_callback: false,
          },
        ],
        agents: [
          {
            phone: desk.name,
            user_id: dev.userId,
            name: "Dev Patel",
            extension: "102",
            state: "idle",
            since: seconds(),
            reason: null,
            until: null,
            call: null,
          },
        ],
      },
    ],
    pause_reasons: ["Lunch", "Meeting", "Break", "Training"],
  });
  const idleSince = seconds();
  clock.advance(30_000);
  expect(await deskNow()).toMatchObject({ state: "idle", since: idleSince });
  floor = floorWith("paused", { reason: "Missed a call" });
  expect(await deskNow()).toMatchObject({ state: "paused", reason: "Missed a call", since: seconds() });
  floor = floorWith("busy", { reason: "Lunch" });
  expect(await deskNow()).toMatchObject({ state: "busy", since: seconds(), reason: "Lunch", until: null });
  const call = { callId: "call-1", queueId: String(queue), waitMs: 42_300 };
  floor = floorWith("busy", { call });
  expect(await deskNow()).toMatchObject({ call: { callid: "call-1", waited: 42 } });
  floor = floorWith("wrapUp", { untilMs: clock.now() + 14_500 });
  expect(await deskNow()).toMatchObject({ state: "wrapUp", until: Math.ceil(clock.now() / 1000 + 14.5) });
});

test("[QSTA2] agents see their queues, supervisors all of their company, others none", async () => {
  const seenBy = async (actor: Actor) => (await statuses.read(actor)).queues.map(({ queue_id }) => queue_id);
  const other = await aQueue(database, company, "302", []);
  const stranger = await aUser(database, await aCompany(database));
  const chief = { ...ines, features: new Set(["supervision"] as const) };
  expect(await seenBy(dev)).toEqual([queue]);
  expect(await seenBy(ines)).toEqual([]);
  expect(await seenBy(chief)).toEqual([queue, other]);
  expect(await seenBy({ ...dev, features: new Set() })).toEqual([]);
  expect(await seenBy({ ...stranger, features: chief.features })).toEqual([]);
});
