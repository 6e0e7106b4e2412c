import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "../../../database/testing/test-database.ts";
import { createSessionFeature, type SessionFeature } from "../../../features/session/index.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { createDemoDatabase, testHasher, testSecrets } from "../../../testing/demo-database.ts";
import { type DemoSeedDeps, resetDemo } from "../../seed-demo.ts";

const NOW = Date.parse("2030-01-07T15:00:00Z");
let database: TestDatabase;
let session: SessionFeature;
let folder: string;
let deps: DemoSeedDeps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-chat-demo-"));
  const [clock, secrets, hasher] = [new FakeClock(NOW), testSecrets(), testHasher()];
  database = await createDemoDatabase({ files: folder, clock });
  const logger = pino({ level: "silent" });
  session = createSessionFeature({ database, clock, logger, secrets, hasher, publicUrl: "http://localhost" });
  deps = { database, clock, objects: await createDiskObjectStore(folder), secrets, session };
});
afterAll(async () => {
  await session.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

test("there are five teams and six direct chats, numbered without a gap and never in the future", async () => {
  const topics = await database.query.selectFrom("chat_topics").selectAll().execute();
  const ofKind = (kind: string) => topics.filter((topic) => topic.kind === kind);
  expect(ofKind("group")).toHaveLength(5);
  expect(ofKind("direct")).toHaveLength(6);
  for (const { name, seq } of [...ofKind("group"), ...ofKind("direct")]) {
    const messages = await database.query
      .selectFrom("chat_messages")
      .select(["seq", "sent_at"])
      .where("topic", "=", name)
      .orderBy("seq")
      .execute();
    expect(messages.map((message) => message.seq)).toEqual(
      Array.from({ length: seq }, (_, index) => index + 1),
    );
    const times = messages.map(({ sent_at }) => sent_at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThanOrEqual(NOW);
  }
});

test("every kind of message is among them, and Maya has something to read", async () => {
  const messages = await database.query.selectFrom("chat_messages").select(["head", "is_wiped"]).execute();
  const heads = messages.flatMap(({ head }) => Object.keys((head ?? {}) as object));
  for (const kind of ["reply", "replace", "x-reaction", "x-system", "mentions", "attachments"])
    expect(heads).toContain(kind);
  expect(messages.some(({ is_wiped }) => is_wiped)).toBe(true);
  const unread = await database.query
    .selectFrom("chat_subscriptions as subscription")
    .innerJoin("chat_users", "chat_users.id", "subscription.chat_user_id")
    .innerJoin("chat_topics as topic", "topic.name", "subscription.topic")
    .select("topic.name")
    .where("chat_users.account_id", "=", 1)
    .whereRef("subscription.read", "<", "topic.seq")
    .execute();
  expect(unread).toHaveLength(4);
});

test("the files are what they are called, and a reset leaves none of the old ones", async () => {
  const files = await database.query.selectFrom("chat_files").select(["key", "name", "type"]).execute();
  const typeOf = (name: string): string | undefined => files.find((file) => file.name === name)?.type;
  expect(typeOf("garden.png")).toBe("image/png");
  expect(typeOf("weekend-rota.pdf")).toBe("application/pdf");
  expect(typeOf("voice-note.opus")).toMatch(/^audio\//);
  const picture = await deps.objects.get(files.find(({ name }) => name === "harbor.png")?.key ?? "");
  const { width } = await sharp(Buffer.concat(await (picture?.stream.toArray() ?? []))).metadata();
  expect(width).toBe(720);
  let evicted = 0;
  await resetDemo({ ...deps, evictChats: () => (evicted += 1) });
  expect(evicted).toBe(1);
  for (const { key } of files) expect(await deps.objects.head(key)).toBeUndefined();
  const again = await database.query.selectFrom("chat_files").select("key").execute();
  expect(again).toHaveLength(files.length);
});
