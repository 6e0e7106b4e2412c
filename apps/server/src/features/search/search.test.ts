import { channelName } from "@offhook/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../testing/company.ts";
import { NOW, SearchWorld } from "./testing/search-world.ts";

const ANA = "16465570001";
const BEN = "442079460002";

let world: SearchWorld;
let maya: Actor;
let dev: Actor;
let sam: Actor;
let ids: { ana: number; line: number; phone: number; box: number; fax: number; topic: string };

beforeAll(async () => {
  world = await SearchWorld.create();
  const { database } = world;
  const company = await aCompany(database, { timezone: "America/New_York" });
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Lind", extension: "101" });
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Sørensen" });
  sam = await aUser(database, await aCompany(database), { firstname: "Sam", lastname: "Ramp" });
  ids = await fill();
});
afterAll(() => world.database.drop());

async function fill() {
  const customer_id = maya.customerId;
  const line = await world.smsLine([maya], "Main", "12125570001");
  const shared = await world.smsLine([maya, dev], "Front desk", "12125570002");
  const ana = await world.conversation(line, ANA, world.minutesAgo(5));
  const ben = await world.conversation(shared, BEN, world.minutesAgo(9));
  await world.text(ana, "The wheelchair ramp is icy");
  await world.text(ana, "We salted the ramp", { direction: "out", sent_by: maya.userId });
  await world.text(ben, "Is the ramp open?", { is_new: true });
  const plan = await world.text(ben, "See the drawing", { has_media: true });
  await world.insert("sms_media", {
    ...{
      customer_id,
      message_id: plan,
      position: 0,
      key: "k",
      name: "ramp-plan.pdf",
      type: "application/pdf",
      size: 1,
    },
  });
  const phone = await aPhone(world.database, maya, { label: "Desk", callerid_external: "12125579000" });
  const call = { customer_id, phone_id: phone.id, own_number: "101", dialled: "", seen_at: new Date(NOW) };
  await world.insert("call_records", {
    ...call,
    ...{ id: "call-1", call_id: "c1", dir: "in", number: ANA, name: "Ana Reyes", status: "missed" },
    ...{ started_at: world.minutesAgo(60), ended_at: world.minutesAgo(59) },
  });
  await world.insert("call_records", {
    ...call,
    ...{ id: "call-2", call_id: "c2", dir: "out", number: BEN, name: "", status: "answer" },
    ...{ started_at: world.minutesAgo(60 * 48), ended_at: world.minutesAgo(60 * 48 - 2) },
  });
  await world.insert("call_notes", {
    ...{
      call_id: "c2",
      phone_id: phone.id,
      customer_id,
      text: "Wants a quote for the ramp",
      updated_at: new Date(NOW),
    },
  });
  const box = await world.insert("voicemail_boxes", { customer_id, name: "100", label: "Reception" });
  await world.insert("voicemail_box_users", { voicemail_box_id: box, user_id: maya.userId });
  await world.insert("voicemail_messages", {
    ...{
      id: "vox-1",
      customer_id,
      voicemail_box_id: box,
      call_id: "c9",
      caller_number: BEN,
      caller_name: "Ben",
    },
    ...{ received_at: world.minutesAgo(30), duration_ms: 9_000, object_key: "o", phone_key: "p" },
  });
  await world.insert("voicemail_transcripts", {
    ...{ message_id: "vox-1", customer_id, state: "done", next_try_at: new Date(NOW) },
    text: "Hello there. Please call about the ramp.",
    sentences: JSON.stringify([
      { text: "Hello there.", start: 0.4, end: 1.2 },
      { text: "Please call about the ramp.", start: 2.5, end: 5 },
    ]),
  });
  const fax = await world.insert("fax_lines", { customer_id, number: "12125570003", name: "Fax" });
  await world.insert("fax_line_users", { fax_line_id: fax, user_id: maya.userId });
  await world.insert("faxes", {
    ...{
      id: "fax-1",
      customer_id,
      fax_line_id: fax,
      direction: "INBOX",
      party_number: ANA,
      party_name: "Ana's office",
    },
    ...{ at: world.minutesAgo(20), pages: 2, subject: "Ramp permit", state: "received" },
  });
  await world.contact(maya, "Ana", "Reyes", { mobile: ANA, organization: "Juniper Dental", is_public: true });
  await world.contact(dev, "Ben", "Ward", { mobile: BEN, notes: "asks about the ramp" });
  const topic = await chat();
  await world.insert("tasks", {
    ...{ customer_id, uuid: "5b0ed3a2-30e5-4f2f-9f5e-000000000001", source: "own", source_id: "x", line: "" },
    ...{
      channel: channelName("customer", customer_id),
      status: "new",
      is_current: true,
      created_on: world.minutesAgo(3),
    },
    ...{ note: "Order salt for the ramp", created_by: dev.userId, assigned_to: maya.userId },
  });
  return { ana, line, phone: phone.id, box, fax, topic };
}

