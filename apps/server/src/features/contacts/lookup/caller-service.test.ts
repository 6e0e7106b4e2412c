import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { applyFields, NO_FIELDS, numberKeys } from "../book/contact-fields.ts";
import { insertContact, nextVersion, replaceNumbers } from "../book/contact-repository.ts";
import { CallerNameService } from "./caller-name-service.ts";
import { CallerService, type ExternalCaller } from "./caller-service.ts";

let database: TestDatabase;
let clock: FakeClock;
let register: Map<string, string | null>;
let asked: string[];
let warnings: number;
let elsewhere: Map<string, ExternalCaller>;
let names: CallerNameService;
let callers: CallerService;
let company: number;
let maya: Actor;
let nextDigits = 2_000_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  register = new Map();
  asked = [];
  warnings = 0;
  elsewhere = new Map();
  names = new CallerNameService({
    database,
    clock,
    log: {
      warn: () => {
        warnings += 1;
      },
    },
    register: {
      find: async (number) => {
        asked.push(number);
        if (!register.has(number)) throw new Error("down");
        return register.get(number) ?? null;
      },
    },
  });
  callers = new CallerService({
    database,
    photoUrl: (key) => `/files/${key}`,
    names,
    external: async (_actor, keys) => new Map([...elsewhere].filter(([key]) => keys.includes(key))),
  });
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor", extension: "101" });
});

/** A number no other test has asked the register for. */
const aNumber = (): string => `1212${nextDigits++}`;

async function aContact(owner: Actor, fields: Record<string, string>, isPublic = false): Promise<string> {
  const stored = applyFields(NO_FIELDS, fields, "US");
  return database.transaction(async (tx) => {
    const id = await insertContact(tx.query, {
      ...stored,
      customer_id: owner.customerId,
      owner_id: owner.userId,
      uuid: null,
      is_public: isPublic,
      was_public: isPublic,
      photo_key: null,
      version: await nextVersion(tx.query, owner.customerId),
      created_at: new Date(0),
      changed_at: new Date(0),
      deleted_at: null,
    });
    await replaceNumbers(tx.query, { id, customerId: owner.customerId }, numberKeys(stored, "US"));
    return String(id);
  });
}

const find = async (number: string) => (await callers.lookUp(maya, [number]))[0];

