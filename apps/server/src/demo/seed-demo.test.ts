import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseUserSettings, UserSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../database/testing/test-database.ts";
import { createSessionFeature, type SessionFeature } from "../features/session/index.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import { createDiskObjectStore } from "../platform/files/object-store-disk.ts";
import { createDemoDatabase, testHasher, testSecrets } from "../testing/demo-database.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, demoAccounts, LENA_APP_KEY } from "./demo-people.ts";
import { type DemoSeedDeps, resetDemo, seedDemo } from "./seed-demo.ts";

const hasher = testHasher();
const NOW = Date.parse("2030-01-07T15:00:00Z");

let database: TestDatabase;
let session: SessionFeature;
let folder: string;
let deps: DemoSeedDeps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-demo-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function openWith(create: (files: string, clock: Clock) => Promise<TestDatabase>): Promise<void> {
  const files = await mkdtemp(join(folder, "files-"));
  const clock = new FakeClock(NOW);
  database = await create(files, clock);
  const secrets = testSecrets();
  const logger = pino({ level: "silent" });
  session = createSessionFeature({ database, clock, logger, secrets, hasher, publicUrl: "http://localhost" });
  deps = { database, clock, objects: await createDiskObjectStore(files), secrets, session };
}

const openDatabase = () => openWith(() => createTestDatabase());
/** What `seedDemo` makes of an empty database, copied from where it did. */
const openDemo = () => openWith((files, clock) => createDemoDatabase({ files, clock }));

async function closeDatabase(): Promise<void> {
  await session.close();
  await database.drop();
}

describe("an empty database", () => {
  beforeEach(openDatabase);
  afterEach(closeDatabase);

  test("is filled with both companies", async () => {
    expect(await seedDemo(deps)).toBe(true);
    expect(await count("customers")).toBe(2);
    expect(await count("users")).toBe(16);
    expect(await count("phones")).toBe(18);
    expect(await count("sms_lines")).toBe(5);
    expect(await count("voicemail_boxes")).toBe(17);
    expect(await count("voicemail_messages")).toBe(24);
    expect(await count("faxes")).toBe(18);
    expect(await count("queues")).toBe(3);
    expect(await count("hunt_groups")).toBe(2);
    // With 14 colleagues, 26 people at Google and 20 at Microsoft that makes 220; and Juniper's dozen.
    expect(await count("contacts")).toBe(160 + 12);
    // Harborlight's seventy and two of Juniper's.
    expect(await count("sms_conversations")).toBe(72);
    expect(await count("sms_messages")).toBeGreaterThan(2_400);
    expect(await count("tasks")).toBe(22);
    expect(await count("events")).toBe(0);
  });

  test("is filled by one of two servers that start together", async () => {
    expect((await Promise.all([seedDemo(deps), seedDemo(deps)])).sort()).toEqual([false, true]);
    expect(await count("users")).toBe(16);
  });

  test("stays empty, on the disk too, when the seeding fails", async () => {
    const before = await countFiles();
    let stored = 0;
    const objects: ObjectStore = {
      head: (key) => deps.objects.head(key),
      get: (key) => deps.objects.get(key),
      delete: (key) => deps.objects.delete(key),
      put: (content, options) =>
        ++stored === 3 ? Promise.reject(new Error("The disk is full")) : deps.objects.put(content, options),
    };
    await expect(seedDemo({ ...deps, objects })).rejects.toThrow("The disk is full");
    expect(await count("customers")).toBe(0);
    expect(await countFiles()).toBe(before);
  });

  test("that has anything in it is none, and left alone", async () => {
    await database.query.insertInto("customers").values({ name: "A real company" }).execute();
    expect(await seedDemo(deps)).toBe(false);
    expect(await count("users")).toBe(0);
  });
});