/** A team of Maya and Dev, and a direct chat that only Dev reads. */
async function chat(): Promise<string> {
  const at = new Date(NOW);
  const base = { access_auth: 47, access_anon: 0, created_at: at, updated_at: at };
  for (const [id, { customerId, userId }] of [
    ["usrMaya", maya],
    ["usrDev", dev],
  ] as const)
    await world.insert("chat_users", { ...base, id, customer_id: customerId, account_id: userId });
  for (const [name, kind, members] of [
    ["grpBuild", "group", ["usrMaya", "usrDev"]],
    ["p2pDev", "direct", ["usrDev"]],
  ] as const) {
    const topic = { ...base, name, kind, customer_id: maya.customerId, touched_at: at };
    await world.insert("chat_topics", { ...topic, public: JSON.stringify({ fn: "Building" }) });
    for (const member of members)
      await world.insert("chat_subscriptions", {
        ...{ topic: name, chat_user_id: member, want: 47, given: 47, created_at: at, updated_at: at },
      });
  }
  const say = (topic: string, seq: number, from_user: string, plain_text: string) =>
    world.insert("chat_messages", {
      topic,
      seq,
      from_user,
      sent_at: world.minutesAgo(100 - seq),
      plain_text,
    });
  await say("grpBuild", 1, "usrDev", "Who salts the ramp today?");
  await say("grpBuild", 2, "usrMaya", "The ramp is mine");
  await say("grpBuild", 3, "usrDev", "Thanks!");
  await say("p2pDev", 1, "usrDev", "A secret ramp");
  return "grpBuild";
}

const EVERYTHING = {
  smsm: ["See the drawing", "Is the ramp open?", "We salted the ramp", "The wheelchair ramp is icy"],
  cdrs: [BEN],
  fax: ["Ramp permit"],
  vox: ["Ben"],
  teams: ["The ramp is mine", "Who salts the ramp today?"],
  tasks: ["Order salt for the ramp"],
};

describe("who sees what", () => {
  test("[SER1] all that the user sees is found, by category", async () => {
    expect(await world.found(maya, "ramp")).toEqual(EVERYTHING);
    expect((await world.find(maya, "ramp")).totals).toEqual({
      ...{ contacts: 0, smsm: 4, smsc: 0, cdrs: 1, fax: 1, vox: 1, teams: 2, tasks: 1 },
    });
  });

  test("[SER1] somebody else finds what they see: shared lines, their own contacts and chats", async () => {
    expect(await world.found(dev, "ramp")).toEqual({
      contacts: ["Ben Ward"],
      smsm: ["See the drawing", "Is the ramp open?"],
      teams: ["The ramp is mine", "A secret ramp", "Who salts the ramp today?"],
      tasks: ["Order salt for the ramp"],
    });
    expect(await world.found(dev, "ana reyes")).toEqual({ contacts: ["Ana Reyes"] });
  });

  test("[SER1] another company finds its own alone", async () => {
    expect(await world.found(sam, "ramp")).toEqual({ contacts: ["Sam Ramp"] });
    expect(await world.found(maya, "sam")).toEqual({});
  });

  test("[SER1] a feature that is switched off finds nothing", async () => {
    const without = (...off: string[]): Actor => ({
      ...maya,
      features: new Set([...maya.features].filter((feature) => !off.includes(feature))),
    });
    const { cdrs, tasks } = EVERYTHING;
    const less = without("messaging", "fax", "voicemail", "teamChat", "contacts");
    expect(await world.found(less, "ramp")).toEqual({ cdrs, tasks });
    expect(await world.found(less, "ana")).toEqual({ cdrs: ["Ana Reyes"] });
    expect((await world.find(less, "ramp")).totals).not.toHaveProperty("smsm");
  });

  test("[SER6] without what colleagues share, one's own contacts and colleagues are found", async () => {
    expect(await world.found(dev, "ana", { categories: "contacts", contactstype: "private" })).toEqual({});
    expect(await world.found(maya, "ana", { categories: "contacts", contactstype: "private" })).toEqual({
      contacts: ["Ana Reyes"],
    });
    expect(await world.found(dev, "maya", { categories: "contacts", contactstype: "private" })).toEqual({
      contacts: ["Maya Lind"],
    });
  });
});

