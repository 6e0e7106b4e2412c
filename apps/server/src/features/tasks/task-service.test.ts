import { randomUUID } from "node:crypto";
import type { Task, TaskCreate, TaskNoticeEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Actor } from "../../platform/actor.ts";
import { createChannelDirectory } from "../../push/feed/channel-repository.ts";
import { aCompany, aUser, eventsOf } from "../testing/company.ts";
import { smsTaskSource } from "./sources/sms-source.ts";
import { TaskSources } from "./sources/task-sources.ts";
import { TaskService } from "./task-service.ts";
import { aConversation, anSmsLine } from "./testing/shared-line.ts";

const ANA = "12125550150";
const NOW = Date.parse("2030-01-07T15:00:00Z") / 1000;

let database: TestDatabase;
let clock: FakeClock;
let tasks: TaskService;
let company: number;
let [maya, dev, outsider]: Actor[] = [];
let line: { id: number; number: string };
let textId: string;
const channelsOf = async (actor: Actor): Promise<string[]> =>
  (await createChannelDirectory(database).channelsOf(actor)).map(({ channel }) => channel);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock(NOW * 1000);
  const sources = new TaskSources([smsTaskSource]);
  tasks = new TaskService({ database, clock, sources, channelsOf, onReminderSet: () => {} });
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor" });
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  outsider = await aUser(database, company, { firstname: "Out", lastname: "Sider" });
  line = await anSmsLine(database, company, [maya, dev]);
  textId = await aConversation(database, {
    customerId: company,
    lineId: line.id,
    number: ANA,
    text: "Can you call me?",
  });
});

const form = (given: Partial<TaskCreate> = {}): TaskCreate => ({
  uuid: randomUUID(),
  source: "sms",
  source_id: ANA,
  sms_line: line.number,
  note: "",
  due_on: null,
  remind_on: null,
  ...given,
});
const ofAna = () => ({ sms_line: line.number, conversation: ANA });
const notices = async (actor: Actor): Promise<unknown[]> =>
  (await eventsOf(database, company))
    .filter(({ channel, event }) => channel === `user.${actor.userId}` && event.type === "TASK_NOTICE")
    .map(({ event }) => (event as unknown as TaskNoticeEvent).reason);

