import { readFile } from "node:fs/promises";
import { GREETING_MAX_BYTES, type Greeting, type GreetingChoiceUpdate } from "@offhook/contract";
import { samplesFromFile } from "@offhook/media/samples";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "../../../database/migrate.ts";
import { readMigrations } from "../../../database/migration-files.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { VoicemailsWorld } from "../testing/voicemails-world.ts";

let world: VoicemailsWorld;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let own: Mailbox;
let lastUuid = 0;

beforeAll(async () => {
  world = await VoicemailsWorld.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  const company = await aCompany(world.database, { hours: ["mon-fri 09:00-17:00"] });
  maya = await aUser(world.database, company);
  dev = await aUser(world.database, company);
  stranger = await aUser(world.database, await aCompany(world.database));
  own = await world.mailbox([maya, dev], "101");
});

/** A tone as a WAV file of 8 kHz. */
function aTone(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000);
  for (let at = 0; at < data.length; at += 2)
    data.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 500 * at) / 16_000)), at);
  const head = Buffer.from("RIFF....WAVEfmt ....................data", "latin1");
  head.writeUInt32LE(data.length + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([head, length, data]);
}

const nextUuid = (): string => `uuid-${++lastUuid}`;
const add = (actor: Actor, given: { uuid?: string; name?: string; file?: Buffer; mailbox?: string } = {}) =>
  world.ask("addGreeting", actor, {
    body: {
      mailbox: given.mailbox ?? "101",
      uuid: given.uuid ?? nextUuid(),
      name: given.name ?? "Usual",
      file: (given.file ?? aTone(2)).toString("base64"),
    },
  });
const list = (actor: Actor) => world.ask("getGreetings", actor, { query: { mailbox: "101" } });
const choose = (actor: Actor, choice: Omit<GreetingChoiceUpdate, "mailbox">) =>
  world.ask("chooseGreetings", actor, { body: { mailbox: "101", ...choice } });
const remove = (actor: Actor, { id }: Pick<Greeting, "id">) =>
  world.ask("deleteGreeting", actor, { query: { mailbox: "101", id } });
const heard = (occasion: "no_answer" | "temporary" = "no_answer") =>
  world.feature.greetings.phone.heard(own.id, occasion, world.clock.now());
const told = async (): Promise<number> =>
  (await eventsOf(world.database, maya.customerId)).filter(({ event }) => event.type === "VOICEMAIL_BOX")
    .length;
const files = async (): Promise<number> => {
  const rows = await world.database.query
    .selectFrom("files")
    .select("key")
    .where("customer_id", "=", maya.customerId)
    .execute();
  return rows.length;
};

test("[GRT1] an uploaded greeting is listed for every reader, told, and can be heard", async () => {
  const greeting = await add(maya, { name: "  Summer  " });
  expect(greeting).toMatchObject({ name: "Summer", duration: 2 });
  expect(await list(dev)).toEqual({
    greetings: [greeting],
    chosen: { no_answer: null, busy: null, closed: null, temporary: null, name: null },
    hours: ["mon-fri 09:00-17:00"],
  });
  expect(await told()).toBe(1);
  const { url } = await world.ask("getGreetingFile", dev, { query: { mailbox: "101", id: greeting.id } });
  const stored = await world.objects.get(url.replace("/files/", ""));
  expect(stored?.type).toBe("audio/wav");
  const sound = samplesFromFile(Buffer.concat(await stored!.stream.toArray()));
  expect(sound?.length).toBeGreaterThan(31_000);
});

test("[GRT2] an upload that is repeated makes no second greeting and leaves no second file", async () => {
  const uuid = nextUuid();
  const all = await Promise.all([1, 2, 3].map(() => add(maya, { uuid })));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect((await list(maya)).greetings).toHaveLength(1);
  expect(await files()).toBe(1);
});

test("[GRT3] what is no sound, too long or too large is refused, and nothing of it stays", async () => {
  const refused = (file: Buffer, expected: object) =>
    expect(add(maya, { file })).rejects.toMatchObject(expected);
  await refused(Buffer.from("a letter"), { kind: "invalid", code: "voicemails.notAudio" });
  await refused(Buffer.from("RIFF\0\0\0\0WAVEfmt nonsense"), { code: "voicemails.notAudio" });
  await refused(Buffer.from("ID3\x04\0\0\0\0\0\0 no song"), { code: "voicemails.notAudio" });
  await refused(aTone(121), { kind: "invalid", code: "voicemails.greetingTooLong" });
  await refused(Buffer.alloc(GREETING_MAX_BYTES + 1), { kind: "tooLarge" });
  expect((await list(maya)).greetings).toEqual([]);
  expect([await files(), await told()]).toEqual([0, 0]);
});

test("[GRT4] only the owner and managers change greetings; others and strangers change nothing", async () => {
  const greeting = await add(maya);
  const notManager = { kind: "forbidden", code: "voicemails.notManager" };
  await expect(add(dev)).rejects.toMatchObject(notManager);
  await expect(choose(dev, { busy: greeting.id })).rejects.toMatchObject(notManager);
  await expect(remove(dev, greeting)).rejects.toMatchObject(notManager);
  const noMailbox = { kind: "notFound", code: "voicemails.noMailbox" };
  const attempts = [() => add(stranger), () => list(stranger), () => remove(stranger, greeting)];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(noMailbox);
  await expect(add(maya, { mailbox: "../101" })).rejects.toMatchObject(noMailbox);
  await world.database.query
    .updateTable("voicemail_box_users")
    .set({ is_manager: true })
    .where("user_id", "=", dev.userId)
    .execute();
  expect(await choose(dev, { busy: greeting.id })).toMatchObject({ chosen: { busy: greeting.id } });
});

