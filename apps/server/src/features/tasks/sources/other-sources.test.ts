import { randomUUID } from "node:crypto";
import type { TaskCreate } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import type { Database } from "../../../database/database.ts";
import { createTestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createChannelDirectory } from "../../../push/feed/channel-repository.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { TaskService } from "../task-service.ts";
import { createTaskTimeline } from "../task-timeline.ts";
import { callTaskSource } from "./call-source.ts";
import { faxTaskSource } from "./fax-source.ts";
import { TaskSources } from "./task-sources.ts";
import { voicemailTaskSource } from "./voicemail-source.ts";

const ANA = "12125550150";

test("[TSK60] voicemails, faxes and missed calls have tasks too, for users who see them", async () => {
  const database = await createTestDatabase();
  const clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const channelsOf = async (actor: Actor): Promise<string[]> =>
    (await createChannelDirectory(database).channelsOf(actor)).map(({ channel }) => channel);
  const sources = new TaskSources([voicemailTaskSource, faxTaskSource, callTaskSource]);
  const tasks = new TaskService({ database, clock, sources, channelsOf, onReminderSet: () => {} });
  const company = await aCompany(database);
  const maya = await aUser(database, company);
  const dev = await aUser(database, company);
  const at = new Date(clock.now());
  const phone = await aPhone(database, maya);
  const { id: boxId } = await database.query
    .insertInto("voicemail_boxes")
    .values({ customer_id: company, name: "maya", label: "Maya" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("voicemail_box_users")
    .values({ voicemail_box_id: boxId, user_id: maya.userId })
    .execute();
  await database.query
    .insertInto("voicemail_messages")
    .values({
      id: `vm-${company}`,
      customer_id: company,
      voicemail_box_id: boxId,
      call_id: "call",
      caller_number: ANA,
      caller_name: "Ana Reyes",
      received_at: at,
      duration_ms: 32_000,
      object_key: "a",
      phone_key: "b",
    })
    .execute();
  await database.query
    .insertInto("call_records")
    .values({
      id: `cdr-${company}`,
      call_id: "call",
      customer_id: company,
      phone_id: phone.id,
      dir: "in",
      own_number: "101",
      number: ANA,
      name: "Ana",
      dialled: "101",
      started_at: at,
      seen_at: at,
      ended_at: at,
      status: "missed",
    })
    .execute();
  const fax = form("fax", await aFax(database, maya, at));
  const voicemail = form("voicemail", `vm-${company}`);
  const call = form("call", `cdr-${company}`);
  expect(await tasks.ofSource(maya, voicemail)).toBeNull();
  const { id } = await tasks.create(maya, voicemail);
  expect(await tasks.ofSource(maya, voicemail)).toMatchObject({ id });
  await tasks.create(maya, call);
  await tasks.create(maya, fax);
  for (const given of [voicemail, call, fax]) {
    await expect(tasks.create(dev, { ...given, uuid: randomUUID() })).rejects.toMatchObject({
      code: "tasks.sourceNotFound",
    });
  }
  expect((await eventsOf(database, company)).map(({ channel, event }) => [channel, event.type])).toEqual([
    [`vox.${company}.maya`, "VOICEMAIL_TASK"],
    [`phone.${phone.id}`, "CALL_TASK"],
    ["fax.12125550130", "FAX_TASK"],
  ]);
  const { tasks: listed } = await tasks.list(maya, { filter: "all", status: "new", limit: 50 });
  expect(listed.map(({ preview }) => [preview.text, preview.to])).toEqual([
    ["Fax, 2 pages", `/faxes/12125550130/fax-${company}/INBOX`],
    ["Missed call", `/calls/cdr-${company}`],
    ["Voicemail, 0:32", `/voicemails/maya/vm-${company}/INBOX`],
  ]);
  expect(listed.every(({ sms_line }) => sms_line === null)).toBe(true);
  const timeline = createTaskTimeline({ database, channelsOf });
  const page = { before: undefined, limit: 10 };
  const entries = await timeline.list(maya, { numbers: [ANA], userId: undefined }, page);
  expect(entries.map(({ to }) => to)).toEqual(listed.map(({ id }) => `/tasks/${id}`));
  expect(await timeline.list(dev, { numbers: [ANA], userId: undefined }, page)).toEqual([]);
  await database.drop();
});

async function aFax({ query }: Database, { userId, customerId }: Actor, at: Date): Promise<string> {
  const line = await query
    .insertInto("fax_lines")
    .values({ customer_id: customerId, number: "12125550130", name: "Records" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await query.insertInto("fax_line_users").values({ fax_line_id: line.id, user_id: userId }).execute();
  const id = `fax-${customerId}`;
  await query
    .insertInto("faxes")
    .values({
      id,
      customer_id: customerId,
      fax_line_id: line.id,
      direction: "INBOX",
      state: "received",
      party_number: ANA,
      at,
      pages: 2,
    })
    .execute();
  return id;
}

const form = (source: TaskCreate["source"], source_id: string): TaskCreate => ({
  uuid: randomUUID(),
  source,
  source_id,
  note: "",
  due_on: null,
  remind_on: null,
});