describe("a conversation's task", () => {
  test("[TSK20] is made with its maker, its assignee and their names", async () => {
    const task = await tasks.create(maya!, form({ assigned_to: dev!.userId, note: "Before noon" }));
    expect(task).toMatchObject({
      source: "sms",
      source_id: ANA,
      sms_line: line.number,
      status: "new",
      assigned_to: dev!.userId,
      created_by: maya!.userId,
      resolved_by: null,
      created_on: NOW,
      assigned_on: NOW,
      resolved_on: null,
      resolvedAndAssigned: false,
      assignedToName: "Dev Patel",
      createdByName: "Maya Okafor",
      resolvedByName: "",
      note: "Before noon",
    });
    expect(await tasks.ofConversation(dev!, ofAna())).toEqual(task);
  });

  test("[TSK21] is made once for one uuid, also by requests that come together", async () => {
    const given = form();
    const made = await Promise.all([1, 2, 3].map(() => tasks.create(maya!, given)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await tasks.count(maya!)).toMatchObject({ all: 1 });
    expect(await eventsOf(database, company)).toHaveLength(1);
  });

  test("[TSK22] is the newest that is not deleted; without one there is 404", async () => {
    await expect(tasks.ofConversation(maya!, ofAna())).rejects.toMatchObject({
      status: 404,
      code: "tasks.none",
    });
    const first = await tasks.create(maya!, form());
    const second = await tasks.create(dev!, form());
    expect((await tasks.ofConversation(maya!, ofAna())).id).toBe(second.id);
    const { current } = await tasks.remove(maya!, { task_id: second.id, reopen: false });
    expect(current?.id).toBe(first.id);
    await tasks.remove(maya!, { task_id: undefined, uuid: first.uuid, reopen: false });
    await expect(tasks.ofConversation(maya!, ofAna())).rejects.toMatchObject({ status: 404 });
  });

  test("[TSK23] is resolved in the user's own name, and opened again", async () => {
    const { id } = await tasks.create(maya!, form({ assigned_to: dev!.userId }));
    await expect(tasks.update(maya!, { task_id: id, resolved_by: dev!.userId })).rejects.toMatchObject({
      status: 403,
    });
    clock.advance(60_000);
    expect(await tasks.update(dev!, { task_id: id, resolved_by: dev!.userId })).toMatchObject({
      status: "done",
      resolved_by: dev!.userId,
      resolved_on: NOW + 60,
      resolvedByName: "Dev Patel",
      resolvedAndAssigned: true,
    });
    expect(await tasks.update(maya!, { task_id: id, resolved_by: null })).toMatchObject({
      status: "new",
      resolved_by: null,
      resolvedByName: "",
      resolvedAndAssigned: false,
      assigned_to: dev!.userId,
    });
  });

  test("[TSK24] deleted with reopen opens the earlier one again, once", async () => {
    const first = await tasks.create(maya!, form());
    await tasks.update(maya!, { task_id: first.id, status: "done" });
    const second = await tasks.create(maya!, form());
    const reopened = await tasks.remove(dev!, { task_id: second.id, reopen: true });
    expect(reopened).toMatchObject({ task: { status: "deleted" }, current: { id: first.id, status: "new" } });
    await tasks.update(maya!, { task_id: first.id, status: "done" });
    const repeated = await tasks.remove(dev!, { task_id: second.id, reopen: true });
    expect(repeated.current).toMatchObject({ id: first.id, status: "done" });
  });

  test("[TSK25] deleted with reopen where there is no earlier one is deleted, and 404 says so", async () => {
    const { id } = await tasks.create(maya!, form());
    await expect(tasks.remove(maya!, { task_id: id, reopen: true })).rejects.toMatchObject({
      status: 404,
      code: "tasks.noneEarlier",
    });
    await expect(tasks.ofConversation(maya!, ofAna())).rejects.toMatchObject({ code: "tasks.none" });
  });

  test("[TSK26] once deleted comes back only when that is asked for", async () => {
    const { id } = await tasks.create(maya!, form());
    await tasks.remove(maya!, { task_id: id, reopen: false });
    await expect(tasks.update(maya!, { task_id: id, note: "x" })).rejects.toMatchObject({ status: 409 });
    expect(await tasks.update(maya!, { task_id: id, status: "new" })).toMatchObject({ status: "new" });
    expect((await tasks.ofConversation(dev!, ofAna())).id).toBe(id);
  });

  test("[TSK27] has a history", async () => {
    const { id } = await tasks.create(maya!, form({ assigned_to: dev!.userId }));
    await tasks.update(dev!, { task_id: id, due_on: NOW + 3600, assigned_to: maya!.userId });
    await tasks.update(maya!, { task_id: id, resolved_by: maya!.userId });
    const { history, preview } = await tasks.read(dev!, id);
    expect(history.map(({ action, byName, toName, time }) => [action, byName, toName, time])).toEqual([
      ["created", "Maya Okafor", "", null],
      ["assigned", "Maya Okafor", "Dev Patel", null],
      ["assigned", "Dev Patel", "Maya Okafor", null],
      ["due", "Dev Patel", "", NOW + 3600],
      ["resolved", "Maya Okafor", "", null],
    ]);
    expect(preview).toMatchObject({
      number: ANA,
      line: "Main",
      text: "Can you call me?",
      to: `/messages/${ANA}/${line.number}`,
    });
  });
});

describe("who may", () => {
  test("[TSK30] only users of the line see, make or change its tasks", async () => {
    const { id } = await tasks.create(maya!, form());
    await expect(tasks.create(outsider!, form())).rejects.toMatchObject({
      status: 403,
      message: "Please check if user has access to this SMS number",
    });
    await expect(tasks.read(outsider!, id)).rejects.toMatchObject({ code: "tasks.notFound" });
    await expect(tasks.update(outsider!, { task_id: id, note: "x" })).rejects.toMatchObject({ status: 404 });
    await expect(tasks.remove(outsider!, { task_id: id, reopen: true })).rejects.toMatchObject({
      code: "tasks.notFound",
    });
    expect(await list(outsider!)).toEqual([]);
    expect(await tasks.count(outsider!)).toEqual({ mine: 0, unassigned: 0, all: 0, overdue: 0 });
  });

  test("[TSK31] companies are fenced off", async () => {
    const { id } = await tasks.create(maya!, form());
    const stranger = await aUser(database, await aCompany(database));
    await expect(tasks.read(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(tasks.create(stranger, form())).rejects.toMatchObject({ status: 403 });
    await expect(tasks.create(maya!, form({ assigned_to: stranger.userId }))).rejects.toMatchObject({
      code: "tasks.assigneeCannotSee",
    });
  });

  test("[TSK32] a task is given only to somebody who sees the conversation", async () => {
    await expect(tasks.create(maya!, form({ assigned_to: outsider!.userId }))).rejects.toMatchObject({
      code: "tasks.assigneeCannotSee",
    });
    const { id } = await tasks.create(maya!, form());
    await expect(tasks.update(maya!, { task_id: id, assigned_to: outsider!.userId })).rejects.toMatchObject({
      code: "tasks.assigneeCannotSee",
    });
    const people = await tasks.people(maya!, { source: "sms", source_id: ANA, sms_line: line.number });
    expect(people.user_ids).toEqual([maya!.userId, dev!.userId]);
  });

  test("[TSK33] without messaging there is no task of a conversation, and no assignee", async () => {
    await tasks.create(maya!, form());
    const without = { ...dev!, features: new Set<never>() };
    expect(await list(without)).toEqual([]);
    await expect(tasks.ofConversation(without, ofAna())).rejects.toMatchObject({ status: 403 });
    await database.query
      .updateTable("users")
      .set({ roles: '{"tc_sms":"0"}' })
      .where("id", "=", dev!.userId)
      .execute();
    await expect(tasks.create(maya!, form({ assigned_to: dev!.userId }))).rejects.toMatchObject({
      code: "tasks.assigneeCannotSee",
    });
  });

  test("[TSK34] a conversation that is not there has no task", async () => {
    await expect(tasks.create(maya!, form({ source_id: "12125550199" }))).rejects.toMatchObject({
      status: 404,
      message: "No conversation found.",
    });
  });
});

describe("telling", () => {
  test("[TSK40] every change is told on the line, with the conversation's task as it now is", async () => {
    const first = await tasks.create(maya!, form());
    const second = await tasks.create(maya!, form());
    await tasks.remove(maya!, { task_id: second.id, reopen: false });
    const events = await eventsOf(database, company);
    expect(events.map(({ channel }) => channel)).toEqual(Array(3).fill(`sms.${line.number}`));
    expect(
      events.map(({ event }) => [
        event.type,
        (event.task as Task).id,
        (event.task as Task).status,
        (event.current as Task | null)?.id,
      ]),
    ).toEqual([
      ["SMS_TASK", first.id, "new", first.id],
      ["SMS_TASK", second.id, "new", second.id],
      ["SMS_TASK", second.id, "deleted", first.id],
    ]);
  });

  test("[TSK41] what changes nothing is not told", async () => {
    const { id } = await tasks.create(maya!, form());
    await tasks.update(maya!, { task_id: id, assigned_to: null, due_on: null, note: "" });
    expect(await eventsOf(database, company)).toHaveLength(1);
  });

  test("[TSK42] the assignee hears of it when somebody else assigned it", async () => {
    const { id } = await tasks.create(maya!, form({ assigned_to: dev!.userId }));
    await tasks.create(dev!, form({ assigned_to: dev!.userId }));
    expect(await notices(dev!)).toEqual(["assigned"]);
    await tasks.update(dev!, { task_id: id, assigned_to: maya!.userId });
    expect(await notices(maya!)).toEqual(["assigned"]);
  });

  test("[TSK43] an assignee with task notifications off hears nothing", async () => {
    await database.query
      .insertInto("user_settings")
      .values({ user_id: dev!.userId, settings: '{"taskNotifications":false}', version: 1 })
      .execute();
    await tasks.create(maya!, form({ assigned_to: dev!.userId }));
    expect(await notices(dev!)).toEqual([]);
  });
});

const list = async (actor: Actor, given: object = {}): Promise<number[]> =>
  (await tasks.list(actor, { filter: "all", status: "new", limit: 50, ...given })).tasks.map(({ id }) => id);

describe("the list", () => {
  test("[TSK50] has the late and the soon ones first, the undated behind, page by page", async () => {
    const undated = await tasks.create(maya!, form());
    const soon = await tasks.create(maya!, form({ due_on: NOW + 3600, assigned_to: maya!.userId }));
    const late = await tasks.create(maya!, form({ due_on: NOW - 3600, assigned_to: maya!.userId }));
    const undatedToo = await tasks.create(maya!, form({ assigned_to: dev!.userId }));
    const whole = [late.id, soon.id, undatedToo.id, undated.id];
    expect(await list(dev!)).toEqual(whole);
    const seen: number[] = [];
    let before: string | undefined;
    do {
      const page = await tasks.list(dev!, { filter: "all", status: "new", limit: 1, before });
      seen.push(...page.tasks.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(whole);
    expect(await list(maya!, { filter: "mine" })).toEqual([late.id, soon.id]);
    expect(await list(maya!, { filter: "unassigned" })).toEqual([undated.id]);
    expect(await tasks.count(maya!)).toEqual({ mine: 2, unassigned: 1, all: 4, overdue: 1 });
  });

  test("[TSK51] has done ones apart, the last resolved first", async () => {
    const made = [await tasks.create(maya!, form()), await tasks.create(maya!, form())];
    for (const { id } of made.toReversed()) {
      clock.advance(1000);
      await tasks.update(maya!, { task_id: id, status: "done" });
    }
    expect(await list(maya!)).toEqual([]);
    expect(await list(maya!, { status: "done" })).toEqual(made.map(({ id }) => id));
    const first = await tasks.list(maya!, { filter: "all", status: "done", limit: 1 });
    expect(await list(maya!, { status: "done", before: first.next })).toEqual([made[1]!.id]);
  });

  test("[TSK52] shows the message a task is about, and says so when its source is gone", async () => {
    await tasks.create(maya!, form({ source_detail_id: textId }));
    await tasks.create(maya!, form({ source_detail_id: "not a message" }));
    const shown = await tasks.list(maya!, { filter: "all", status: "new", limit: 50 });
    expect(shown.tasks.map(({ preview }) => preview.text)).toEqual(["Can you call me?", "Can you call me?"]);
    await database.query.updateTable("sms_conversations").set({ deleted_at: new Date() }).execute();
    const gone = await tasks.list(maya!, { filter: "all", status: "new", limit: 50 });
    expect(gone.tasks[0]?.preview).toMatchObject({ number: ANA, text: "", time: null, to: "" });
  });
});