describe("the voicemails", () => {
  beforeAll(openDemo);
  afterAll(closeDatabase);

  test("have what was said in them: a broken one and one in Spanish have no words", async () => {
    const transcripts = await database.query
      .selectFrom("voicemail_transcripts")
      .select(["message_id", "state", "text"])
      .execute();
    expect(transcripts).toHaveLength(24);
    const stateOf = (name: string) =>
      transcripts.find(({ message_id }) => message_id === `demo-voicemail-${name}`)?.state;
    expect([stateOf("broken"), stateOf("spanish"), stateOf("cancel")]).toEqual(["failed", "none", "done"]);
    expect(transcripts.filter(({ text }) => text === "")).toHaveLength(2);
  });

  test("are new in every box, as many as are counted, and have a waveform for all that can be played", async () => {
    const messages = await database.query
      .selectFrom("voicemail_messages as message")
      .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
      .select(["message.id", "box.name as line", "heard_at", "duration_ms", "peaks", "file_error"])
      .orderBy("received_at", "desc")
      .execute();
    const fresh = messages.filter(({ heard_at }) => heard_at === null).map(({ id, line }) => `${line} ${id}`);
    const newest = (line: string, count: number) =>
      messages
        .filter((each) => each.line === line)
        .slice(0, count)
        .map(({ id }) => `${line} ${id}`);
    expect(fresh.sort()).toEqual([...newest("101", 3), ...newest("102", 2), ...newest("301", 2)].sort());
    const counted = await database.query
      .selectFrom("unread_items")
      .select(["line", "item_id"])
      .where("type", "=", "vox")
      .execute();
    expect(counted.map(({ line, item_id }) => `${line} ${item_id}`).sort()).toEqual(fresh);
    const playable = messages.filter(({ file_error }) => file_error === null);
    expect(playable).toHaveLength(23);
    for (const { peaks } of playable) {
      expect(peaks).toHaveLength(200);
      expect(Math.max(...peaks)).toBe(100);
    }
    // Four minutes, give or take what a voice needs.
    const longest = Math.max(...playable.map(({ duration_ms }) => duration_ms));
    expect(Math.abs(longest - 240_000)).toBeLessThan(10_000);
  });
});

describe("the people", () => {
  beforeAll(openDemo);
  afterAll(closeDatabase);

  test("all have the demo password and their own extension, and the offered ones are among them", async () => {
    const users = await database.query.selectFrom("users").select(["username", "password_hash"]).execute();
    for (const { password_hash } of users) {
      expect(await hasher.verify(password_hash, DEMO_PASSWORD)).toBe(true);
    }
    const usernames = users.map(({ username }) => username);
    expect(usernames).toEqual(expect.arrayContaining(demoAccounts().map(({ username }) => username)));
    expect(demoAccounts().map(({ username }) => username)).toContain("maya@harborlight.example");
  });

  test("use reserved numbers only", async () => {
    for (const { number } of DEMO_PEOPLE) expect(number).toMatch(/^121255501\d\d$/);
    const lines = await database.query.selectFrom("sms_lines").select("number").execute();
    for (const { number } of lines) expect(number).toMatch(/^(121255501\d\d|4420794601\d\d)$/);
  });

  test("Tom has no chat, Lena two second factors, Dev two lines", async () => {
    const tom = await userOf("tom@harborlight.example");
    expect(tom.roles).toEqual({ tc_chat: "0" });
    const lena = await userOf("lena@harborlight.example");
    const factors = await database.query
      .selectFrom("tfa_methods")
      .select("type")
      .where("user_id", "=", lena.id)
      .orderBy("type")
      .execute();
    expect(factors.map(({ type }) => type)).toEqual(["app", "email"]);
    const dev = await userOf("dev@harborlight.example");
    const phones = await database.query
      .selectFrom("phone_users")
      .select("phone_id")
      .where("user_id", "=", dev.id)
      .execute();
    expect(phones).toHaveLength(2);
  });

  test("Lena's key is one that authenticator apps accept", () => {
    expect(LENA_APP_KEY).toMatch(/^[A-Z2-7]{32}$/);
  });

  test("have photos that are images, but not all of them", async () => {
    const users = await database.query.selectFrom("users").select("photo_key").execute();
    const keys = users.flatMap(({ photo_key }) => photo_key ?? []);
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.length).toBeLessThan(users.length);
    const contacts = await database.query.selectFrom("contacts").select("photo_key").execute();
    const all = [...keys, ...contacts.flatMap(({ photo_key }) => photo_key ?? [])];
    const files = await database.query
      .selectFrom("files")
      .select(["key", "type"])
      .where("name", "=", "photo")
      .execute();
    expect(files.map(({ key }) => key).sort()).toEqual(all.toSorted());
    expect(new Set(files.map(({ type }) => type))).toEqual(new Set(["image/png"]));
  });

  test("have settings that are valid", async () => {
    for (const { settings } of await database.query
      .selectFrom("user_settings")
      .select("settings")
      .execute()) {
      expect(UserSettings.partial().strict().safeParse(settings).error).toBeUndefined();
      expect(parseUserSettings(JSON.stringify(settings))).toMatchObject(settings as object);
    }
  });

  test("and rows that are added later get ids behind the seeded ones", async () => {
    const { id } = await database.query
      .insertInto("users")
      .values({ customer_id: 1, username: "new@harborlight.example" })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(id).toBe(1000);
  });
});

