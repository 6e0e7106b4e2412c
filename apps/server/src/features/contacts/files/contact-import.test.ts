import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileContact, writeCsv, writeVcards } from "@offhook/contact-files";
import { type ContactImport, MAX_IMPORT_BYTES, type StartContactImport } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { NO_FIELDS } from "../book/contact-fields.ts";
import { ContactPhotos } from "../book/contact-photos.ts";
import { ContactService } from "../book/contact-service.ts";
import { ContactSyncService } from "../book/contact-sync-service.ts";
import { PeopleService } from "../people-service.ts";
import { ContactExportService } from "./contact-export-service.ts";
import { ContactFileReader } from "./contact-file-reader.ts";
import { ContactImportService } from "./contact-import-service.ts";

let database: TestDatabase;
let folder: string;
let objects: ObjectStore;
let contacts: ContactService;
let book: ContactSyncService;
let imports: ContactImportService;
let exporting: ContactExportService;
let company: number;
let maya: Actor;
const clock = new FakeClock();
const reader = new ContactFileReader();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "offhook-import-"));
  objects = await createDiskObjectStore(folder);
  const fail = (details: unknown) => expect.fail(JSON.stringify(details));
  const photos = new ContactPhotos({ objects, log: { warn: fail } });
  const photoUrl = (key: string): string => `/files/${key}`;
  contacts = new ContactService({ database, clock, photos, photoUrl });
  book = new ContactSyncService({ database, photoUrl });
  imports = new ContactImportService({ database, clock, photos, reader, log: { error: fail, warn: fail } });
  exporting = new ContactExportService({
    database,
    objects,
    people: new PeopleService({ database, photoUrl }),
  });
});
afterAll(async () => {
  await reader.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company);
});

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString("base64");
const list = async () => (await book.sync(maya, { limit: 5_000 })).contacts;
const names = async (): Promise<string[]> => (await list()).map(({ name }) => name).sort();

async function run(
  content: string | Uint8Array,
  more: Partial<StartContactImport> = {},
): Promise<ContactImport> {
  const started = await imports.start(maya, {
    uuid: randomUUID(),
    name: "contacts",
    file: base64(content),
    duplicates: "skip",
    choices: {},
    public: false,
    ...more,
  });
  await imports.close();
  return imports.read(maya, started.id);
}

const TABLE =
  "Name,Work,Mobile\nAna Reyes,2125550101,\nBen Cole,2125550102,\nNobody,,\n,,\nAna R,,12125550101\n";