describe("what is found", () => {
  test("[SEA1] [SEA2] names are found however they are written, by any part of what is known of them", async () => {
    const people = { categories: "contacts" };
    expect(await world.found(maya, "sorensen", people)).toEqual({ contacts: ["Dev Sørensen"] });
    expect(await world.found(maya, "SØREN dev", people)).toEqual({ contacts: ["Dev Sørensen"] });
    expect(await world.found(maya, "juniper", people)).toEqual({ contacts: ["Ana Reyes"] });
    expect(await world.found(maya, "101", people)).toEqual({ contacts: ["Maya Lind"] });
  });

  test("[SEA4] [SEA8] numbers are found by a part in any format", async () => {
    for (const typed of ["(646) 557-00", "646 557", "16465570001", "557-0001"])
      expect(await world.found(maya, typed)).toEqual({
        ...{ contacts: ["Ana Reyes"], smsc: [ANA], cdrs: ["Ana Reyes"], fax: ["Ramp permit"] },
      });
    expect(await world.found(maya, "+44 20 7946", { categories: "smsc,cdrs,vox" })).toEqual({
      ...{ smsc: [BEN], cdrs: [BEN], vox: ["Ben"] },
    });
  });

  test("[SEA8] what was exchanged with people whose name fits is found, and by numbers that only the client knows", async () => {
    expect(await world.found(maya, "ana reyes")).toEqual({
      ...{ contacts: ["Ana Reyes"], smsc: [ANA], cdrs: ["Ana Reyes"], fax: ["Ramp permit"] },
    });
    expect(
      await world.found(maya, "Benjamin", { match: "+44 20 7946 0002", categories: "smsc,cdrs,vox,smsm" }),
    ).toEqual({
      ...{ smsc: [BEN], cdrs: [BEN], vox: ["Ben"] },
    });
  });

  test("[SEA5] a name that is only like what was typed comes last and is marked", async () => {
    const { contacts, smsConversations } = await world.find(maya, "ana reyez");
    expect(contacts.map(({ name, is_guess }) => [name, is_guess])).toEqual([["Ana Reyes", true]]);
    expect(smsConversations.map(({ id }) => id)).toEqual([ANA]);
    for (const typed of ["sorenson", "sörensn", "dev sorennsen"])
      expect(await world.found(maya, typed)).toEqual({ contacts: ["Dev Sørensen"] });
    expect(await world.found(maya, "xyzzy plugh")).toEqual({});
    expect((await world.find(maya, "ana reyes")).contacts.map(({ is_guess }) => is_guess)).toEqual([false]);
  });

  test("[SEA6] a day finds what happened on it, by the user's time zone", async () => {
    expect(await world.found(maya, "11/16", { categories: "cdrs,vox" })).toEqual({ cdrs: [BEN] });
    expect(await world.found(maya, "today", { categories: "cdrs,vox" })).toEqual({
      cdrs: ["Ana Reyes"],
      vox: ["Ben"],
    });
  });

  test("[SEA2] excerpts, the second of a voicemail and the names of files lead to the place", async () => {
    const { cdrs, voicemails, smsMessages, tasks } = await world.find(maya, "ramp");
    expect(cdrs[0]?.excerpt).toBe("Wants a quote for the ramp");
    expect(voicemails[0]).toMatchObject({
      found_at: 2.5,
      excerpt: "Hello there. Please call about the ramp.",
    });
    expect(smsMessages.map(({ files }) => files)).toEqual([["ramp-plan.pdf"], [], [], []]);
    expect(tasks[0]?.to).toBe(`/tasks/${tasks[0]?.id}`);
  });

  test("[SEA7] conversations follow one another by their last text, people by the alphabet", async () => {
    expect(await world.found(maya, "0 0 0", { categories: "smsc", match: `${BEN},${ANA}` })).toEqual({
      smsc: [ANA, BEN],
    });
  });
});