describe("a reset", () => {
  beforeEach(openDemo);
  afterEach(closeDatabase);

  test("puts everything back that was changed, added or deleted", async () => {
    const before = await picture();
    await database.query.updateTable("users").set({ firstname: "X", photo_key: null }).execute();
    await database.query
      .updateTable("users")
      .set({ username: "swap@x.example" })
      .where("id", "=", 1)
      .execute();
    await database.query
      .updateTable("users")
      .set({ username: "maya@harborlight.example" })
      .where("id", "=", 2)
      .execute();
    await database.query.deleteFrom("phones").where("id", "in", [1, 2]).execute();
    await database.query.deleteFrom("hunt_group_lines").execute();
    await database.query
      .insertInto("user_statuses")
      .values({ customer_id: 1, user_id: 1, name: "Mine", emoji: "🙂", default_duration: "never" })
      .execute();
    await resetDemo(deps);
    expect(await picture()).toEqual(before);
  });

  test("signs nobody out and tells every user to load anew", async () => {
    const now = new Date(NOW);
    await database.query
      .insertInto("sessions")
      .values({
        id: "s1",
        user_id: 1,
        device_name: "Chrome",
        address: "127.0.0.1",
        created_at: now,
        last_used_at: now,
        expires_at: new Date(NOW + 86_400_000),
      })
      .execute();
    await resetDemo(deps);
    expect(await count("sessions")).toBe(1);
    const events = await database.query.selectFrom("events").select(["channel", "event"]).execute();
    expect(events).toHaveLength(16);
    expect(events).toContainEqual({ channel: "user.1", event: { type: "DID_UPDATE" } });
  });

  test("does not touch other companies, nor count event numbers again", async () => {
    const { id } = await database.query
      .insertInto("customers")
      .values({ name: "A real company" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.query
      .insertInto("users")
      .values({ customer_id: id, username: "real@x.example" })
      .execute();
    await database.query.insertInto("phones").values({ customer_id: id, name: "real" }).execute();
    await resetDemo(deps);
    await resetDemo(deps);
    expect(await count("users")).toBe(17);
    expect(await count("phones")).toBe(19);
    const { last_event_id } = await database.query
      .selectFrom("customers")
      .select("last_event_id")
      .where("id", "=", 1)
      .executeTakeFirstOrThrow();
    expect(last_event_id).toBe(28);
  });

  test("leaves no old photo on the disk", async () => {
    const before = await database.query.selectFrom("files").select("key").execute();
    await resetDemo(deps);
    for (const { key } of before) expect(await deps.objects.head(key)).toBeUndefined();
    const [file] = await database.query.selectFrom("files").select("key").execute();
    const stored = await deps.objects.get(file?.key ?? "");
    const { width } = await sharp(Buffer.concat(await (stored?.stream.toArray() ?? []))).metadata();
    expect(width).toBe(256);
  });
});

async function count(
  table:
    | "customers"
    | "users"
    | "phones"
    | "sms_lines"
    | "sms_conversations"
    | "sms_messages"
    | "voicemail_boxes"
    | "voicemail_messages"
    | "faxes"
    | "queues"
    | "hunt_groups"
    | "events"
    | "contacts"
    | "tasks"
    | "sessions",
): Promise<number> {
  const { rows } = await database.query
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return rows;
}

async function countFiles(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function userOf(username: string) {
  return database.query
    .selectFrom("users")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
}

/** What a visitor sees of the demo, without what must differ: hashes, keys and times. */
async function picture() {
  const { query } = database;
  return {
    users: await query
      .selectFrom("users")
      .select(["id", "username", "firstname", "extension", "roles"])
      .orderBy("id")
      .execute(),
    photos: await query
      .selectFrom("users")
      .select("id")
      .where("photo_key", "is not", null)
      .orderBy("id")
      .execute(),
    phones: await query
      .selectFrom("phones")
      .select(["id", "name", "extension", "dnd"])
      .orderBy("id")
      .execute(),
    lines: await query
      .selectFrom("hunt_group_lines")
      .select(["hunt_group_id", "dnumber", "level", "available"])
      .orderBy("hunt_group_id")
      .orderBy("dnumber")
      .execute(),
    members: await query
      .selectFrom("queue_members")
      .selectAll()
      .orderBy("queue_id")
      .orderBy("phone_id")
      .execute(),
    statuses: await query.selectFrom("user_statuses").select(["id", "name"]).orderBy("id").execute(),
    active: await query
      .selectFrom("active_statuses")
      .select(["user_id", "status_id"])
      .orderBy("user_id")
      .execute(),
    settings: await query
      .selectFrom("user_settings")
      .select(["user_id", "settings"])
      .orderBy("user_id")
      .execute(),
  };
}