describe("importing", () => {
  test("[IMP1] adds what is new, skips what is there, and tells what cannot be read", async () => {
    await contacts.save(maya, { name: "Benjamin", mobile: "1 212 555 0102" });
    const done = await run(`${TABLE}${"x".repeat(300)},1,\n`);
    expect(done).toMatchObject({ state: "done", total: 5, processed: 5, added: 2, skipped: 2, failed: 1 });
    expect(done.errors).toEqual([{ row: 5, message: expect.stringContaining("200") }]);
    expect(await names()).toEqual(["Ana Reyes", "Benjamin", "Nobody"]);
  });

  test("[IMP2] duplicates can be merged, with one of the book or with an earlier row", async () => {
    const id = String((await contacts.save(maya, { name: "Benjamin", mobile: "2125550102" })).id);
    const done = await run(
      "Name,Work,Mobile,Email\nAna,2125550101,,a@x.example\nBen,2125550102,2125550103,\nAna R,,2125550101,b@x.example\n",
      {
        duplicates: "merge",
      },
    );
    expect(done).toMatchObject({ added: 1, merged: 2, skipped: 0 });
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id,
          name: "Benjamin",
          mobile: "2125550102,2125550103",
          work: "2125550102",
        }),
        expect.objectContaining({ name: "Ana", work: "2125550101", emails: "a@x.example,b@x.example" }),
      ]),
    );
  });

  test("[IMP2] a row can be chosen for itself, and nobody merges into somebody else's", async () => {
    const dev = await aUser(database, company);
    await contacts.save(dev, { name: "Shared", work: "2125550101", public: true });
    const done = await run(TABLE, { duplicates: "merge", choices: { "4": "add" } });
    expect(done).toMatchObject({ added: 3, failed: 1 });
    expect(done.errors).toEqual([{ row: 1, message: "The existing contact belongs to someone else" }]);
    expect(await names()).toEqual(["Ana R", "Ben Cole", "Nobody", "Shared"]);
  });

  test("[IMP3] brings pictures along, and contacts whose picture is broken come without", async () => {
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#aa2244" } })
      .jpeg()
      .toBuffer();
    const cards: FileContact[] = [
      { ...NO_FIELDS, fname: "Ana", photo: picture.toString("base64") },
      { ...NO_FIELDS, fname: "Ben", photo: base64("no picture") },
    ];
    expect(await run(writeVcards(cards, "3.0"))).toMatchObject({ added: 2, failed: 0 });
    expect((await list()).map(({ name, photo }) => [name, photo !== null])).toEqual([
      ["Ana", true],
      ["Ben", false],
    ]);
  });

  test("[IMP4] is undone as a whole: what was added goes, what was merged is as before", async () => {
    const ben = { name: "Ben", work: "2125550102", tags: "Gold" };
    const before = String((await contacts.save(maya, ben)).id);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#aa2244" } })
      .png()
      .toBuffer();
    const cards: FileContact[] = [
      { ...NO_FIELDS, fname: "Ana", work: "2125550101" },
      {
        ...NO_FIELDS,
        fname: "Benjamin",
        work: "2125550102",
        home: "2125550109",
        tags: "VIP,gold",
        photo: picture.toString("base64"),
      },
    ];
    const { id } = await run(writeVcards(cards, "4.0"), { duplicates: "merge" });
    expect(await contacts.read(maya, Number(before))).toMatchObject({
      home: "2125550109",
      tags: "Gold,VIP",
      photo: expect.any(String),
    });
    expect(await imports.undo(maya, id)).toMatchObject({ state: "undone" });
    expect(await list()).toMatchObject([{ id: before, name: "Ben", home: "", tags: "Gold", photo: null }]);
    expect(await imports.undo(maya, id)).toMatchObject({ state: "undone" });
    const dev = await aUser(database, company);
    await expect(imports.undo(dev, id)).rejects.toMatchObject({ status: 404 });
    await expect(imports.read(dev, id)).rejects.toMatchObject({ status: 404 });
  });

  test("[IMP4] what somebody changed after a merge stays changed", async () => {
    const before = String((await contacts.save(maya, { name: "Ben", work: "2125550102" })).id);
    const { id } = await run("Name,Work,Home\nBen,2125550102,2125550109\n", { duplicates: "merge" });
    await contacts.save(maya, { id: before, lname: "Cole" });
    await imports.undo(maya, id);
    expect(await list()).toMatchObject([{ name: "Ben Cole", home: "2125550109" }]);
  });

  test("[IMP5] a repeated request imports nothing twice", async () => {
    const uuid = randomUUID();
    const first = await run(TABLE, { uuid });
    expect(await run(TABLE, { uuid })).toEqual(first);
    expect(await names()).toHaveLength(3);
  });

  // About two seconds of work, and far longer on a machine that is busy otherwise.
  test("[IMP6] twenty thousand rows, with progress, in one step that others see at once", {
    timeout: 180_000,
  }, async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...NO_FIELDS,
      fname: `Person ${index}`,
      work: `212${5_000_000 + index}`,
      mobile: `312${5_000_000 + index}`,
    }));
    const done = await run(writeCsv(rows, "google"), { public: true });
    expect(done).toMatchObject({ state: "done", added: 20_000, failed: 0 });
    const events = await eventsOf(database, company);
    const steps = events.flatMap(({ event }) =>
      event.type === "CONTACT_IMPORT" ? [(event.import as ContactImport).processed] : [],
    );
    expect(steps.length).toBeGreaterThan(5);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(events.filter(({ event }) => event.type === "CONTACT_UPDATE")).toHaveLength(1);
    let seen = 0;
    let page = await book.sync(maya, { limit: 5_000 });
    for (;;) {
      seen += page.contacts.length;
      if (!page.more) break;
      page = await book.sync(maya, { limit: 5_000, cursor: page.cursor });
    }
    expect(seen).toBe(20_000);
    await imports.undo(maya, done.id);
    expect(await list()).toEqual([]);
  });

  test("[IMP7] what a stopped server had begun is told as failed", async () => {
    const { id } = await run(TABLE);
    await database.query
      .updateTable("contact_imports")
      .set({ state: "running" })
      .where("id", "=", id)
      .execute();
    await expect(imports.undo(maya, id)).rejects.toMatchObject({ status: 409 });
    await imports.recover();
    expect(await imports.list(maya)).toMatchObject([{ id, state: "failed", message: expect.any(String) }]);
  });
});

