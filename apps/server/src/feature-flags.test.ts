import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PEOPLE } from "./demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "./testing/test-app.ts";

// What a feature owns is gone with it, wherever it could be met: not only on the feature's own routes.
const [INES = 0, MAYA = 0] = ["ines", "maya"].map(
  (handle) => DEMO_PEOPLE.find((each) => each.handle === handle)?.id,
);

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

async function switchOff(userId: number, roles: Record<string, "0">): Promise<string> {
  await server.database.query
    .updateTable("users")
    .set({ roles: JSON.stringify(roles) })
    .where("id", "=", userId)
    .execute();
  return server.signIn(userId);
}

async function ask(token: string, method: "GET" | "POST" | "PUT", path: string, payload?: object) {
  const headers = { "x-app-key": APP_KEY, authorization: `Bearer ${token}` };
  const response = await server.app.fastify.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, ...response.json() };
}

/** Somebody outside who has texted one of Ines's lines. */
async function someoneWhoTexted(): Promise<string> {
  const row = await server.database.query
    .selectFrom("sms_conversations")
    .innerJoin("sms_lines", "sms_lines.id", "sms_conversations.sms_line_id")
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .select("sms_conversations.number")
    .where("sms_line_users.user_id", "=", INES)
    .executeTakeFirstOrThrow();
  return row.number;
}

test("without messaging nothing of texts is left: no timeline, no count, no channel", async () => {
  const number = await someoneWhoTexted();
  const withTexts = await switchOff(INES, {});
  const before = await ask(withTexts, "GET", `/contact/timeline?number=${number}`);
  expect(before.result.kinds).toContain("sms");
  expect(before.result.entries.map(({ kind }: { kind: string }) => kind)).toContain("sms");
  expect((await ask(withTexts, "GET", "/messages/unread")).result.sms).toBeGreaterThan(0);

  const without = await switchOff(INES, { tc_sms: "0" });
  const after = await ask(without, "GET", `/contact/timeline?number=${number}`);
  expect(after.result.kinds).not.toContain("sms");
  expect(JSON.stringify(after.result.entries)).not.toContain('"sms"');
  expect(await ask(without, "GET", "/messages/unread")).toMatchObject({ status: 200, result: { sms: 0 } });
  const read = await ask(without, "PUT", "/messages/read", { type: "sms", line: "12125550111" });
  expect(read.status).toBe(403);
  expect(await ask(without, "GET", "/sms/conversations")).toMatchObject({ status: 403 });
});

test("without calls nothing of them is left: no history, no phone, no count, no timeline", async () => {
  const record = await server.database.query
    .selectFrom("call_records")
    .innerJoin("phone_users", "phone_users.phone_id", "call_records.phone_id")
    .innerJoin("phones", "phones.id", "call_records.phone_id")
    .select(["call_records.number", "phones.name", "phones.customer_id"])
    .where("phone_users.user_id", "=", MAYA)
    .where("call_records.ended_at", "is not", null)
    .where("call_records.number", "like", "1%")
    .executeTakeFirstOrThrow();
  await server.database.query
    .insertInto("unread_items")
    .values({
      customer_id: record.customer_id,
      type: "phn",
      line: record.name,
      item_id: "missed",
      created_at: new Date(),
    })
    .execute();
  const timeline = `/contact/timeline?number=${record.number}`;
  const all = await switchOff(MAYA, {});
  const before = await ask(all, "GET", "/myProfile");
  expect(before.result.features.calls).toBe(true);
  expect(before.result.sip).not.toBeNull();
  expect((await ask(all, "GET", timeline)).result.kinds).toContain("call");
  expect((await ask(all, "GET", "/messages/unread")).result.phn).toBeGreaterThan(0);

  const none = await switchOff(MAYA, { tc_calls: "0" });
  expect((await ask(none, "GET", "/myProfile")).result).toMatchObject({
    features: { calls: false, messaging: true },
    sip: null,
  });
  const after = await ask(none, "GET", timeline);
  expect(after.result.kinds).not.toContain("call");
  expect(JSON.stringify(after.result.entries)).not.toContain('"kind":"call"');
  expect((await ask(none, "GET", "/messages/unread")).result.phn).toBe(0);
  for (const path of ["/phones", "/phone/cdrs", "/calls/live", "/caller/route/list", "/phone/emergency"])
    expect(await ask(none, "GET", path), path).toMatchObject({
      status: 403,
      error: { message: "This feature is not enabled for you" },
    });
  const dnd = await ask(none, "PUT", "/phone", { phone: record.name, dnd: "1" });
  expect(dnd.status).toBe(403);
});

