import { randomUUID } from "node:crypto";
import { channelName, voicemailChannel } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { Seeder } from "../../seed-context.ts";
import { DEMO_TASKS, type DemoTask, type DemoTaskSource } from "./demo-tasks.ts";

const HOUR_MS = 3_600_000;

/** What a task hangs on: rows that seeders before this one have written. */
interface Found {
  readonly source_id: string;
  readonly line: string;
  readonly channel: string;
  readonly number: string;
}

/** Twenty-two tasks on conversations, voicemails and missed calls. */
export const seedTasks: Seeder = async ({ tx, now }) => {
  const at = (hours: number): Date => new Date(now + Math.round(hours * HOUR_MS));
  for (const [index, task] of DEMO_TASKS.entries()) {
    const found = await findSource(tx.query, task.about);
    if (!found) throw new Error(`The demo has nothing for its task ${index}`);
    const taskId = index + 1;
    await insertTask(tx.query, taskId, task, found, at);
    await insertHistory(tx.query, taskId, task, at);
  }
};

/** People pick full and half hours. */
function onTheHour(time: Date): Date {
  const halfHourMs = HOUR_MS / 2;
  return new Date(Math.ceil(time.getTime() / halfHourMs) * halfHourMs);
}

async function insertTask(
  query: Kysely<DB>,
  id: number,
  task: DemoTask,
  found: Found,
  at: (hours: number) => Date,
): Promise<void> {
  const { resolved } = task;
  await query
    .insertInto("tasks")
    .values({
      id,
      customer_id: HARBORLIGHT.id,
      uuid: randomUUID(),
      source: task.about.kind,
      ...found,
      status: resolved ? "done" : "new",
      is_current: true,
      assigned_to: task.for === undefined ? null : demoPerson(task.for).id,
      created_by: demoPerson(task.by).id,
      resolved_by: resolved ? demoPerson(resolved.by).id : null,
      created_on: at(-task.madeHoursAgo),
      assigned_on: task.for === undefined ? null : at(-task.madeHoursAgo),
      resolved_on: resolved ? at(-resolved.hoursAgo) : null,
      note: task.note ?? "",
      due_on: task.dueInHours === undefined ? null : onTheHour(at(task.dueInHours)),
      remind_on: task.remindInHours === undefined ? null : onTheHour(at(task.remindInHours)),
    })
    .execute();
}

async function insertHistory(
  query: Kysely<DB>,
  taskId: number,
  task: DemoTask,
  at: (hours: number) => Date,
): Promise<void> {
  const by = demoPerson(task.by).id;
  const made = { customer_id: HARBORLIGHT.id, task_id: taskId, at: at(-task.madeHoursAgo), by_user: by };
  const entries = [
    { ...made, action: "created" },
    ...(task.for === undefined ? [] : [{ ...made, action: "assigned", to_user: demoPerson(task.for).id }]),
    ...(task.dueInHours === undefined
      ? []
      : [{ ...made, action: "due", time: onTheHour(at(task.dueInHours)) }]),
    ...(task.resolved
      ? [
          {
            ...made,
            at: at(-task.resolved.hoursAgo),
            by_user: demoPerson(task.resolved.by).id,
            action: "resolved",
          },
        ]
      : []),
  ];
  await query
    .insertInto("task_history")
    .values(entries.map((entry) => ({ to_user: null, time: null, ...entry })))
    .execute();
}

function findSource(query: Kysely<DB>, about: DemoTaskSource): Promise<Found | undefined> {
  switch (about.kind) {
    case "sms":
      return findConversation(query, about.line, about.place);
    case "voicemail":
      return findVoicemail(query, demoPerson(about.owner).id, about.place);
    case "call":
      return findMissedCall(query, demoPerson(about.owner).id, about.place);
  }
}

async function findConversation(query: Kysely<DB>, line: string, place: number): Promise<Found | undefined> {
  const row = await query
    .selectFrom("sms_conversations")
    .innerJoin("sms_lines", "sms_lines.id", "sms_conversations.sms_line_id")
    .select("sms_conversations.number")
    .where("sms_lines.number", "=", line)
    .where("sms_conversations.deleted_at", "is", null)
    .where("sms_conversations.is_blocked", "=", false)
    .orderBy("sms_conversations.last_at", "desc")
    .orderBy("sms_conversations.id", "desc")
    .offset(place)
    .limit(1)
    .executeTakeFirst();
  return row && { source_id: row.number, number: row.number, line, channel: channelName("sms", line) };
}

/** Of those that were heard: whoever makes a task of a message knows what it says. */
async function findVoicemail(query: Kysely<DB>, userId: number, place: number): Promise<Found | undefined> {
  const row = await query
    .selectFrom("voicemail_messages")
    .innerJoin("voicemail_boxes", "voicemail_boxes.id", "voicemail_messages.voicemail_box_id")
    .innerJoin("voicemail_box_users", "voicemail_box_users.voicemail_box_id", "voicemail_boxes.id")
    .select(["voicemail_messages.id", "voicemail_messages.caller_number", "voicemail_boxes.name"])
    .where("voicemail_box_users.user_id", "=", userId)
    .where("voicemail_messages.heard_at", "is not", null)
    .orderBy("voicemail_messages.received_at", "desc")
    .orderBy("voicemail_messages.id")
    .offset(place)
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const channel = voicemailChannel(HARBORLIGHT.id, row.name);
  return { source_id: row.id, line: row.name, channel, number: row.caller_number };
}

async function findMissedCall(query: Kysely<DB>, userId: number, place: number): Promise<Found | undefined> {
  const row = await query
    .selectFrom("call_records")
    .innerJoin("phones", "phones.id", "call_records.phone_id")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select(["call_records.id", "call_records.number", "phones.name", "phones.id as phone_id"])
    .where("phone_users.user_id", "=", userId)
    .where("call_records.dir", "=", "in")
    .where("call_records.status", "=", "missed")
    .where("call_records.returned_at", "is", null)
    .orderBy("call_records.started_at", "desc")
    .orderBy("call_records.id")
    .offset(place)
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    source_id: row.id,
    line: row.name,
    channel: channelName("phone", row.phone_id),
    number: row.number,
  };
}
