import type { CommandRefusal, CommandResult, CompanyConfig } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { buildCompanyConfig } from "../../../pbx/directory/company-config-builder.ts";
import { loadCompany } from "../../../pbx/directory/directory-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { aQueue } from "../testing/a-queue.ts";
import { actsOf } from "../testing/acts-of.ts";
import { QueueCallService } from "./queue-call-service.ts";

let database: TestDatabase;
let clock: FakeClock;
let calls: QueueCallService;
let company: number;
let dev: Actor;
let ines: Actor;
let chief: Actor;
let desk: { id: number; name: string };
let home: { id: number; name: string };
let support: number;
let sales: number;
let config: CompanyConfig | undefined;
/** The queue in which `call-1` waits. */
let waitsIn: number | undefined;
let canBeTaken: boolean;
/** What call control was asked to do, and what it refuses. */
let asked: unknown[][];
let refusals: Record<string, CommandRefusal>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company);
  const grace = await aUser(database, company, { firstname: "Grace", lastname: "Kim" });
  chief = { ...grace, features: new Set(["supervision"]) };
  desk = await aPhone(database, dev, { extension: "102" });
  home = await aPhone(database, dev, { extension: "122" });
  await aPhone(database, ines, { extension: "103" });
  support = await aQueue(database, company, "301", [desk.id, home.id]);
  sales = await aQueue(database, company, "302", []);
  await database.query.updateTable("queues").set({ can_choose: true }).where("id", "=", support).execute();
  const box = { customer_id: company, name: "102", label: "Dev" };
  await database.query.insertInto("voicemail_boxes").values(box).execute();
  const rows = await loadCompany(database.query, company);
  config = rows && buildCompanyConfig(rows, { open: () => "", seal: () => Buffer.alloc(0) });
  waitsIn = support;
  canBeTaken = true;
  asked = [];
  refusals = {};
  calls = new QueueCallService({ database, clock, phones: phones() });
});

function phones(): ConstructorParameters<typeof QueueCallService>[0]["phones"] {
  const ask =
    (name: string) =>
    (...details: unknown[]): CommandResult => {
      asked.push([name, ...details]);
      const refusal = refusals[`${name} ${details.at(-1)}`] ?? refusals[name];
      return refusal ? { isDone: false, refusal } : { isDone: true };
    };
  const caller = { callId: "call-1", since: 0, priority: 0, position: 1 };
  return {
    company: (id) => (id === String(company) ? config : undefined),
    lineNamed: (id, name) => (id === company && name === desk.name ? String(desk.id) : undefined),
    commands: {
      status: (queueId) => ({
        companyId: String(company),
        queueId,
        waiting: queueId === String(waitsIn) ? [{ ...caller, canBeTaken }] : [],
        agents: [],
      }),
      take: ask("take"),
      getReady: ask("getReady"),
      moveToFront: ask("moveToFront"),
      moveToQueue: ask("moveToQueue"),
      send: ask("send"),
    },
  };
}

const acts = () => actsOf(database, company);

test("[QCAL1] an agent takes a waiting call on the first own line that can", async () => {
  refusals[`take ${desk.id}`] = "wrongState";
  expect(await calls.take(dev, { callid: "call-1" })).toEqual({});
  expect(asked).toEqual([
    ["take", "call-1", String(desk.id)],
    ["take", "call-1", String(home.id)],
  ]);
  asked = [];
  await calls.take(dev, { callid: "call-1", phone: home.name });
  expect(asked).toEqual([["take", "call-1", String(home.id)]]);
  expect(await acts()).toEqual([]);
});