test("without contacts no address book is read: not as a list, not for a timeline, not for a caller's name", async () => {
  const { number } = await server.database.query
    .selectFrom("contact_numbers")
    .innerJoin("contacts", "contacts.id", "contact_numbers.contact_id")
    .select("contact_numbers.key as number")
    .where("contacts.owner_id", "=", MAYA)
    .where("contact_numbers.key", "like", "1%")
    .executeTakeFirstOrThrow();
  const sourceFor = async (token: string): Promise<string> =>
    (await ask(token, "POST", "/numbers/lookup", { numbers: [number] })).result[0].source;
  const people = async (token: string): Promise<string[]> =>
    (await ask(token, "GET", "/people?type=all")).result.map(({ type }: { type: string }) => type);
  const all = await switchOff(MAYA, {});
  expect(await sourceFor(all)).toBe("personal");
  expect(await people(all)).toContain("personal");
  const none = await switchOff(MAYA, { tc_contacts: "0" });
  expect(await sourceFor(none)).not.toBe("personal");
  expect(new Set(await people(none))).toEqual(new Set(["corporate"]));
  for (const path of ["/contacts", "/contact?id=1", `/contact/timeline?number=${number}`])
    expect((await ask(none, "GET", path)).status, path).toBe(403);
});

/** A voicemail in one of Maya's boxes, and a number of faxes on one of her lines, both unread. */
async function unreadVoicemailAndFax(): Promise<{ readonly box: string; readonly voicemail: string }> {
  const { query } = server.database;
  const box = await query
    .selectFrom("voicemail_boxes")
    .innerJoin("voicemail_box_users", "voicemail_box_users.voicemail_box_id", "voicemail_boxes.id")
    .select(["voicemail_boxes.id", "voicemail_boxes.name", "voicemail_boxes.customer_id"])
    .where("voicemail_box_users.user_id", "=", MAYA)
    .executeTakeFirstOrThrow();
  const fax = await query
    .selectFrom("fax_lines")
    .select(["id", "number"])
    .where("customer_id", "=", box.customer_id)
    .executeTakeFirstOrThrow();
  await query
    .insertInto("fax_line_users")
    .values({ fax_line_id: fax.id, user_id: MAYA, position: 1 })
    .onConflict((taken) => taken.doNothing())
    .execute();
  const received_at = new Date();
  await query
    .insertInto("voicemail_messages")
    .values({
      id: "flagged-voicemail",
      customer_id: box.customer_id,
      voicemail_box_id: box.id,
      call_id: "flagged-call",
      caller_number: "12125550150",
      caller_name: "Ana Reyes",
      received_at,
      duration_ms: 9_000,
      object_key: "a",
      phone_key: "b",
    })
    .execute();
  const item = { customer_id: box.customer_id, item_id: "flagged", created_at: received_at };
  await query
    .insertInto("unread_items")
    .values([
      { ...item, type: "vox", line: box.name },
      { ...item, type: "fax", line: fax.number },
    ])
    .execute();
  return { box: box.name, voicemail: "flagged-voicemail" };
}

test("without voicemail and fax neither is counted, heard, listed among the tasks or made one", async () => {
  const { voicemail } = await unreadVoicemailAndFax();
  const all = await switchOff(MAYA, {});
  const unread = (await ask(all, "GET", "/messages/unread")).result;
  expect([unread.vox, unread.fax].every((count) => count > 0)).toBe(true);
  const form = {
    source: "voicemail",
    source_id: voicemail,
    note: "Call back",
    due_on: null,
    remind_on: null,
  };
  const made = await ask(all, "POST", "/task", { ...form, uuid: randomUUID() });
  expect(made.status).toBe(200);
  const listed = async (token: string): Promise<string[]> =>
    (await ask(token, "GET", "/tasks?filter=all&status=new&limit=50")).result.tasks.map(
      ({ source }: { source: string }) => source,
    );
  expect(await listed(all)).toContain("voicemail");
  const counted = (await ask(all, "GET", "/tasks/counts")).result;

  const none = await switchOff(MAYA, { tc_voicemail: "0", tc_fax: "0" });
  expect((await ask(none, "GET", "/messages/unread")).result).toMatchObject({ vox: 0, fax: 0 });
  expect(await listed(none)).not.toContain("voicemail");
  expect((await ask(none, "GET", "/tasks/counts")).result).not.toEqual(counted);
  expect((await ask(none, "GET", `/task?task_id=${made.result.id}`)).status).toBe(404);
  const again = await ask(none, "POST", "/task", { ...form, uuid: randomUUID() });
  expect(again).toMatchObject({ status: 404, error: { code: "tasks.sourceNotFound" } });
});

test.each([
  ["tc_calls", "phone"],
  ["tc_sms", "sms"],
  ["tc_voicemail", "vox"],
  ["tc_fax", "fax"],
])("without %s no channel of it is heard, and every other one still is", async (role, type) => {
  const channels = async (token: string): Promise<string[]> =>
    (await ask(token, "POST", "/push/login", { uuid: "a-tab" })).result.channels.map(
      (channel: { type: string }) => channel.type,
    );
  const before = await channels(await switchOff(MAYA, {}));
  expect(new Set(before)).toEqual(new Set(["user", "customer", "phone", "sms", "vox", "fax"]));
  const after = await channels(await switchOff(MAYA, { [role]: "0" }));
  expect(after).toEqual(before.filter((each) => each !== type));
});
