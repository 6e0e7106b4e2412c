import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { aCompany, aPhone, aUser } from "../testing/company.ts";
import { PeopleService } from "./people-service.ts";

let database: TestDatabase;
let people: PeopleService;

beforeAll(async () => {
  database = await createTestDatabase();
  people = new PeopleService({ database, photoUrl: (key) => `/files/${key}` });
});
afterAll(() => database.drop());

test("[CON15] lists colleagues with status and presence, and nobody of another company", async () => {
  const companyName = "Harborlight Home Care";
  const company = await aCompany(database, { name: companyName });
  const maya = await aUser(database, company, {
    firstname: "Maya",
    lastname: "Okafor",
    extension: "101",
    title: "Front desk",
    photo_key: "abc",
    teams_nickname: "May",
  });
  await aPhone(database, maya, { name: "maya", callerid_external: "12125550141" });
  await aPhone(database, maya, { name: "second" });
  await aUser(database, company, { firstname: "Aaron", lastname: "" });
  await aUser(database, company, { firstname: "Gone", disabled_at: new Date() });
  await aUser(database, await aCompany(database), { firstname: "Stranger" });
  const expiresAt = Date.parse("2030-01-01T12:00:00Z");
  const status = await database.query
    .insertInto("user_statuses")
    .values({ customer_id: company, name: "Lunch", emoji: "🥪", default_duration: "custom" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("active_statuses")
    .values({
      user_id: maya.userId,
      customer_id: company,
      status_id: status.id,
      set_at: new Date(),
      expires_at: new Date(expiresAt),
    })
    .execute();

  await database.query
    .insertInto("chat_users")
    .values({
      id: "usrMaya",
      customer_id: company,
      account_id: maya.userId,
      access_auth: 0,
      access_anon: 0,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();

  await database.query
    .insertInto("contact_speed_dials")
    .values({ user_id: maya.userId, customer_id: company, contact_ref: `-${maya.userId}` })
    .execute();

  const [aaron, found, ...others] = await people.list(maya);
  expect(others).toEqual([]);
  expect(aaron).toMatchObject({
    name: "Aaron",
    statusName: null,
    statusExpiresAt: null,
    presence: 0,
    chat_id: null,
    speeddial: "0",
  });
  expect(found).toMatchObject({
    chat_id: "usrMaya",
    id: `-${maya.userId}`,
    name: "Maya Okafor",
    nickname: "May",
    extension: "101",
    pbx_line: "maya",
    work: "12125550141",
    photo: "/files/abc",
    statusName: "Lunch",
    statusEmoji: "🥪",
    statusExpiresAt: expiresAt / 1000,
    home: "",
    fax: "",
    conference: "",
    other: "",
    speeddial: "1",
    organization: companyName,
    public: true,
    owned: false,
  });
  expect(await people.read(maya, maya.userId)).toEqual(found);
  expect(found?.color).toMatch(/^#[0-9a-f]{6}$/);
});
