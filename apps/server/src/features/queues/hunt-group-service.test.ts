import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../testing/company.ts";
import { HuntGroupService } from "./hunt-group-service.ts";

let database: TestDatabase;
let huntGroups: HuntGroupService;
let company: number;
let maya: Actor;
let lena: Actor;
let stranger: Actor;
let group: number;
let mayaLine: number;
let lenaLine: number;

beforeAll(async () => {
  database = await createTestDatabase();
  huntGroups = new HuntGroupService({ database, whenKnown: async () => {} });
});
afterAll(() => database.drop());

beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor" });
  lena = await aUser(database, company, { firstname: "Lena", lastname: "Brandt" });
  stranger = await aUser(database, await aCompany(database));
  await aPhone(database, maya, { extension: "101" });
  await aPhone(database, lena, { extension: "105" });
  // The same extension in another company must not make its user a member.
  await aPhone(database, stranger, { extension: "101" });
  group = await aGroup("Nurses on call");
  lenaLine = await aLine(group, "105", 2);
  mayaLine = await aLine(group, "101", 1);
  await aLine(group, "12125550177", 2);
  await aLine(await aGroup("Someone else's"), "114", 1);
});

test("users see the groups they are in, with all their lines in ringing order", async () => {
  const [found, ...others] = await huntGroups.list(maya);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ id: group, name: "Nurses on call" });
  expect(found?.lines.map(({ dnumber, name, level, owned }) => [dnumber, name, level, owned])).toEqual([
    ["101", "Maya Okafor", 1, true],
    ["105", "Lena Brandt", 2, false],
    ["12125550177", "", 2, false],
  ]);
  expect(await huntGroups.list(stranger)).toEqual([]);
});

test("an own line is switched off and on again, and the company hears each change once", async () => {
  expect(await huntGroups.setAvailable(maya, mayaLine, "0")).toMatchObject({ id: mayaLine, available: "0" });
  await huntGroups.setAvailable(maya, mayaLine, "0");
  await huntGroups.setAvailable(maya, mayaLine, "1");
  expect(await eventsOf(database, company)).toMatchObject(
    ["0", "1"].map((available) => ({
      channel: `customer.${company}`,
      event: {
        type: "HUNTGROUP_UPDATE",
        huntgroup_id: group,
        hid: mayaLine,
        dnumber: "101",
        available,
        level: 1,
      },
    })),
  );
});

test("nobody switches a colleague's line or another company's", async () => {
  for (const [actor, line] of [
    [maya, lenaLine],
    [stranger, mayaLine],
    [maya, 2_000_000_000],
  ] as const) {
    await expect(huntGroups.setAvailable(actor, line, "0")).rejects.toMatchObject({
      code: "queues.huntGroupLineNotFound",
    });
  }
  expect(await eventsOf(database, company)).toEqual([]);
});

test("a member changes levels and switches of the whole list", async () => {
  const lines = await huntGroups.updateDestinations(maya, {
    huntgroup: group,
    destinations: [
      { id: mayaLine, level: 3 },
      { id: lenaLine, level: 1, available: "0" },
    ],
  });
  expect(lines.map(({ dnumber, level, available }) => [dnumber, level, available])).toEqual([
    ["105", 1, "0"],
    ["12125550177", 2, "1"],
    ["101", 3, "1"],
  ]);
  expect(await eventsOf(database, company)).toHaveLength(2);
});

test("a line of another group spoils the whole change", async () => {
  const destinations = [
    { id: mayaLine, level: 3 },
    { id: 2_000_000_000, level: 1 },
  ];
  await expect(huntGroups.updateDestinations(maya, { huntgroup: group, destinations })).rejects.toMatchObject(
    {
      code: "queues.huntGroupLineNotFound",
    },
  );
  expect(await huntGroups.listDestinations(maya, group)).toMatchObject([{ id: mayaLine, level: 1 }, {}, {}]);
  expect(await eventsOf(database, company)).toEqual([]);
});

test("a user who is not in a group neither reads nor changes its list", async () => {
  const outsider = await aUser(database, company);
  for (const actor of [outsider, stranger]) {
    await expect(huntGroups.listDestinations(actor, group)).rejects.toMatchObject({
      code: "queues.huntGroupNotFound",
    });
    await expect(
      huntGroups.updateDestinations(actor, { huntgroup: group, destinations: [{ id: mayaLine, level: 9 }] }),
    ).rejects.toMatchObject({ code: "queues.huntGroupNotFound" });
  }
});

async function aGroup(name: string): Promise<number> {
  const { id } = await database.query
    .insertInto("hunt_groups")
    .values({ customer_id: company, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function aLine(hunt_group_id: number, dnumber: string, level: number): Promise<number> {
  const { id } = await database.query
    .insertInto("hunt_group_lines")
    .values({ hunt_group_id, dnumber, level })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
