import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { recountHeads, recountScheduled } from "../../../features/messages/index.ts";
import { demoPerson, HARBORLIGHT, JUNIPER } from "../../demo-people.ts";
import { createRandom, type SeedContext, type Seeder } from "../../seed-context.ts";
import { BLOCKED_CALLER } from "../calls/outside-parties.ts";
import { seedManyTexts } from "./many-texts.ts";
import { DEMO_TEMPLATES, DENTAL_DIALOGUES } from "./text-dialogues.ts";
import { seedPictures } from "./text-pictures.ts";
import {
  FAILING,
  LONDON_LINE,
  MAIN_LINE,
  OPTED_OUT,
  SCHEDULING_LINE,
  type ScriptedThread,
  scriptThreads,
} from "./text-script.ts";
import { TextWriter } from "./text-writer.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of each line, from the newest: how many texts nobody has read yet. */
const UNREAD: Readonly<Record<number, readonly number[]>> = {
  [SCHEDULING_LINE]: [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1],
  [MAIN_LINE]: [2, 1],
  3: [1, 0, 0, 1],
  [LONDON_LINE]: [1],
};

/** Conversations of all lines, with everything that can be the matter with one. */
export const seedMessages: Seeder = async (context) => {
  const { tx, now } = context;
  const threads = scriptThreads(now);
  const writer = new TextWriter(HARBORLIGHT.id, createRandom(20_707));
  for (const thread of threads) writer.thread(thread, trailOf(thread, threads));
  addStories(writer, now);
  const ids = await writer.store(tx.query);
  const dental = new TextWriter(JUNIPER.id, createRandom(20_708));
  for (const thread of dentalThreads(now)) dental.thread(thread, { unread: 0 });
  const dentalIds = await dental.store(tx.query);
  const all = [...ids.values(), ...dentalIds.values()];
  await seedPictures(context, ids);
  await seedStates(context, ids);
  await seedWriting(context);
  await recountHeads(tx.query, all);
  await insertUnread(context);
  if (context.isBig) await seedManyTexts(context);
};

/** What the end of a thread looks like: its last texts unread, its last answer failed, or STOP. */
function trailOf(thread: ScriptedThread, all: readonly ScriptedThread[]) {
  const { lineId, number } = thread;
  const rank = all.filter((each) => each.lineId === lineId).indexOf(thread);
  return {
    unread: UNREAD[lineId]?.[rank] ?? 0,
    failure: FAILING.find((each) => each.number === number && each.lineId === lineId)?.code,
  };
}

/** A few texts that no dialogue has: links, markup that must stay text, comments of colleagues. */
function addStories(writer: TextWriter, now: number): void {
  const [dev, maya, ines] = [demoPerson("dev").id, demoPerson("maya").id, demoPerson("ines").id];
  writer.comment({ lineId: SCHEDULING_LINE, number: "12125550171" }, now - 3 * MINUTE_MS, {
    by: maya,
    text: "@Dev she asked twice already, could you take this one?",
    mentions: [dev],
  });
  writer.comment({ lineId: MAIN_LINE, number: "12125550173" }, now - 2 * MINUTE_MS, {
    by: ines,
    text: "@Maya I have spoken with the family. Please be generous.",
    mentions: [maya],
  });
  for (const { number, lineId } of OPTED_OUT) writer.stop({ number, lineId });
}

function dentalThreads(now: number): ScriptedThread[] {
  return DENTAL_DIALOGUES.map((dialogue, index) => ({
    lineId: 5,
    number: `12125550${171 + index * 2}`,
    texts: dialogue.map((line, place) => ({
      direction: line.startsWith("<") ? "in" : "out",
      text: line.slice(2).replace("{day}", "Monday").replace("{time}", "10:15"),
      at: now - (index + 1) * 5 * HOUR_MS + place * 4 * MINUTE_MS,
    })),
  }));
}

