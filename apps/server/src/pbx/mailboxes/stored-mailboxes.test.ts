import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NewMessage, NO_PIN_TRIES, type PinJudgment, type PinTries } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { aCompany, aUser, eventsOf } from "../../features/testing/company.ts";
import { UnreadService } from "../../features/unread/index.ts";
import { createVoicemailsFeature } from "../../features/voicemails/index.ts";
import type { Actor } from "../../platform/actor.ts";
import { AudioFiles } from "../../platform/files/audio-files.ts";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import { StoredMailboxes } from "./stored-mailboxes.ts";

let database: TestDatabase;
let folder: string;
let unread: UnreadService;
let mailboxes: StoredMailboxes;
let files: AudioFiles;
let maya: Actor;
let box: { companyId: string; mailboxId: string };
let lastId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "offhook-mailboxes-"));
  const clock = new FakeClock();
  const objects = await createDiskObjectStore(join(folder, "objects"));
  files = new AudioFiles(objects, join(folder, "audio"));
  unread = new UnreadService({ database, clock });
  const voicemails = createVoicemailsFeature({
    database,
    objects,
    clock,
    logger: pino({ level: "silent" }),
    unread,
    files,
    fileUrl: (key) => `/files/${key}`,
    outbox: { canMail: false, mail: async () => {} },
    publicUrl: "https://offhook.example",
  });
  mailboxes = new StoredMailboxes({
    database,
    files,
    voicemails: voicemails.arrivals,
    greetings: voicemails.greetings.phone,
    rescue: () => Promise.resolve(false),
  });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  maya = await aUser(database, await aCompany(database));
  const { id } = await database.query
    .insertInto("voicemail_boxes")
    .values({ customer_id: maya.customerId, name: "101" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("voicemail_box_users")
    .values({ voicemail_box_id: id, user_id: maya.userId })
    .execute();
  box = { companyId: String(maya.customerId), mailboxId: String(id) };
});

async function aRecording(text: string): Promise<{ wav: string; mp3: string }> {
  lastId += 1;
  const path = join(folder, `recording-${lastId}`);
  await writeFile(`${path}.wav`, `${text} for phones`);
  await writeFile(`${path}.mp3`, `${text} for people`);
  return { wav: `${path}.wav`, mp3: `${path}.mp3` };
}

