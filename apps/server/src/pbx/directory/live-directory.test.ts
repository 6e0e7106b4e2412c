import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { aCompany, aPhone, aUser } from "../../features/testing/company.ts";
import type { Actor } from "../../platform/actor.ts";
import { createSealer } from "../../platform/secrets/secrets-sealing.ts";
import { pinContext } from "./company-config-builder.ts";
import { deviceContext, LiveDirectory } from "./live-directory.ts";
import { trunkContext } from "./trunk-config-builder.ts";

const sealer = createSealer(Buffer.alloc(32, 7));
let database: TestDatabase;
let directory: LiveDirectory;
let company: number;
let maya: Actor;
let phone: { id: number; name: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  directory = new LiveDirectory({ database, sealer, browserAccount: () => undefined });
  company = await aCompany(database);
  maya = await aUser(database, company);
  phone = await aPhone(database, maya, {
    extension: "101",
    label: "Maya Okafor",
    callerid_external: `1212555${String(company).padStart(4, "0")}`,
  });
});

const endpoint = () => directory.endpoint(String(company), String(phone.id));
const change = (values: object) =>
  database.query.updateTable("phones").set(values).where("id", "=", phone.id).execute();

async function aBox(name: string): Promise<number> {
  const { id } = await database.query
    .insertInto("voicemail_boxes")
    .values({ customer_id: company, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("a line takes its calls, sends the rest to its own box, and is reached by its own number", async () => {
  const box = await aBox("101");
  await directory.load();
  const mailbox = { kind: "mailbox", id: String(box) };
  expect(endpoint()).toMatchObject({
    userIds: [String(maya.userId)],
    name: "Maya Okafor",
    extension: "101",
    kind: "phone",
    isDoNotDisturb: false,
    isCallsDisabled: false,
    forwardAlways: undefined,
    onDoNotDisturb: mailbox,
    onBusy: mailbox,
    onNoAnswer: mailbox,
    onUnreachable: mailbox,
    mailboxId: String(box),
    maxCalls: 4,
    mayCallOutside: true,
  });
  expect(directory.company(String(company))?.inboundNumbers).toEqual([
    {
      number: `+1212555${String(company).padStart(4, "0")}`,
      destination: { kind: "endpoint", id: String(phone.id) },
    },
  ]);
});

test("do not disturb, forwarding and destinations of every kind come through", async () => {
  const group = await database.query
    .insertInto("hunt_groups")
    .values({ customer_id: company, name: "Reception", extension: "401" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await change({
    dnd: true,
    acr: true,
    forwarding: "12125550155",
    dtype: "huntgroup",
    dnumber: "401",
    btype: "phone",
    bnumber: "101",
    utype: "number",
    unumber: "12125550177",
    totalmaximum: 1,
  });
  await directory.load();
  expect(endpoint()).toMatchObject({
    isDoNotDisturb: true,
    rejectsAnonymous: true,
    forwardAlways: { kind: "number", number: "12125550155" },
    onDoNotDisturb: { kind: "huntGroup", id: String(group.id) },
    onBusy: { kind: "endpoint", id: String(phone.id) },
    onNoAnswer: { kind: "number", number: "12125550177" },
    hasCallWaiting: false,
  });
});

test("a shared line rings as long as one of its users takes calls", async () => {
  const dev = await aUser(database, company);
  await database.query
    .insertInto("phone_users")
    .values({ phone_id: phone.id, user_id: dev.userId, position: 0 })
    .execute();
  const disable = (userId: number) =>
    database.query
      .insertInto("user_settings")
      .values({ user_id: userId, settings: '{"disableCalls":true}' })
      .execute();
  await disable(maya.userId);
  await directory.load();
  expect(endpoint()?.isCallsDisabled).toBe(false);
  await disable(dev.userId);
  await directory.reload(company);
  expect(endpoint()?.isCallsDisabled).toBe(true);
});

test("queues and hunt groups have their members, levels and limits", async () => {
  const queue = await database.query
    .insertInto("queues")
    .values({ customer_id: company, name: "Scheduling", extension: "301", strategy: "longestIdle" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("queue_members")
    .values({ queue_id: queue.id, phone_id: phone.id, available: true, penalty: 3, skills: ["spanish"] })
    .execute();
  const number = `1718555${String(company).padStart(4, "0")}`;
  await database.query
    .insertInto("inbound_numbers")
    .values({
      number,
      customer_id: company,
      dtype: "queue",
      dnumber: "301",
      priority: 5,
      skills: ["billing"],
    })
    .execute();
  const group = await database.query
    .insertInto("hunt_groups")
    .values({ customer_id: company, name: "Nurses", extension: "402" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("hunt_group_lines")
    .values([
      { hunt_group_id: group.id, dnumber: "101", level: 1 },
      { hunt_group_id: group.id, dnumber: "12125550155", level: 2, available: false },
    ])
    .execute();
  await directory.load();
  expect(directory.company(String(company))?.queues).toMatchObject([
    {
      id: String(queue.id),
      strategy: "longestIdle",
      agents: [{ endpointId: String(phone.id), isLoggedIn: true, penalty: 3, skills: ["spanish"] }],
      ringTimeoutMs: 20_000,
      skillPatienceMs: 30_000,
      announcesWait: true,
      canChoose: false,
      recording: "onRequest",
    },
  ]);
  expect(directory.company(String(company))?.inboundNumbers).toContainEqual({
    number: `+${number}`,
    destination: { kind: "queue", id: String(queue.id), priority: 5, skills: ["billing"] },
  });
  expect(directory.company(String(company))?.huntGroups[0]?.lines).toEqual([
    { destination: { kind: "endpoint", id: String(phone.id) }, level: 1, isAvailable: true },
    { destination: { kind: "number", number: "12125550155" }, level: 2, isAvailable: false },
  ]);
});

test("a company without a dial plan calls nobody outside; with one it has its limits", async () => {
  await directory.load();
  const outbound = () => directory.company(String(company))?.outbound;
  expect(outbound()).toMatchObject({ trunkIds: [], isInternationalAllowed: false, maxConcurrentCalls: 0 });
  await database.query
    .insertInto("dial_plans")
    .values({
      customer_id: company,
      trunk_ids: ["carrier"],
      daily_spend_limit: 12.5,
      park_extension: "700",
      park_first: 701,
      park_last: 709,
    })
    .execute();
  await directory.reload(company);
  expect(outbound()).toMatchObject({ trunkIds: ["carrier"], dailySpendLimit: 12.5, maxConcurrentCalls: 10 });
  expect(directory.company(String(company))?.parking).toEqual({
    extension: "700",
    firstSlot: 701,
    lastSlot: 709,
    timeoutMs: 180_000,
  });
});

test("what is secret is stored sealed and opened for call control alone", async () => {
  const box = await aBox("101");
  await database.query
    .updateTable("voicemail_boxes")
    .set({ sealed_pin: sealer.seal(pinContext(box), "4711") })
    .where("id", "=", box)
    .execute();
  const username = `desk-${company}`;
  await database.query
    .insertInto("sip_devices")
    .values({
      username,
      customer_id: company,
      phone_id: phone.id,
      sealed_password: sealer.seal(deviceContext(username), "desk secret"),
    })
    .execute();
  await database.query
    .insertInto("trunks")
    .values({
      id: `trunk-${company}`,
      host: "sip.carrier.example",
      sealed_password: sealer.seal(trunkContext(`trunk-${company}`), "trunk secret"),
      rates: '[{"prefix":"1","perMinute":0.01}]',
    })
    .execute();
  await directory.load();
  expect(directory.company(String(company))?.mailboxes[0]?.pin).toBe("4711");
  expect(directory.account(username.toUpperCase())).toEqual({
    username,
    secret: { kind: "password", password: "desk secret" },
    companyId: String(company),
    endpointId: String(phone.id),
  });
  expect(directory.trunks().find(({ id }) => id === `trunk-${company}`)).toMatchObject({
    password: "trunk secret",
    rates: [{ prefix: "1", perMinute: 0.01 }],
  });
});

test("music is found by its name: that of the line or the queue, else the company's, else the built-in", async () => {
  const musicFolder = await mkdtemp(join(tmpdir(), "offhook-music-"));
  const own = join(musicFolder, String(company));
  await mkdir(own);
  await writeFile(join(musicFolder, "harbor.wav"), "");
  await writeFile(join(musicFolder, "notes.txt"), "");
  directory = new LiveDirectory({ database, sealer, browserAccount: () => undefined, musicFolder });
  await database.query
    .insertInto("queues")
    .values({ customer_id: company, name: "Scheduling", extension: "301" })
    .execute();
  await change({ music: "harbor" });
  await directory.load();
  expect(endpoint()?.musicPath).toBe(join(musicFolder, "harbor.wav"));
  expect(directory.company(String(company))?.queues[0]?.musicPath).toBeUndefined();
  await writeFile(join(own, "default.opus"), "");
  await writeFile(join(own, "queue-301.ogg"), "");
  await change({ music: "gone" });
  await directory.reload(company);
  expect(endpoint()?.musicPath).toBe(join(own, "default.opus"));
  expect(directory.company(String(company))?.musicPath).toBe(join(own, "default.opus"));
  expect(directory.company(String(company))?.queues[0]?.musicPath).toBe(join(own, "queue-301.ogg"));
  await rm(musicFolder, { recursive: true });
});

test("a desk phone that is taken away or gets a new password is told to sign in again", async () => {
  const username = `door-${company}`;
  const seal = (password: string) => ({ sealed_password: sealer.seal(deviceContext(username), password) });
  await database.query
    .insertInto("sip_devices")
    .values({ username, customer_id: company, phone_id: phone.id, ...seal("first") })
    .execute();
  await directory.load();
  expect(await directory.reload(company)).toEqual([]);
  await database.query
    .updateTable("sip_devices")
    .set(seal("second"))
    .where("username", "=", username)
    .execute();
  expect(await directory.reload(company)).toEqual([username]);
  await database.query.deleteFrom("sip_devices").where("username", "=", username).execute();
  expect(await directory.reload(company)).toEqual([username]);
});