async function seedStates({ tx, now }: SeedContext, ids: ReadonlyMap<string, number>): Promise<void> {
  const optedOut = OPTED_OUT.map(({ lineId, number }) => ids.get(`${lineId} ${number}`) ?? 0);
  await tx.query
    .updateTable("sms_conversations")
    .set({ opted_out_at: sql`last_at`, opted_out_word: "STOP" })
    .where("id", "in", optedOut)
    .execute();
  const maya = demoPerson("maya");
  await tx.query
    .insertInto("sms_blacklist")
    .values({
      customer_id: HARBORLIGHT.id,
      sms_line_id: MAIN_LINE,
      number: BLOCKED_CALLER.number,
      reason: "Advertising",
      created_by: maya.id,
      created_at: new Date(now - 9 * DAY_MS),
    })
    .execute();
  const at = new Date(now - 9 * DAY_MS);
  const { id } = await tx.query
    .insertInto("sms_conversations")
    .values({
      customer_id: HARBORLIGHT.id,
      sms_line_id: MAIN_LINE,
      number: BLOCKED_CALLER.number,
      last_at: at,
      is_blocked: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = {
    customer_id: HARBORLIGHT.id,
    conversation_id: id,
    direction: "in",
    text: "LAST CHANCE!!! 70% off solar panels <b>today only</b> -> https://best-offer.example",
    at,
  };
  await tx.query.insertInto("sms_messages").values(row).execute();
  await recountHeads(tx.query, [id]);
  await seedScheduled({ tx, now }, ids);
}

async function seedScheduled(
  { tx, now }: Pick<SeedContext, "tx" | "now">,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const scheduled = [
    { place: `${SCHEDULING_LINE} 12125550187`, by: "dev", inMs: 20 * HOUR_MS, text: "明天见！" },
    {
      place: `${SCHEDULING_LINE} 12125550171`,
      by: "maya",
      inMs: 3 * HOUR_MS,
      text: "Just checking: did the new time work for you?",
    },
    {
      place: `${MAIN_LINE} 12125550165`,
      by: "maya",
      inMs: 3 * DAY_MS,
      text: "Good morning! The flu shots are here. Would you like one at your next visit?",
    },
  ];
  const rows = scheduled.map(({ place, by, inMs, text }) => ({
    customer_id: HARBORLIGHT.id,
    conversation_id: ids.get(place) ?? 0,
    uuid: randomUUID(),
    text,
    created_by: demoPerson(by).id,
    created_at: new Date(now - HOUR_MS),
    scheduled_at: new Date(Math.ceil((now + inMs) / (5 * MINUTE_MS)) * 5 * MINUTE_MS),
  }));
  await tx.query.insertInto("sms_scheduled").values(rows).execute();
  for (const { conversation_id } of rows) await recountScheduled(tx.query, conversation_id);
}

async function seedWriting({ tx, now }: SeedContext): Promise<void> {
  await tx.query
    .insertInto("sms_templates")
    .values(DEMO_TEMPLATES.map((template) => ({ ...template, customer_id: HARBORLIGHT.id })))
    .execute();
  const draft = { customer_id: HARBORLIGHT.id, saved_at: new Date(now - 30 * MINUTE_MS) };
  await tx.query
    .insertInto("sms_drafts")
    .values([
      {
        ...draft,
        user_id: demoPerson("maya").id,
        sms_line_id: MAIN_LINE,
        number: "12125550173",
        text: "Hi Omar, about your question from this morning: ",
      },
      {
        ...draft,
        user_id: demoPerson("dev").id,
        sms_line_id: SCHEDULING_LINE,
        number: "12125550188",
        text: "Let me see who is free on ",
      },
    ])
    .execute();
}

async function insertUnread({ tx }: SeedContext): Promise<void> {
  await sql`
    insert into unread_items (customer_id, type, line, item_id, created_at)
    select message.customer_id, 'sms', line.number, message.id::text, message.at
    from sms_messages as message
    join sms_conversations as conversation on conversation.id = message.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    where message.is_new and message.customer_id = any(${[HARBORLIGHT.id, JUNIPER.id]})`.execute(tx.query);
}