test("[GRT4] a greeting of another box, or a path for its id, is not found", async () => {
  await world.mailbox([maya], "102");
  const other = await add(maya, { mailbox: "102" });
  const notFound = { kind: "notFound", code: "voicemails.greetingNotFound" };
  for (const id of [other.id, "../../etc/passwd"]) {
    await expect(choose(maya, { no_answer: id })).rejects.toMatchObject(notFound);
    await expect(remove(maya, { id })).rejects.toMatchObject(notFound);
    await expect(world.ask("getGreetingFile", maya, { query: { mailbox: "101", id } })).rejects.toMatchObject(
      notFound,
    );
  }
});

test("[GRT5] a greeting is heard where it is chosen, and gets another name", async () => {
  const greeting = await add(maya);
  expect(await heard()).toBeUndefined();
  await choose(maya, { no_answer: greeting.id });
  expect((await readFile((await heard()) ?? "")).subarray(0, 4).toString()).toBe("RIFF");
  const query = { mailbox: "101", id: greeting.id };
  await world.ask("renameGreeting", maya, { body: { ...query, name: "../Winter" } });
  expect(await list(maya)).toMatchObject({
    greetings: [{ name: "../Winter" }],
    chosen: { no_answer: greeting.id, busy: null },
  });
  await choose(maya, { no_answer: null });
  expect(await heard()).toBeUndefined();
  expect(await told()).toBe(4);
});

test("[GRT6] a temporary greeting ends by itself, and an end in the past is refused", async () => {
  const greeting = await add(maya);
  const now = Math.floor(world.clock.now() / 1000);
  const temporary = (until: number) => choose(maya, { temporary: { greeting: greeting.id, until } });
  await expect(temporary(now)).rejects.toMatchObject({ code: "voicemails.alreadyOver" });
  await temporary(now + 3_600);
  expect(await heard("temporary")).toBeDefined();
  expect((await list(dev)).chosen.temporary).toEqual({ greeting: greeting.id, until: now + 3_600 });
  world.clock.advance(3_601_000);
  expect(await heard("temporary")).toBeUndefined();
  expect((await list(dev)).chosen.temporary).toBeNull();
});

test("[GRT7] deleting removes the file, and callers hear the default again", async () => {
  const greeting = await add(maya);
  await choose(maya, { no_answer: greeting.id, busy: greeting.id });
  const { url } = await world.ask("getGreetingFile", maya, { query: { mailbox: "101", id: greeting.id } });
  expect(await remove(maya, greeting)).toMatchObject({
    greetings: [],
    chosen: { no_answer: null, busy: null },
  });
  expect(await world.objects.head(url.replace("/files/", ""))).toBeUndefined();
  expect(await heard()).toBeUndefined();
  expect(await files()).toBe(0);
});

test("[GRT8] a box takes 50 greetings; by telephone the oldest unused one makes room", async () => {
  const first = await add(maya);
  await choose(maya, { busy: first.id });
  const { object_key } = await world.database.query
    .selectFrom("voicemail_greetings")
    .select("object_key")
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 49 }, (_, index) => ({
    id: `${own.id}-${index}`,
    customer_id: own.customerId,
    voicemail_box_id: own.id,
    uuid: `filler-${index}`,
    name: `Filler ${index}`,
    object_key: `${object_key.slice(0, 30)}${String(index).padStart(2, "0")}`,
    duration_ms: 1_000,
    created_at: new Date(world.clock.now() + 1_000 + index),
  }));
  await world.database.query.insertInto("voicemail_greetings").values(rows).execute();
  await expect(add(maya)).rejects.toMatchObject({ code: "voicemails.tooManyGreetings" });
  const path = (await world.feature.greetings.phone.heard(own.id, "busy", world.clock.now())) ?? "";
  await world.feature.greetings.phone.record(own, "no_answer", { path, durationMs: 2_000 });
  const { greetings, chosen } = await list(maya);
  expect(greetings).toHaveLength(50);
  expect(greetings.map(({ id }) => id)).not.toContain(`${own.id}-0`);
  expect(chosen).toMatchObject({ busy: first.id, no_answer: expect.any(String) });
});

test("[GRT9] the one greeting that a box had before is heard on every occasion", async () => {
  const name = `greetings_${process.pid}`;
  const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const connection = { ...inject("postgres"), database: name };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const migrations = await readMigrations();
  const at = migrations.findIndex((migration) => migration.name === "0075-voicemail-greetings");
  await migrate({ connection, log, migrations: migrations.slice(0, at) });
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`
    insert into customers (id, name) values (1, 'Old');
    insert into voicemail_boxes (id, customer_id, name, greeting_key) values (1, 1, '101', 'key'), (2, 1, '102', null);
    insert into files (key, customer_id, name, type, size) values ('key', 1, 'greeting', 'audio/wav', ${44 + 32 * 2_500})`);
  await migrate({ connection, log, migrations });
  const { rows } = await client.query(`
    select choice.occasion, greeting.object_key, greeting.duration_ms, greeting.voicemail_box_id as box
    from voicemail_greeting_choices as choice join voicemail_greetings as greeting on greeting.id = greeting_id
    order by 1`);
  const same = { object_key: "key", duration_ms: 2_500, box: 1 };
  expect(rows).toEqual(["busy", "closed", "no_answer"].map((occasion) => ({ occasion, ...same })));
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