async function aMessage(text = "hello"): Promise<NewMessage> {
  const recorded = await aRecording(text);
  return {
    id: `message-${lastId}`,
    callId: `call-${lastId}`,
    files: recorded,
    callerNumber: "12125550155",
    callerName: "June Park",
    receivedAt: 1_000_000 + lastId,
    durationMs: 8_000,
  };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test("[BOX1] a message is stored once, told once, unread, and playable by phones", async () => {
  const message = await aMessage();
  await mailboxes.save(box, message);
  await mailboxes.save(box, { ...message, files: await aRecording("again") });
  const kept = await mailboxes.messages(box);
  expect(kept).toMatchObject([{ id: message.id, callerName: "June Park", isNew: true, durationMs: 8_000 }]);
  expect(await readFile(kept[0]?.path ?? "", "utf8")).toBe("hello for phones");
  expect(await unread.count(maya)).toMatchObject({ vox: 1 });
  const told = await eventsOf(database, maya.customerId);
  expect(told.filter(({ event }) => event.type === "VOICEMAIL_NEW")).toEqual([
    {
      channel: `vox.${maya.customerId}.101`,
      event: {
        type: "VOICEMAIL_NEW",
        mailbox: "101",
        id: message.id,
        voicemail: expect.objectContaining({
          id: message.id,
          mailbox: "101",
          dir: "INBOX",
          callerId: "12125550155",
          caller: "June Park <12125550155>",
          callername: "June Park",
          duration: 8,
          time: 1_000,
          new: true,
          read_by: [],
          transcription_state: "off",
          fileError: null,
          cut_off: false,
          tasks: [],
        }),
      },
    },
  ]);
  expect(await isThere(message.files.wav ?? "")).toBe(false);
  expect(await isThere(message.files.mp3 ?? "")).toBe(false);
});

test("[BOX2] a message that was heard is read, one that was removed is gone for the telephone", async () => {
  const [first, second] = [await aMessage("one"), await aMessage("two")];
  await mailboxes.save(box, first);
  await mailboxes.save(box, second);
  await mailboxes.markHeard(box, first.id);
  expect((await mailboxes.messages(box)).map(({ isNew }) => isNew)).toEqual([false, true]);
  expect(await unread.count(maya)).toMatchObject({ vox: 1 });
  await mailboxes.remove(box, second.id);
  expect((await mailboxes.messages(box)).map(({ id }) => id)).toEqual([first.id]);
  expect(await unread.count(maya)).toMatchObject({ vox: 0 });
  const told = await eventsOf(database, maya.customerId);
  expect(told.at(-2)).toEqual({
    channel: `vox.${maya.customerId}.101`,
    event: { type: "VOICEMAIL_DELETED", mailbox: "101", ids: [second.id] },
  });
});

test("[BOX3] a greeting recorded by telephone is chosen at once, and stays beside the next one", async () => {
  const heard = async (now = 0): Promise<string | undefined> => {
    const path = await mailboxes.greeting(box, "noAnswer", now);
    return path === undefined ? undefined : readFile(path, "utf8");
  };
  expect(await heard()).toBeUndefined();
  const recorded = async (text: string) => ({ files: await aRecording(text), durationMs: 4_000 });
  const first = await recorded("first");
  await mailboxes.saveGreeting(box, { occasion: "noAnswer" }, first);
  expect(await isThere(first.files.wav)).toBe(false);
  await mailboxes.saveGreeting(box, { occasion: "noAnswer" }, await recorded("second"));
  expect(await heard()).toBe("second for phones");
  const all = await mailboxes.greetings(box);
  const texts = await Promise.all(all.map(({ path }) => readFile(path, "utf8")));
  expect(texts.toSorted()).toEqual(["first for phones", "second for phones"]);
  const earlier = all[texts.indexOf("first for phones")];
  await mailboxes.chooseGreeting(box, { occasion: "noAnswer" }, earlier?.id);
  expect(await heard()).toBe("first for phones");
  await mailboxes.chooseGreeting(box, { occasion: "noAnswer" }, undefined);
  expect(await heard()).toBeUndefined();
});

test("[BOX6] a temporary greeting ends by itself", async () => {
  const until = Date.UTC(2100, 0, 1);
  await mailboxes.saveGreeting(
    box,
    { occasion: "temporary", until },
    { files: await aRecording("away"), durationMs: 4_000 },
  );
  expect(await mailboxes.greeting(box, "temporary", until - 1_001)).toBeDefined();
  expect(await mailboxes.greeting(box, "temporary", until)).toBeUndefined();
});

test("[BOX4] greetings of a box of another company are not reached", async () => {
  const foreign = { companyId: String(await aCompany(database)), mailboxId: box.mailboxId };
  await mailboxes.saveGreeting(
    box,
    { occasion: "busy" },
    { files: await aRecording("own"), durationMs: 4_000 },
  );
  expect(await mailboxes.greeting(foreign, "busy", 0)).toBeUndefined();
  expect(await mailboxes.greetings(foreign)).toEqual([]);
  await expect(mailboxes.chooseGreeting(foreign, { occasion: "busy" }, undefined)).rejects.toThrow(
    "no voicemail box",
  );
  expect(await mailboxes.greeting(box, "busy", 0)).toBeDefined();
});

test("[VM5] wrong PINs are kept, and calls that guess at once are judged one after the other", async () => {
  const wrongOne = (before: PinTries): PinJudgment => ({
    verdict: "wrong",
    tries: { wrong: before.wrong + 1, lastWrongAt: 5_000, lockedUntil: 65_000 },
  });
  expect(await mailboxes.pinTries(box)).toEqual(NO_PIN_TRIES);
  await Promise.all(Array.from({ length: 5 }, () => mailboxes.judgePin(box, wrongOne)));
  expect(await mailboxes.pinTries(box)).toEqual({ wrong: 5, lastWrongAt: 5_000, lockedUntil: 65_000 });
  await mailboxes.judgePin(box, () => ({ verdict: "right", tries: NO_PIN_TRIES }));
  expect(await mailboxes.pinTries(box)).toEqual(NO_PIN_TRIES);
  const foreign = { companyId: String(await aCompany(database)), mailboxId: box.mailboxId };
  await expect(mailboxes.judgePin(foreign, wrongOne)).rejects.toThrow("no voicemail box");
});

test("[BOX4] a box of another company is not reached", async () => {
  const message = await aMessage();
  await mailboxes.save(box, message);
  const foreign = { companyId: String(await aCompany(database)), mailboxId: box.mailboxId };
  expect(await mailboxes.messages(foreign)).toEqual([]);
  await mailboxes.remove(foreign, message.id);
  await mailboxes.markHeard(foreign, message.id);
  await expect(mailboxes.save(foreign, await aMessage())).rejects.toThrow("no voicemail box");
  expect(await mailboxes.messages(box)).toMatchObject([{ id: message.id, isNew: true }]);
});

test("[BOX5] drafts stay inside their folder, whatever they are called", () => {
  const path = mailboxes.draftPath({ companyId: "1", mailboxId: "2" }, "../../etc/passwd");
  expect(path).toBe(join(folder, "audio", "drafts", "mailbox-1-2-______etc_passwd"));
});