describe("a preview", () => {
  test("[IMP8] says what would happen and changes nothing", async () => {
    const id = String((await contacts.save(maya, { name: "Benjamin", mobile: "2125550102" })).id);
    const preview = await imports.preview(maya, { name: "x.csv", file: base64(TABLE) });
    expect(preview).toMatchObject({ format: "csv", total: 4, ready: 2, failed: 0, duplicates: 2 });
    expect(preview.columns.map(({ field }) => field)).toEqual(["name", "work", "mobile"]);
    expect(preview.rows.map(({ row, duplicate }) => [row, duplicate])).toEqual([
      [1, null],
      [2, { id, row: null, name: "Benjamin" }],
      [3, null],
      [4, { id: null, row: 1, name: "Ana Reyes" }],
    ]);
    expect(await names()).toEqual(["Benjamin"]);
  });
});

describe("bad files", () => {
  test.each<[string, string | Uint8Array]>([
    ["empty", ""],
    ["binary", Uint8Array.from({ length: 2_000 }, (_, index) => (index * 31) % 256)],
    ["half a card", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:An"],
    ["columns nobody knows", "Alpha,Beta\n1,2\n"],
    ["no rows", "Name,Work\n"],
    ["prose", "To whom it may concern\nRegards"],
  ])("[FILE4] %s: a clear message, and nothing changes", async (_what, content) => {
    await expect(run(content)).rejects.toMatchObject({
      status: 400,
      code: "contacts.fileNotImportable",
      message: expect.stringMatching(/\w{3}/),
    });
    expect(await list()).toEqual([]);
    expect(await imports.list(maya)).toEqual([]);
    expect(await eventsOf(database, company)).toEqual([]);
  });

  test("[FILE4] one that is too large", async () => {
    const file = base64(new Uint8Array(MAX_IMPORT_BYTES + 1));
    await expect(imports.preview(maya, { name: "x", file })).rejects.toMatchObject({ status: 413 });
  });
});

describe("exporting", () => {
  test.each(["vcard2.1", "vcard3.0", "vcard4.0", "csv", "google"] as const)(
    "[FILE7] %s imports back to the same thing",
    async (format) => {
      const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#2244aa" } })
        .png()
        .toBuffer();
      await contacts.save(maya, {
        fname: "Jörg",
        lname: "Müller, Dr.; 李 👩‍⚕️",
        mobile: "2125550101,+442079460120",
        work: "2125550102|99;5",
        conference: "2125550103",
        emails: "a@x.example,b@x.example",
        organization: "Söhne; & Co",
        notes: "eins\nzwei, drei",
        photo: picture.toString("base64"),
      });
      await contacts.save(maya, { organization: "Beacon Pharmacy", fax: "2125550104" });
      const before = await list();
      const file = await exporting.export(maya, { format, owned: true, corporate: false, photos: true });
      expect(file.count).toBe(2);
      await contacts.remove(
        maya,
        before.map(({ id }) => id),
      );
      await run(file.content);
      const comparable = (each: (typeof before)[number]) => ({
        ...each,
        id: "",
        color: "",
        photo: format.startsWith("vcard") && each.photo !== null,
      });
      const byName = (all: typeof before) =>
        all.map(comparable).sort((first, second) => first.name.localeCompare(second.name));
      expect(byName(await list())).toEqual(byName(before));
    },
  );

  test("[CON6] holds only what the user may see, colleagues where they are wanted", async () => {
    const dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel", extension: "102" });
    await contacts.save(dev, { name: "Secret of Dev" });
    await contacts.save(dev, { name: "Shared by Dev", public: true });
    const query = { format: "csv", owned: false, corporate: false, photos: false } as const;
    const all = await exporting.export(maya, query);
    expect(all.content).toContain("Shared,by Dev".split(",")[0]);
    expect(all.content).not.toContain("Secret");
    expect((await exporting.export(maya, { ...query, owned: true })).count).toBe(0);
    expect((await exporting.export(maya, { ...query, corporate: true })).content).toContain("Dev,Patel");
  });
});
