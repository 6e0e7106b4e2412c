import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { insertQueueAct, type NewQueueAct } from "./act-repository.ts";
import { beginPart, endPart, listTakenParts } from "./taken-part-repository.ts";

let database: TestDatabase;
let ines: Actor;
let desk: { id: number; name: string };
let caller: { id: number };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const company = await aCompany(database);
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  desk = await aPhone(database, await aUser(database, company));
  caller = await aPhone(database, await aUser(database, company), { extension: "177" });
});

type Mode = "listen" | "whisper" | "barge" | "takeOver";

const asks = (act: NewQueueAct["act"]) =>
  insertQueueAct(database.query, ines, { act, at: new Date(0), phone: desk.name, callId: "call-1" });
const key = () => ({ companyId: String(ines.customerId), callId: "call-1", userId: String(ines.userId) });
const begins = (mode: Mode, at: number, isShown = mode !== "listen") =>
  beginPart(database.query, { ...key(), agentId: String(desk.id), mode, isShown, at });
const ends = (at: number) => endPart(database.query, { ...key(), at });
const partsFor = (agentLine: number | undefined) =>
  listTakenParts(database.query, { customerId: ines.customerId, callId: "call-1", agentLine });

test("[SUP13] each part has its own times, and one that was only asked for is none", async () => {
  await asks("listen");
  await asks("listen");
  await begins("listen", 1_000);
  await asks("whisper");
  await ends(43_000);
  await begins("whisper", 43_000);
  await asks("barge");
  expect(await partsFor(undefined)).toEqual([
    { name: "Ines Duarte", act: "listen", at: 1, seconds: 42 },
    { name: "Ines Duarte", act: "whisper", at: 43, seconds: null },
  ]);
  await ends(50_000);
  expect((await partsFor(undefined)).map(({ seconds }) => seconds)).toEqual([42, 7]);
});

test("[SUP13] written twice, a part stays as it was", async () => {
  await asks("listen");
  await begins("listen", 1_000);
  await begins("listen", 9_000);
  await ends(5_000);
  await ends(8_000);
  expect(await partsFor(undefined)).toMatchObject([{ at: 1, seconds: 4 }]);
});

test("[SUP7] [SUP13] the agent's line is told what was shown, and another line nothing", async () => {
  await asks("listen");
  await begins("listen", 1_000);
  await ends(2_000);
  await asks("takeOver");
  await begins("takeOver", 2_000);
  expect((await partsFor(desk.id)).map(({ act }) => act)).toEqual(["takeOver"]);
  expect(await partsFor(caller.id)).toEqual([]);
  const other = await aCompany(database);
  const query = { customerId: other, callId: "call-1", agentLine: undefined };
  expect(await listTakenParts(database.query, query)).toEqual([]);
});

test("[SUP13] where listening is shown, the agent reads it too", async () => {
  await asks("listen");
  await begins("listen", 1_000, true);
  expect((await partsFor(desk.id)).map(({ act }) => act)).toEqual(["listen"]);
});