test("[QCAL1] why a call cannot be taken is said", async () => {
  const refused = async (actor: Actor, order: { callid: string; phone?: string }, code: string) =>
    expect(calls.take(actor, order)).rejects.toMatchObject({ code: `queues.${code}` });
  await refused(dev, { callid: "call-1", phone: "another" }, "notAnAgent");
  await refused(chief, { callid: "call-1" }, "notAnAgent");
  await refused(dev, { callid: "call-2" }, "callerGone");
  // Of a queue that is none of hers she learns nothing.
  await refused(ines, { callid: "call-1" }, "callerGone");
  canBeTaken = false;
  await refused(dev, { callid: "call-1" }, "ringsElsewhere");
  expect(asked).toEqual([]);
  canBeTaken = true;
  refusals.take = "wrongState";
  await refused(dev, { callid: "call-1" }, "notReady");
  config = config && { ...config, queues: config.queues.map((queue) => ({ ...queue, canChoose: false })) };
  await refused(dev, { callid: "call-1" }, "cannotChoose");
});

test("[QCAL2] the wrap-up of own lines ends, once or twice", async () => {
  await calls.getReady(dev, undefined);
  refusals.getReady = "wrongState";
  await calls.getReady(dev, home.name);
  expect(asked.map(([, , line]) => line)).toEqual([desk.id, home.id, home.id].map(String));
  await expect(calls.getReady(ines, desk.name)).rejects.toMatchObject({ code: "queues.notAnAgent" });
});

test("[QCAL3] a supervisor moves a caller to the front and to another queue, and it is written down", async () => {
  await calls.moveToFront(chief, "call-1");
  await calls.moveToQueue(chief, "call-1", sales);
  expect(asked).toEqual([
    ["moveToFront", "call-1"],
    ["moveToQueue", "call-1", String(sales)],
  ]);
  const common = { user_name: "Grace Kim", queue_id: support, call_id: "call-1" };
  expect(await acts()).toMatchObject([
    { ...common, act: "moveToFront", detail: null },
    { ...common, act: "moveToQueue", detail: "Queue 302" },
  ]);
});

test("[QCAL3] what was not done is not written down", async () => {
  refusals = { moveToFront: "wrongState", send: "noFreeSlot" };
  const stranger = { ...chief, customerId: await aCompany(database) };
  const attempts: [() => Promise<object>, string][] = [
    [() => calls.moveToFront(chief, "call-1"), "callerGone"],
    [() => calls.moveToFront(stranger, "call-1"), "callerGone"],
    [() => calls.moveToQueue(chief, "call-1", support), "sameQueue"],
    [() => calls.moveToQueue(chief, "call-1", 2_000_000_000), "queueNotFound"],
    [() => calls.send(chief, "call-1", { type: "park", slot: 701 }), "noFreeSlot"],
    [() => calls.send(chief, "call-1", { type: "extension", extension: "911" }), "nowhereToSend"],
    [() => calls.send(chief, "call-1", { type: "extension", extension: "301" }), "sameQueue"],
    [() => calls.send(chief, "call-1", { type: "voicemail", box: "999" }), "nowhereToSend"],
    [() => calls.send(chief, "call-1", { type: "line", phone: "another" }), "nowhereToSend"],
  ];
  for (const [attempt, code] of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: `queues.${code}` });
  expect(await acts()).toEqual([]);
});

test("[QCAL4] a caller is sent to an extension, a voicemail box, a parking slot or a line", async () => {
  await calls.send(chief, "call-1", { type: "extension", extension: "103" });
  await calls.send(chief, "call-1", { type: "extension", extension: "302" });
  await calls.send(chief, "call-1", { type: "voicemail", box: "102" });
  await calls.send(chief, "call-1", { type: "park" });
  await calls.send(chief, "call-1", { type: "park", slot: 702 });
  await calls.send(chief, "call-1", { type: "line", phone: desk.name });
  expect(asked.map(([, , destination]) => destination)).toMatchObject([
    { kind: "endpoint" },
    { kind: "queue", id: String(sales) },
    { kind: "mailbox" },
    { kind: "park", slot: undefined },
    { kind: "park", slot: 702 },
    { kind: "endpoint", id: String(desk.id) },
  ]);
  expect((await acts()).map(({ detail }) => detail)).toEqual([
    "Extension 103",
    "Extension 302",
    "Voicemail 102",
    "Parking",
    "Parking slot 702",
    `Line ${desk.name}`,
  ]);
});
