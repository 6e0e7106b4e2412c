import { randomUUID } from "node:crypto";
import type { TaskCreate } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { TaskService } from "../task-service.ts";
import { chatTaskSource } from "./chat-source.ts";
import { TaskSources } from "./task-sources.ts";

const MEMBER = 7;
const TEAM = "grpAAAAAAAAAAA";
const DIRECT = "p2pAAAAAAAAAAAAAAAAAAAAAA";
const [MAYA, DEV, TOM] = ["usrAAAAAAAAAAA", "usrBBBBBBBBBBA", "usrCCCCCCCCCCA"];
const at = new Date("2030-01-07T15:00:00Z");

let database: TestDatabase;
let tasks: TaskService;
let company: number;
let maya: Actor;
let dev: Actor;
let tom: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  const sources = new TaskSources([chatTaskSource]);
  tasks = new TaskService({
    database,
    clock: new FakeClock(at.getTime()),
    sources,
    channelsOf: (actor) => sources.channelsOf(database.query, actor),
    onReminderSet: () => {},
  });
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor" });
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  tom = await aUser(database, company, { firstname: "Tom", lastname: "Reyes" });
  await aChatUser(MAYA, maya);
  await aChatUser(DEV, dev);
  await aChatUser(TOM, tom);
  await aTopic(TEAM, "group", [MAYA, DEV], { fn: "Scheduling" });
  await aTopic(DIRECT, "direct", [MAYA, DEV]);
  await say(TEAM, 1, DEV, "Who calls the pharmacy?");
  await say(TEAM, 2, DEV, "It closes at six", { reply: ":1" });
  await say(TEAM, 3, MAYA, "Lunch?");
  await say(DIRECT, 1, MAYA, "Could you look at the roster?");
});
afterAll(() => database.drop());

test("[TSK61] a message of a team becomes a task that leads back to it, for those who read the team", async () => {
  const given = { ...form(TEAM), source_detail_id: "2", assigned_to: dev.userId };
  const { id } = await tasks.create(maya, given);
  expect(await tasks.read(dev, id)).toMatchObject({
    source: "chat",
    source_detail_id: "2",
    preview: {
      name: "Dev Patel",
      line: "Scheduling",
      text: "It closes at six",
      to: `/teams/search-result/${TEAM}?seq=1&reply=2`,
    },
  });
  await expect(tasks.read(tom, id)).rejects.toMatchObject({ code: "tasks.notFound" });
  expect(await tasks.people(maya, form(TEAM))).toEqual({ user_ids: [maya.userId, dev.userId] });
  await expect(tasks.update(maya, { task_id: id, assigned_to: tom.userId })).rejects.toMatchObject({
    code: "tasks.assigneeCannotSee",
  });
  const told = (await eventsOf(database, company)).filter(({ event }) => event.type === "CHAT_TASK");
  expect(told.map(({ channel }) => channel)).toEqual([`user.${maya.userId}`, `user.${dev.userId}`]);
});

test("[TSK61] a task on a whole team shows what was said there last", async () => {
  const { id } = await tasks.create(dev, form(TEAM));
  const { preview } = await tasks.read(dev, id);
  expect(preview).toMatchObject({ name: "Maya Okafor", text: "Lunch?" });
});

test("[TSK61] each of two sees a task of their direct chat under the name of the other", async () => {
  const { id } = await tasks.create(maya, { ...form(DEV), source_detail_id: "1" });
  const shown = { line: "Direct chat", text: "Could you look at the roster?" };
  expect((await tasks.read(maya, id)).preview).toMatchObject({
    ...shown,
    name: "Dev Patel",
    to: `/teams/search-result/${DEV}?seq=1`,
  });
  expect((await tasks.read(dev, id)).preview).toMatchObject({
    ...shown,
    name: "Maya Okafor",
    to: `/teams/search-result/${MAYA}?seq=1`,
  });
});

test("[TSK61] a user who does not read a chat, or has chat switched off, makes no task of it", async () => {
  const withoutChat: Actor = { ...maya, features: new Set() };
  for (const [actor, topic] of [
    [tom, TEAM],
    [tom, DIRECT],
    [maya, TOM],
    [maya, "nonsense"],
    [withoutChat, TEAM],
  ] as const)
    await expect(tasks.create(actor, form(topic))).rejects.toMatchObject({ code: "tasks.sourceNotFound" });
  expect((await tasks.list(withoutChat, { filter: "all", status: "new", limit: 50 })).tasks).toEqual([]);
});

test("[TSK61] a user who leaves a team no longer sees its tasks", async () => {
  const { id } = await tasks.create(dev, form(TEAM));
  await database.query
    .updateTable("chat_subscriptions")
    .set({ deleted_at: at })
    .where("topic", "=", TEAM)
    .where("chat_user_id", "=", MAYA)
    .execute();
  await expect(tasks.read(maya, id)).rejects.toMatchObject({ code: "tasks.notFound" });
  expect(await tasks.people(dev, form(TEAM))).toEqual({ user_ids: [dev.userId] });
});

const form = (source_id: string): TaskCreate => ({
  uuid: randomUUID(),
  source: "chat",
  source_id,
  note: "",
  due_on: null,
  remind_on: null,
});

async function aChatUser(id: string, { userId }: Actor): Promise<void> {
  await database.query
    .insertInto("chat_users")
    .values({
      id,
      customer_id: company,
      account_id: userId,
      access_auth: MEMBER,
      access_anon: 0,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function aTopic(
  name: string,
  kind: "group" | "direct",
  members: readonly string[],
  described?: { readonly fn: string },
): Promise<void> {
  await database.query
    .insertInto("chat_topics")
    .values({
      name,
      kind,
      customer_id: company,
      access_auth: MEMBER,
      access_anon: 0,
      public: described ? JSON.stringify(described) : null,
      created_at: at,
      updated_at: at,
      touched_at: at,
    })
    .execute();
  for (const chat_user_id of members)
    await database.query
      .insertInto("chat_subscriptions")
      .values({ topic: name, chat_user_id, want: MEMBER, given: MEMBER, created_at: at, updated_at: at })
      .execute();
}

async function say(
  topic: string,
  seq: number,
  from_user: string,
  text: string,
  head?: { readonly reply: string },
): Promise<void> {
  await database.query
    .insertInto("chat_messages")
    .values({
      topic,
      seq,
      from_user,
      sent_at: at,
      head: head ? JSON.stringify(head) : null,
      plain_text: text,
    })
    .execute();
}
