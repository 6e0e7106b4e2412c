import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { BlockedCallerService } from "./blocked-caller-service.ts";

let database: TestDatabase;
let blocked: BlockedCallerService;
let maya: Actor;
let line: { id: number; name: string };

beforeAll(async () => {
  database = await createTestDatabase();
  blocked = new BlockedCallerService({ database, whenKnown: async () => {} });
});
afterAll(() => database.drop());
beforeEach(async () => {
  maya = await aUser(database, await aCompany(database));
  line = await aPhone(database, maya, { extension: "101" });
});

const numbers = async (): Promise<string[]> =>
  (await blocked.read(maya, line.name)).blacklist.map(({ caller_number }) => caller_number);

test("callers are blocked once, however their number is written, and told to the line", async () => {
  await blocked.block(maya, { numbers: ["(212) 555-0155", "+1 212 555 0155"] });
  await blocked.block(maya, { phone: line.name, numbers: ["12125550155", "105"] });
  expect(await numbers()).toEqual(["12125550155", "105"]);
  expect(await blocked.list(maya)).toMatchObject([
    { phone: line.name, blacklist: [{ dtype: "hangup", number: "101" }, { caller_number: "105" }] },
  ]);
  await blocked.block(maya, { numbers: ["105"] });
  expect(await eventsOf(database, maya.customerId)).toHaveLength(2);
});

test("a number in the notation of the company's region is blocked as its callers are shown", async () => {
  const eve = await aUser(database, await aCompany(database, { region: "GB" }));
  await aPhone(database, eve);
  const [list] = await blocked.block(eve, { numbers: ["020 7946 0120", "+44 20 7946 0120"] });
  expect(list?.blacklist.map(({ caller_number }) => caller_number)).toEqual(["442079460120"]);
  const [after] = await blocked.unblock(eve, { number: "+442079460120" });
  expect(after?.blacklist).toEqual([]);
});

test("a caller who is let through again is gone from the list", async () => {
  await blocked.block(maya, { numbers: ["12125550155", "12125550156"] });
  await blocked.unblock(maya, { number: "212-555-0155" });
  expect(await numbers()).toEqual(["12125550156"]);
});

test("lines of others are neither shown nor changed", async () => {
  const dev = await aUser(database, maya.customerId);
  const other = await aPhone(database, dev);
  const refusal = { code: "calls.phoneNotFound" };
  await expect(blocked.block(maya, { phone: other.name, numbers: ["1"] })).rejects.toMatchObject(refusal);
  await expect(blocked.read(maya, other.name)).rejects.toMatchObject(refusal);
  await blocked.block(dev, { numbers: ["12125550155"] });
  expect(await numbers()).toEqual([]);
});