describe("who is behind a number", () => {
  test("[WHO1] a colleague by extension, direct number or mobile, before anybody else", async () => {
    const dev = await aUser(database, company, {
      firstname: "Dev",
      lastname: "Patel",
      extension: "102",
      mobile: "+1 (212) 555-0142",
      photo_key: "abc",
    });
    await aPhone(database, dev, { extension: "152", callerid_external: "12125550152" });
    await aContact(maya, { name: "Dev at work", work: "12125550152" });
    for (const [number, label] of [
      ["102", "extension"],
      ["152", "extension"],
      ["(212) 555-0152", "work"],
      ["2125550142", "mobile"],
    ] as const) {
      expect(await find(number)).toMatchObject({
        number,
        source: "corporate",
        name: "Dev Patel",
        contactId: `-${dev.userId}`,
        user_id: dev.userId,
        label,
        photo: "/files/abc",
      });
    }
    expect((await find("12125550152"))?.others).toMatchObject([{ name: "Dev at work" }]);
  });

  test("[WHO1] a number that several lines show is nobody's own", async () => {
    const dev = await aUser(database, company);
    for (const user of [maya, dev])
      await aPhone(database, user, { label: "Front desk", callerid_external: "12125550153" });
    expect(await find("12125550153")).toMatchObject({ source: "own", name: "Front desk", user_id: null });
  });

  test("[WHO2] contacts, the user's own first, with the others who share the number", async () => {
    const dev = await aUser(database, company);
    const shared = await aContact(dev, { name: "Front office", home: "2125550160" }, true);
    const own = await aContact(maya, { name: "Ana Reyes", organization: "Clinic", work: "2125550160" });
    await aContact(dev, { name: "Secret", work: "2125550160" });
    expect(await find("+1 212 555 0160")).toMatchObject({
      source: "personal",
      name: "Ana Reyes",
      contactId: own,
      organization: "Clinic",
      label: "work",
      others: [{ contactId: shared, name: "Front office" }],
    });
  });

  test("[WHO1] own lines, address books elsewhere and the register, in this order", async () => {
    const [line, friend, stranger] = [aNumber(), aNumber(), aNumber()];
    await database.query
      .insertInto("sms_lines")
      .values({ customer_id: company, number: line, name: "Scheduling" })
      .execute();
    elsewhere.set(friend, {
      source: "google",
      name: "Zoë",
      contactId: "google:people/c1",
      organization: "",
      label: "mobile",
      photo: null,
    });
    for (const number of [line, friend, stranger]) register.set(number, "NYC HOSPITAL");
    expect(await callers.lookUp(maya, [line, friend, stranger, "999"])).toMatchObject([
      { source: "own", name: "Scheduling" },
      { source: "google", name: "Zoë", contactId: "google:people/c1" },
      { source: "cnam", name: "NYC HOSPITAL", contactId: null },
      { source: null, name: null },
    ]);
    expect(asked).toEqual([stranger]);
  });

  test("[WHO3] hidden numbers have nobody", async () => {
    expect(await callers.lookUp(maya, ["Private ", "", "-"])).toMatchObject([
      { number: "Private ", source: null, blocked: false },
      { source: null },
      { source: null },
    ]);
    expect(asked).toEqual([]);
  });

  test("[WHO4] blocked on a line of the user, or for the company", async () => {
    const line = await aPhone(database, maya);
    const dev = await aUser(database, company);
    const other = await aPhone(database, dev);
    const [mine, everybody, theirs] = [aNumber(), aNumber(), aNumber()];
    for (const number of [mine, everybody, theirs]) register.set(number, null);
    await database.query
      .insertInto("blocked_callers")
      .values([
        { customer_id: company, phone_id: line.id, caller_number: mine },
        { customer_id: company, phone_id: null, caller_number: everybody },
        { customer_id: company, phone_id: other.id, caller_number: theirs },
      ])
      .execute();
    const found = await callers.lookUp(maya, [`+${mine}`, everybody, theirs]);
    expect(found.map(({ blocked }) => blocked)).toEqual([true, true, false]);
  });

  test("[WHO1] nothing of another company", async () => {
    const stranger = await aUser(database, await aCompany(database), { extension: "777" });
    await aContact(stranger, { name: "Theirs", work: "2125550170" }, true);
    register.set("12125550170", null);
    expect(await callers.lookUp(maya, ["777", "2125550170"])).toMatchObject([
      { source: null },
      { source: null },
    ]);
  });

  test("numbers of another region are found however they are written", async () => {
    const london = await aCompany(database, { region: "GB" });
    const eve = await aUser(database, london);
    const stored = applyFields(NO_FIELDS, { name: "Tower", work: "020 7946 0120" }, "GB");
    await database.transaction(async (tx) => {
      const id = await insertContact(tx.query, {
        ...stored,
        customer_id: london,
        owner_id: eve.userId,
        uuid: null,
        is_public: false,
        was_public: false,
        photo_key: null,
        version: 1,
        created_at: new Date(0),
        changed_at: new Date(0),
        deleted_at: null,
      });
      await replaceNumbers(tx.query, { id, customerId: london }, numberKeys(stored, "GB"));
    });
    const found = await callers.lookUp(eve, ["442079460120", "+44 20 7946 0120", "02079460120"]);
    expect(found.map(({ name }) => name)).toEqual(["Tower", "Tower", "Tower"]);
  });
});

describe("the register of names", () => {
  test("[WHO5] is asked once for a number, and again when its answer is old", async () => {
    const number = aNumber();
    register.set(number, "JUNE PARK");
    const first = await Promise.all([names.read(maya, number), names.read(maya, number)]);
    expect(first).toEqual([
      { number, name: "JUNE PARK" },
      { number, name: "JUNE PARK" },
    ]);
    await names.read(maya, number);
    expect(asked).toHaveLength(1);
    clock.advance(31 * 86_400_000);
    await names.read(maya, number);
    expect(asked).toHaveLength(2);
  });

  test("[WHO5] numbers it does not know are kept for a day", async () => {
    const number = aNumber();
    register.set(number, null);
    expect(await names.read(maya, number)).toEqual({ number, name: null });
    await names.read(maya, number);
    expect(asked).toHaveLength(1);
    clock.advance(2 * 86_400_000);
    await names.read(maya, number);
    expect(asked).toHaveLength(2);
  });

  test("[WHO5] a failing register hides nothing else and is asked again", async () => {
    const number = aNumber();
    expect(await find(number)).toMatchObject({ source: null });
    expect(warnings).toBe(1);
    register.set(number, "BACK AGAIN");
    expect(await find(number)).toMatchObject({ source: "cnam", name: "BACK AGAIN" });
  });
});

test("the company's own numbers are listed with what they are", async () => {
  await aPhone(database, maya, { label: "Front desk", extension: "101", callerid_external: "12125550141" });
  await database.query
    .insertInto("queues")
    .values({ customer_id: company, name: "Scheduling", extension: "301" })
    .execute();
  expect(await callers.ownNumbers(maya)).toEqual([
    { number: "101", name: "Front desk", kind: "extension" },
    { number: "301", name: "Scheduling", kind: "queue" },
    { number: "12125550141", name: "Front desk", kind: "phone" },
  ]);
});