describe("operators", () => {
  const only = async (typed: string, actor = maya) => world.found(actor, typed);

  test("[SOP1] from, to and with", async () => {
    expect(await only("ramp from:me")).toEqual({
      ...{ smsm: ["We salted the ramp"], cdrs: [BEN], teams: ["The ramp is mine"] },
    });
    expect(await only("ramp to:me")).toMatchObject({
      smsm: EVERYTHING.smsm.filter((text) => !text.startsWith("We")),
    });
    expect(await only("ramp from:ana")).toEqual({
      smsm: ["The wheelchair ramp is icy"],
      fax: ["Ramp permit"],
    });
    expect(await only("ramp to:ana")).toEqual({ smsm: ["We salted the ramp"] });
    expect(await only('with:"ana reyes" ramp')).toEqual({
      ...{ smsm: ["We salted the ramp", "The wheelchair ramp is icy"], fax: ["Ramp permit"] },
    });
    expect(await only("from:dev ramp")).toMatchObject({ teams: ["Who salts the ramp today?"] });
    expect(await only("with:646557 ramp")).toMatchObject({ fax: ["Ramp permit"] });
    expect(await only("from:nobody ramp")).toEqual({});
  });

  test("[SOP2] line and in", async () => {
    expect(await only("ramp line:front")).toEqual({ smsm: ["See the drawing", "Is the ramp open?"] });
    expect(await only("ramp line:12125570003")).toEqual({ fax: ["Ramp permit"] });
    expect(await only("ramp in:tasks")).toEqual({ tasks: EVERYTHING.tasks });
    expect(await only("ramp in:build")).toEqual({ teams: EVERYTHING.teams });
    expect(await only("ramp in:nowhere")).toEqual({});
  });

  test("[SOP3] before, after and on do not go beyond their day", async () => {
    expect(await only("in:calls before:yesterday")).toEqual({ cdrs: [BEN] });
    expect(await only("in:calls after:11/16")).toEqual({ cdrs: ["Ana Reyes"] });
    expect(await only("in:calls on:11/16/2026")).toEqual({ cdrs: [BEN] });
    expect(await only("in:calls after:11/18")).toEqual({});
  });

  test("[SOP4] [SOP5] has and is; where they say nothing, nothing is found by them", async () => {
    expect(await only("has:file")).toEqual({ smsm: ["See the drawing"] });
    expect(await only("is:missed")).toEqual({ cdrs: ["Ana Reyes"] });
    expect(await only("ramp is:unread")).toEqual({
      ...{
        smsm: ["Is the ramp open?"],
        fax: ["Ramp permit"],
        vox: ["Ben"],
        teams: ["Who salts the ramp today?"],
      },
    });
    expect(await only("ramp is:mine")).toEqual({
      ...{ smsm: ["We salted the ramp"], teams: ["The ramp is mine"], tasks: EVERYTHING.tasks },
    });
    // Without a word there is nothing to order people by but their names.
    expect(await only("is:mine")).toMatchObject({ tasks: EVERYTHING.tasks });
  });

  test("[SOP6] what an operator does not know is a word", async () => {
    expect(await only("is:purple ramp")).toEqual({});
    expect(await only("from: ramp")).toEqual({});
  });
});

describe("what changes", () => {
  const texts = async (typed: string) => (await world.found(maya, typed)).smsm ?? [];

  test("[SER2] a text is found as soon as it is there, by what it says now, and never once it is deleted", async () => {
    const id = await world.text(ids.ana, "Zeppelin arrives");
    expect(await texts("zeppelin")).toEqual(["Zeppelin arrives"]);
    await world.run(`update sms_messages set deleted_at = now() where id = ${id}`);
    expect(await texts("zeppelin")).toEqual([]);
    await world.run(`update sms_messages set deleted_at = null where id = ${id}`);
    expect(await texts("zeppelin")).toEqual(["Zeppelin arrives"]);
    await world.run(`update sms_conversations set cleared_before = cleared_id, cleared_id = ${id}, deleted_at = now()
      where id = ${ids.ana}`);
    expect(await world.found(maya, "zeppelin")).toEqual({});
    expect(await world.found(maya, "ana", { categories: "smsc" })).toEqual({});
    await world.run(
      `update sms_conversations set cleared_id = cleared_before, deleted_at = null where id = ${ids.ana}`,
    );
    expect(await texts("zeppelin")).toEqual(["Zeppelin arrives"]);
  });

  test("[SER2] a chat message is not found by whoever deleted it, nor by anybody once it is taken back", async () => {
    const say = {
      topic: ids.topic,
      seq: 9,
      from_user: "usrDev",
      sent_at: new Date(NOW),
      plain_text: "Xylophone",
    };
    await world.insert("chat_messages", say);
    const found = async (actor: Actor) => (await world.found(actor, "xylophone")).teams ?? [];
    await world.run(`insert into chat_deletions (topic, id, low, hi, for_user, created_at)
      values ('${ids.topic}', 1, 9, 10, 'usrMaya', now())`);
    expect([await found(maya), await found(dev)]).toEqual([[], ["Xylophone"]]);
    await world.run("update chat_messages set is_wiped = true, plain_text = '' where seq = 9");
    expect(await found(dev)).toEqual([]);
  });

  test("[SER2] whoever leaves a line or a chat finds nothing of it any more", async () => {
    await world.run(`update chat_subscriptions set deleted_at = now() where chat_user_id = 'usrMaya'`);
    await world.run(`delete from sms_line_users where user_id = ${maya.userId}`);
    expect(await world.found(maya, "ramp", { categories: "smsm,teams,tasks" })).toEqual({
      tasks: EVERYTHING.tasks,
    });
  });
});
