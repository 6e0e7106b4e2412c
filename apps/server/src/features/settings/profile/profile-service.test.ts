import { MyProfile } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { ProfileService } from "./profile-service.ts";

const ALL = { sms: true, fax: true, phones: true, vox: true };
const NONE = { sms: false, fax: false, phones: false, vox: false };

/** Addresses that were asked for, by user. */
const asked = new Map<number, string>();

let database: TestDatabase;
let profiles: ProfileService;
let company: number;
let tom: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  profiles = new ProfileService({
    database,
    photoUrl: (key) => `/files/${key}`,
    emails: {
      pending: async (userId) => asked.get(userId) ?? null,
      request: async (_tx, { userId }, email) => {
        if (email.startsWith("taken")) throw new Error("Taken");
        asked.set(userId, email);
      },
    },
  });
});
afterAll(() => database.drop());

beforeEach(async () => {
  company = await aCompany(database, { name: "Harborlight", timezone: "America/New_York" });
  tom = await aUser(database, company, { firstname: "Tom", lastname: "Reyes", roles: '{"tc_chat":"0"}' });
});

describe("reading", () => {
  test("a user who has nothing but a name has a whole profile", async () => {
    const profile = await profiles.read(tom, ALL);
    expect(MyProfile.parse(profile)).toEqual(profile);
    expect(profile).toMatchObject({
      id: tom.userId,
      firstname: "Tom",
      company: "Harborlight",
      pbx_cid: company,
      timezone: "",
      effective_timezone: "America/New_York",
      photo: null,
      phones: [],
      sms_lines: [],
      vox_boxes: [],
      fax_lines: [],
      fax_boxes: [],
      roles: { tc_chat: "0" },
      teams_settings: { disabled_customers: { customer_id: [] } },
      user_status: null,
      user_settings: { settings: "{}", type: "teleconsole", version: 0 },
    });
  });

  test("lines and boxes come with it when they are asked for, with their owners", async () => {
    await aPhone(database, tom, { name: "tom", callerid_external: "12125550104" });
    const colleague = await aUser(database, company);
    await aFaxLine("12125550130", tom.userId, tom);
    await aFaxLine("12125550131", colleague.userId, tom);
    const profile = await profiles.read(tom, ALL);
    expect(profile.phones).toMatchObject([{ name: "tom", callerID: "12125550104" }]);
    expect(profile.fax_lines).toMatchObject([{ fax_line: "12125550130" }, { fax_line: "12125550131" }]);
    expect(profile.fax_boxes).toMatchObject([
      { name: "12125550130", owned: true },
      { name: "12125550131", owned: false },
    ]);
    expect(await profiles.read(tom, NONE)).toMatchObject({ phones: [], fax_lines: [], fax_boxes: [] });
  });

  test("features follow what the session may do; tasks only a role switches on", async () => {
    const actor: Actor = { ...tom, features: new Set(["messaging", "contacts"]) };
    expect((await profiles.read(actor, NONE)).features).toEqual({
      calls: false,
      messaging: true,
      voicemail: false,
      fax: false,
      teamChat: false,
      contacts: true,
      tasks: false,
    });
    const withTasks = await aUser(database, company, { roles: '{"tc_tasks":"1"}' });
    expect((await profiles.read(withTasks, NONE)).features.tasks).toBe(true);
  });

  test("a company without chat is named in the chat settings", async () => {
    const silent = await aCompany(database, { chat_disabled: true });
    const profile = await profiles.read(await aUser(database, silent), NONE);
    expect(profile.teams_settings.disabled_customers.customer_id).toEqual([silent]);
  });

  test("roles nobody can read switch nothing", async () => {
    const odd = await aUser(database, company, { roles: '{"tc_chat":5}' });
    expect((await profiles.read(odd, NONE)).roles).toEqual({});
  });
});

describe("changing", () => {
  test("what is left out stays, and the company sees the rest", async () => {
    const profile = await profiles.update(tom, {
      firstname: "Thomas",
      mobile: "(212) 555-0144",
      timezone: "Europe/London",
      country: "GB",
      teamsNickname: "Tommy",
    });
    expect(profile).toMatchObject({
      firstname: "Thomas",
      lastname: "Reyes",
      timezone: "Europe/London",
      effective_timezone: "Europe/London",
      country: "GB",
      teamsNickname: "Tommy",
    });
    expect(await eventsOf(database, company)).toEqual([
      {
        channel: `customer.${company}`,
        event: {
          type: "PROFILE_UPDATE",
          user_id: tom.userId,
          firstname: "Thomas",
          lastname: "Reyes",
          title: "",
          photo: null,
          teamsNickname: "Tommy",
        },
      },
    ]);
  });

  test("a user without chat has no nickname", async () => {
    const actor: Actor = { ...tom, features: new Set(["messaging"]) };
    expect(await profiles.update(actor, { firstname: "Thomas", teamsNickname: "Tommy" })).toMatchObject({
      firstname: "Thomas",
      teamsNickname: "",
    });
  });

  test("emptied fields fall back to the company's", async () => {
    await profiles.update(tom, { timezone: "Asia/Tokyo", company: "My own", country: "JP" });
    expect(await profiles.update(tom, { timezone: "", company: "", country: "" })).toMatchObject({
      timezone: "",
      effective_timezone: "America/New_York",
      company: "Harborlight",
      country: "",
    });
  });

  test("[EML1] a new address is asked for, and the old one stays", async () => {
    const email = `tom${company}@harborlight.example`;
    const { username } = await profiles.read(tom, NONE);
    expect(await profiles.update(tom, { email, firstname: "Thomas" })).toMatchObject({
      username,
      email: username,
      pending_email: email,
      firstname: "Thomas",
    });
  });

  test("an address that is refused changes nothing else either", async () => {
    const update = { firstname: "Changed", email: "taken@juniper.example" };
    await expect(profiles.update(tom, update)).rejects.toThrow("Taken");
    expect(await profiles.read(tom, NONE)).toMatchObject({ firstname: "Tom", pending_email: null });
    expect(await eventsOf(database, company)).toEqual([]);
  });

  test("an unknown time zone is refused", async () => {
    await expect(profiles.update(tom, { timezone: "Mars/Olympus" })).rejects.toMatchObject({
      code: "settings.timezoneUnknown",
    });
  });

  test("an empty change is no error", async () => {
    expect(await profiles.update(tom, {})).toMatchObject({ firstname: "Tom" });
  });
});

async function aFaxLine(number: string, owner_id: number, user: Actor): Promise<void> {
  const { id } = await database.query
    .insertInto("fax_lines")
    .values({ customer_id: company, number, name: "Records", owner_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("fax_line_users")
    .values({ fax_line_id: id, user_id: user.userId })
    .execute();
}
