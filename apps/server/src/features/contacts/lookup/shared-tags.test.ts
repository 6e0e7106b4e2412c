import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import { writeContacts } from "../book/contact-writing-repository.ts";
import { sharedTagsOf } from "./shared-tags.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("[TAG5] tags are those of the company's shared contacts with the number, however it is written", async () => {
  const company = await aCompany(database);
  const { userId, customerId } = await aUser(database, company);
  const owner = { userId, customerId, version: 1, at: new Date() };
  const write = (isPublic: boolean, fields: Parameters<typeof writeContacts>[2][number]) =>
    writeContacts(database.query, { ...owner, isPublic }, [fields], "US");
  await write(true, { fname: "Agnes", mobile: "(212) 555-0199", tags: "VIP,Night" });
  await write(true, { fname: "Agnes", home: "12125550199", tags: "vip,Gold" });
  await write(false, { fname: "Secret", work: "12125550199", tags: "Private" });
  const [gone = 0] = await write(true, { fname: "Gone", work: "12125550199", tags: "Gone" });
  await database.query
    .updateTable("contacts")
    .set({ deleted_at: new Date() })
    .where("id", "=", gone)
    .execute();
  const tagsOf = (number: string, id = company) =>
    sharedTagsOf(database, { customerId: id, region: "US" }, number);
  expect((await tagsOf("+12125550199")).map((tag) => tag.toLowerCase()).sort()).toEqual([
    ...["gold", "night", "vip"],
  ]);
  expect(await tagsOf("+12125550198")).toEqual([]);
  expect(await tagsOf("private")).toEqual([]);
  expect(await tagsOf("+12125550199", await aCompany(database))).toEqual([]);
  await database.query.updateTable("contacts").set({ tags: "" }).where("customer_id", "=", company).execute();
  expect(await tagsOf("+12125550199")).toEqual([]);
});
