import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { loadCompany } from "../../../pbx/directory/directory-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { listQueueActs } from "../acts/act-repository.ts";
import { aQueue } from "../testing/a-queue.ts";
import { AgentLeadService } from "./agent-lead-service.ts";

let database: TestDatabase;
let clock: FakeClock;
let agents: AgentLeadService;
let company: number;
let ines: Actor;
let stranger: Actor;
let dev: Actor;
let desk: { id: number; name: string };
let spare: { id: number; name: string };
let queue: number;
let endedPauses: number[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  stranger = await aUser(database, await aCompany(database));
  desk = await aPhone(database, dev, { extension: "102" });
  spare = await aPhone(database, dev, { extension: "122" });
  queue = await aQueue(database, company, "301", [desk.id, spare.id]);
  endedPauses = [];
  agents = new AgentLeadService({
    database,
    clock,
    whenKnown: async () => {},
    endPause: (_customerId, phoneId) => void endedPauses.push(phoneId),
  });
});

const actsOf = async (customerId = company) =>
  (await listQueueActs(database.query, customerId, {})).acts.map(
    ({ user_name, act, queue_id, phone, detail }) => ({ user_name, act, queue_id, phone, detail }),
  );
/** Beside those to supervisors. */
const publicEvents = async () =>
  (await eventsOf(database, company)).filter(({ channel }) => !channel.startsWith("supervision."));
const eventTypes = async () => (await publicEvents()).map(({ event }) => event);

test("[SUP8] an agent is signed out and in, everybody hears it, and only what changed something is an act", async () => {
  const ref = { queue, phone: desk.name };
  await agents.setAvailable(ines, ref, false);
  await agents.setAvailable(ines, ref, false);
  await agents.setAvailable(ines, ref, true);
  const update = { type: "QUEUE_UPDATE", queue_id: queue, phone: desk.name, user_id: dev.userId };
  expect(await eventTypes()).toEqual([
    { ...update, available: "0" },
    { ...update, available: "1" },
  ]);
  const by = { user_name: "Ines Duarte", queue_id: queue, phone: desk.name, detail: null };
  expect(await actsOf()).toEqual([
    { ...by, act: "login" },
    { ...by, act: "logout" },
  ]);
});

test("[SUP8] an agent is paused with a reason of the company and resumed, on the agent's own screens too", async () => {
  await expect(agents.pause(ines, { phone: desk.name, reason: "Fishing" })).rejects.toMatchObject({
    code: "queues.unknownPauseReason",
  });
  await agents.pause(ines, { phone: desk.name, reason: "Lunch" });
  await agents.resume(ines, desk.name);
  expect(endedPauses).toEqual([desk.id]);
  expect(await publicEvents()).toMatchObject([
    { channel: `phone.${desk.id}`, event: { type: "QUEUE_PAUSE", user_id: dev.userId, reason: "Lunch" } },
    { channel: `phone.${desk.id}`, event: { type: "QUEUE_PAUSE", reason: null } },
  ]);
  expect(await actsOf()).toMatchObject([{ act: "resume" }, { act: "pause", detail: "Lunch" }]);
});

test("[SUP8] order and penalty change whom the queue rings first", async () => {
  const ringingOrder = async () =>
    (await loadCompany(database.query, company))?.queueMembers.map(({ phone_id, penalty }) => [
      phone_id,
      penalty,
    ]);
  expect(await ringingOrder()).toEqual([
    [desk.id, 0],
    [spare.id, 0],
  ]);
  await agents.setOrder(ines, { queue, phone: desk.name, penalty: 5, position: 2 });
  expect(await ringingOrder()).toEqual([
    [spare.id, 0],
    [desk.id, 5],
  ]);
  expect(await agents.listPlaces(ines)).toMatchObject([{ phone: spare.name }, { penalty: 5, position: 2 }]);
  expect(await actsOf()).toMatchObject([{ act: "order", detail: "Penalty 5, position 2" }]);
});

test("[SUP8] nobody leads the agents of another company, or lines that serve no queue", async () => {
  const other = await aPhone(database, ines, { extension: "103" });
  const notAnAgent = { code: "queues.notAnAgent" };
  await expect(agents.setAvailable(stranger, { queue, phone: desk.name }, false)).rejects.toMatchObject(
    notAnAgent,
  );
  await expect(agents.pause(stranger, { phone: desk.name, reason: "Lunch" })).rejects.toMatchObject(
    notAnAgent,
  );
  await expect(agents.resume(ines, other.name)).rejects.toMatchObject(notAnAgent);
  expect(await agents.listPlaces(stranger)).toEqual([]);
  expect(await actsOf(stranger.customerId)).toEqual([]);
});

test("[SUP9] acts come newest first in pages, by queue and by agent", async () => {
  for (let round = 0; round < 26; round += 1) {
    await agents.setAvailable(ines, { queue, phone: desk.name }, false);
    await agents.setAvailable(ines, { queue, phone: desk.name }, true);
  }
  await agents.pause(ines, { phone: spare.name, reason: "Lunch" });
  const first = await listQueueActs(database.query, company, {});
  expect(first.acts).toHaveLength(50);
  expect(first.acts[0]).toMatchObject({ act: "pause", phone: spare.name, queue_id: null });
  const second = await listQueueActs(database.query, company, { before: first.next ?? 0 });
  expect(second).toMatchObject({ next: null });
  expect(second.acts).toHaveLength(3);
  expect((await listQueueActs(database.query, company, { phone: spare.name })).acts).toHaveLength(1);
  expect((await listQueueActs(database.query, company, { queue })).next).not.toBeNull();
});
