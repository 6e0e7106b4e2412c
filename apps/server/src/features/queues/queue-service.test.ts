import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../testing/company.ts";
import { QueueService } from "./queue-service.ts";

let database: TestDatabase;
let queues: QueueService;
let company: number;
let dev: Actor;
let ines: Actor;
let stranger: Actor;
let desk: { id: number; name: string };
let home: { id: number; name: string };
let scheduling: number;
let billing: number;

beforeAll(async () => {
  database = await createTestDatabase();
  queues = new QueueService({ database, whenKnown: async () => {} });
});
afterAll(() => database.drop());

beforeEach(async () => {
  company = await aCompany(database);
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  stranger = await aUser(database, await aCompany(database));
  desk = await aPhone(database, dev, { extension: "102" });
  home = await aPhone(database, dev, { extension: "122" });
  const inesPhone = await aPhone(database, ines, { extension: "103" });
  scheduling = await aQueue(company, "Scheduling", "301", [desk.id, inesPhone.id]);
  billing = await aQueue(company, "Billing", "302", [desk.id, home.id]);
  await aQueue(company, "After-hours", "303", []);
});

test("all queues of the company are listed, and of them those a line may serve", async () => {
  expect((await queues.list(dev)).map(({ name }) => name)).toEqual(["Scheduling", "Billing", "After-hours"]);
  expect((await queues.listServed(dev)).map(({ name }) => name)).toEqual(["Scheduling", "Billing"]);
  expect((await queues.listServed(dev, home.name)).map(({ name }) => name)).toEqual(["Billing"]);
  expect(await queues.list(stranger)).toEqual([]);
});

test("a line that logs in is available there, and the company hears of it once", async () => {
  expect(await queues.setAvailable(dev, billing, home.name, true)).toMatchObject({
    id: billing,
    available: "1",
  });
  await queues.setAvailable(dev, billing, home.name, true);
  expect(await queues.listServed(dev, home.name)).toMatchObject([{ id: billing, available: "1" }]);
  expect(await queues.listServed(dev, desk.name)).toMatchObject([{ available: "0" }, { available: "0" }]);
  expect(await queues.listServed(dev)).toMatchObject([{ available: "0" }, { available: "1" }]);
  expect(await eventsOf(database, company)).toEqual([
    {
      channel: `customer.${company}`,
      event: {
        type: "QUEUE_UPDATE",
        queue_id: billing,
        phone: home.name,
        user_id: dev.userId,
        available: "1",
      },
    },
  ]);
});

test("a line that logs out is no longer available", async () => {
  await queues.setAvailable(dev, scheduling, desk.name, true);
  expect(await queues.setAvailable(dev, scheduling, desk.name, false)).toMatchObject({ available: "0" });
  expect((await eventsOf(database, company)).map(({ event }) => event.available)).toEqual(["1", "0"]);
});

test("nobody logs in a line that is another user's, not of that queue, or another company's", async () => {
  const attempts: [Actor, number, string][] = [
    [ines, scheduling, desk.name],
    [dev, scheduling, home.name],
    [stranger, scheduling, desk.name],
    [dev, 2_000_000_000, desk.name],
  ];
  for (const [actor, queue, phone] of attempts) {
    await expect(queues.setAvailable(actor, queue, phone, true)).rejects.toMatchObject({
      code: "queues.notAnAgent",
    });
  }
  expect(await eventsOf(database, company)).toEqual([]);
});

test("agents are those of the queues the user serves", async () => {
  await queues.setAvailable(dev, scheduling, desk.name, true);
  expect(
    (await queues.listAgents(ines)).map(({ name, extension, available }) => [name, extension, available]),
  ).toEqual([
    ["Dev Patel", "102", "1"],
    ["Ines Duarte", "103", "0"],
  ]);
  expect(await queues.listAgents(dev)).toHaveLength(4);
  expect(await queues.listAgents(stranger)).toEqual([]);
});

async function aQueue(
  customer_id: number,
  name: string,
  extension: string,
  phoneIds: number[],
): Promise<number> {
  const { id } = await database.query
    .insertInto("queues")
    .values({ customer_id, name, extension })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const phone_id of phoneIds) {
    await database.query.insertInto("queue_members").values({ queue_id: id, phone_id }).execute();
  }
  return id;
}
