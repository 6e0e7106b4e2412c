import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DUPLICATE_CONTACT_TEXT } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { ContactPhotos } from "./contact-photos.ts";
import { ContactService } from "./contact-service.ts";
import { forgetDeleted } from "./contact-sync-repository.ts";
import { ContactSyncService } from "./contact-sync-service.ts";

let database: TestDatabase;
let folder: string;
let objects: ObjectStore;
let contacts: ContactService;
let book: ContactSyncService;
let company: number;
let maya: Actor;
let dev: Actor;
const clock = new FakeClock();
const UUID = "4f9a0f0e-6a4e-4c38-9f5e-0d9b4c1d2e3f";

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "offhook-contacts-"));
  objects = await createDiskObjectStore(folder);
  const log = { warn: (details: unknown) => expect.fail(JSON.stringify(details)) };
  const photos = new ContactPhotos({ objects, log });
  const photoUrl = (key: string): string => `/files/${key}`;
  contacts = new ContactService({ database, clock, photos, photoUrl });
  book = new ContactSyncService({ database, photoUrl });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company);
  dev = await aUser(database, company);
});

const all = (actor: Actor, cursor?: string) => book.sync(actor, { limit: 5_000, cursor });
const namesOf = async (actor: Actor): Promise<string[]> =>
  (await all(actor)).contacts.map(({ name }) => name);
const add = async (actor: Actor, fields: Parameters<ContactService["save"]>[1]): Promise<string> =>
  String((await contacts.save(actor, fields)).id);

describe("saving", () => {
  test("[CON1] keeps of numbers what a number may hold, and gives an id", async () => {
    const id = await add(maya, {
      fname: " Ana ",
      lname: "Reyes",
      mobile: "+1 (212) 555-0123, 212.555.0124|9;3",
      emails: "ana@x.example; ana@y.example",
    });
    expect(await contacts.read(maya, Number(id))).toMatchObject({
      id,
      contactType: "personal",
      name: "Ana Reyes",
      mobile: "12125550123,2125550124|9;3",
      emails: "ana@x.example,ana@y.example",
      speeddial: "0",
      public: false,
      owned: true,
      pbx_uid: maya.userId,
    });
  });

  test("[CON1] a foreign number of ten digits cannot pass for a US one", async () => {
    const id = await add(maya, { name: "Kari Nordmann", mobile: "+47 12 34 56 78" });
    expect((await contacts.read(maya, Number(id)))?.mobile).toBe("0114712345678");
  });

  test.each([
    ["a repeated work number", { work: "212 555 0123" }],
    ["the same mobile, written otherwise", { mobile: "+12125550123" }],
    ["work there, mobile here", { mobile: "1-212-555-0123" }],
  ])("[CON2] %s is refused with -1 and names the existing one", async (_what, fields) => {
    const existing = await add(maya, { name: "Ana", work: "(212) 555-0123" });
    expect(await contacts.save(maya, { name: "Other", ...fields })).toEqual({
      id: -1,
      message: DUPLICATE_CONTACT_TEXT,
      existing,
    });
    expect(await namesOf(maya)).toEqual(["Ana"]);
  });

  test("[CON2] home numbers may be shared, other users' private contacts do not count, and it can be wanted", async () => {
    await add(maya, { name: "Ana", work: "2125550123", home: "2125550124" });
    expect((await contacts.save(maya, { name: "Ben", home: "2125550124" })).id).toBeGreaterThan(0);
    expect((await contacts.save(dev, { name: "Cleo", work: "2125550123" })).id).toBeGreaterThan(0);
    const wanted = { name: "Dee", work: "2125550123", allow_duplicate: true };
    expect((await contacts.save(maya, wanted)).id).toBeGreaterThan(0);
  });

  test("[CON2] an old collision does not keep anybody from correcting a name", async () => {
    await add(maya, { name: "Ana", work: "2125550123" });
    const id = await add(maya, { name: "Bne", work: "2125550123", allow_duplicate: true });
    expect(await contacts.save(maya, { id, fname: "Ben", work: "2125550123" })).toMatchObject({
      id: Number(id),
    });
  });

  test("[CON2] of two that are saved in the same moment one is refused", async () => {
    const results = await Promise.all(
      ["Ana", "Ben", "Cleo"].map((name) => contacts.save(maya, { name, work: "2125550123" })),
    );
    expect(results.filter(({ id }) => id === -1)).toHaveLength(2);
  });

  test("[CON3] a repeated request adds nothing", async () => {
    const first = await contacts.save(maya, { uuid: UUID, name: "Ana", work: "2125550123" });
    expect(await contacts.save(maya, { uuid: UUID, name: "Ana", work: "2125550123" })).toEqual(first);
    expect(await namesOf(maya)).toEqual(["Ana"]);
  });

  test("[CON4] a contact needs something to be found by", async () => {
    await expect(contacts.save(maya, { notes: "nobody", work: "---" })).rejects.toMatchObject({
      code: "contacts.empty",
    });
  });

  test("[CON5] what is left out stays, and what is empty goes", async () => {
    const id = await add(maya, { name: "Ana Reyes", work: "2125550123", organization: "Clinic" });
    await contacts.save(maya, { id, organization: "", home: "5550100" });
    expect(await contacts.read(maya, Number(id))).toMatchObject({
      name: "Ana Reyes",
      work: "2125550123",
      home: "5550100",
      organization: "",
    });
  });

  test("[CON6] only the owner changes a public contact, and a private one is nobody else's", async () => {
    const shared = await add(maya, { name: "Ana", public: true });
    const own = await add(maya, { name: "Secret" });
    expect(await namesOf(dev)).toEqual(["Ana"]);
    expect(await contacts.read(dev, Number(shared))).toMatchObject({ owned: false, pbx_uid: maya.userId });
    await expect(contacts.save(dev, { id: shared, fname: "X" })).rejects.toMatchObject({ status: 403 });
    await expect(contacts.remove(dev, [shared])).rejects.toMatchObject({ status: 403 });
    await expect(contacts.read(dev, Number(own))).rejects.toMatchObject({ status: 404 });
    const stranger = await aUser(database, await aCompany(database));
    await expect(contacts.read(stranger, Number(shared))).rejects.toMatchObject({ status: 404 });
    expect(await namesOf(stranger)).toEqual([]);
  });
});

describe("tags", () => {
  test("[CON18] are kept in order, each once whatever its letters, and can be emptied", async () => {
    const id = await add(maya, { name: "Ana", tags: " VIP, gold  card ,vip;;Night" });
    expect((await contacts.read(maya, Number(id))).tags).toBe("VIP,gold card,Night");
    await contacts.save(maya, { id, title: "Nurse" });
    expect((await contacts.read(maya, Number(id))).tags).toBe("VIP,gold card,Night");
    await contacts.save(maya, { id, tags: "" });
    expect((await contacts.read(maya, Number(id))).tags).toBe("");
  });

  test("[CON19] those of contacts that a user sees are offered, each once", async () => {
    await add(maya, { name: "Ana", public: true, tags: "VIP,Gold" });
    await add(maya, { name: "Secret", tags: "Private,vip" });
    await add(dev, { name: "Ben", tags: "Dev's" });
    const gone = await add(maya, { name: "Cleo", public: true, tags: "Gone" });
    await contacts.remove(maya, [gone]);
    expect(await book.tags(maya)).toEqual(["Gold", "Private", "VIP"]);
    expect(await book.tags(dev)).toEqual(["Dev's", "Gold", "VIP"]);
    expect(await book.tags(await aUser(database, await aCompany(database)))).toEqual([]);
  });

  test("[CON9] merging joins them, up to twenty", async () => {
    const id = await add(maya, { name: "Ana", tags: "VIP" });
    const other = await add(maya, { name: "A.", tags: "vip,Gold" });
    const many = Array.from({ length: 20 }, (_, index) => `t${index}`).join(",");
    await contacts.merge(maya, { id, ids: [other], contact: { tags: many } });
    const { tags } = await contacts.read(maya, Number(id));
    expect(tags.split(",")).toHaveLength(20);
    expect(tags).toMatch(/^VIP,Gold,t0,/);
  });
});

describe("pictures", () => {
  const picture = async (): Promise<string> =>
    (
      await sharp({ create: { width: 30, height: 20, channels: 3, background: "#2244aa" } })
        .png()
        .toBuffer()
    ).toString("base64");

  test("[CON7] are stored, replaced and taken away", async () => {
    const id = await add(maya, { name: "Ana", photo: await picture() });
    const first = (await contacts.read(maya, Number(id))).photo;
    await contacts.save(maya, { id, photo: await picture() });
    const second = (await contacts.read(maya, Number(id))).photo;
    expect(second).not.toBe(first);
    expect(await book.photos(maya, [id])).toEqual([{ id, photo: second }]);
    expect(await book.photos(dev, [id])).toEqual([]);
    const keyOf = (url: string | null): string => url?.split("/").at(-1) ?? "";
    await vi.waitFor(async () => expect(await objects.head(keyOf(first))).toBeUndefined(), {
      timeout: 10_000,
    });
    await contacts.save(maya, { id, photo: null });
    expect((await contacts.read(maya, Number(id))).photo).toBeNull();
    await vi.waitFor(async () => expect(await objects.head(keyOf(second))).toBeUndefined(), {
      timeout: 10_000,
    });
  });

  test("[CON7] what is no picture is refused and nothing is saved", async () => {
    await expect(contacts.save(maya, { name: "Ana", photo: "aGVsbG8=" })).rejects.toMatchObject({
      status: 400,
    });
    expect(await namesOf(maya)).toEqual([]);
  });
});

describe("deleting and merging", () => {
  test("[CON8] a deleted contact is gone, and comes back whole", async () => {
    const id = await add(maya, { name: "Ana", work: "2125550123" });
    expect(await contacts.remove(maya, [id])).toEqual({ ids: [id] });
    expect(await namesOf(maya)).toEqual([]);
    expect(await contacts.remove(maya, [id])).toEqual({ ids: [] });
    await contacts.restore(maya, [id]);
    expect((await all(maya)).contacts).toMatchObject([{ id, name: "Ana", work: "2125550123" }]);
  });

  test("[CON9] merging joins what they hold and deletes the others", async () => {
    const id = await add(maya, { name: "Ana Reyes", work: "2125550123", emails: "Ana@x.example" });
    const other = await add(maya, {
      name: "A. Reyes",
      work: "1 212 555 0123",
      mobile: "2125550124",
      emails: "ana@x.example,a@y.example",
      organization: "Clinic",
      notes: "met in May",
      allow_duplicate: true,
    });
    await contacts.merge(maya, { id, ids: [other], contact: { home: "2125550125" } });
    expect((await all(maya)).contacts).toMatchObject([
      {
        id,
        name: "Ana Reyes",
        work: "2125550123",
        mobile: "2125550124",
        home: "2125550125",
        emails: "Ana@x.example,a@y.example",
        organization: "Clinic",
        notes: "met in May",
      },
    ]);
  });

  test("[CON9] nobody merges contacts of others", async () => {
    const shared = await add(maya, { name: "Ana", public: true });
    const own = await add(dev, { name: "Ben" });
    await expect(contacts.merge(dev, { id: own, ids: [shared] })).rejects.toMatchObject({ status: 403 });
    expect(await namesOf(dev)).toEqual(["Ana", "Ben"]);
  });
});

describe("keeping a copy in step", () => {
  test("[CON10] comes in pages, then only what has changed", async () => {
    for (const name of ["Ana", "Ben", "Cleo"]) await add(maya, { name });
    const first = await book.sync(maya, { limit: 2 });
    expect(first).toMatchObject({ more: true, reset: false, contacts: [{ name: "Ana" }, { name: "Ben" }] });
    const second = await book.sync(maya, { limit: 2, cursor: first.cursor });
    expect(second).toMatchObject({ more: false, reset: false, contacts: [{ name: "Cleo" }] });
    expect(await all(maya, second.cursor)).toMatchObject({ contacts: [], deleted: [] });
    const [ana] = first.contacts;
    await contacts.remove(maya, [ana?.id ?? ""]);
    await add(maya, { name: "Dee" });
    const third = await all(maya, second.cursor);
    expect(third).toMatchObject({ contacts: [{ name: "Dee" }], deleted: [ana?.id] });
    expect(await all(maya, third.cursor)).toMatchObject({ contacts: [], deleted: [] });
  });

  test("[CON10] a user who can no longer see a contact hears that it is gone; one who never could hears nothing", async () => {
    const id = await add(maya, { name: "Ana", public: true });
    const seen = (await all(dev)).cursor;
    await contacts.save(maya, { id, public: false });
    await add(maya, { name: "Secret" });
    expect(await all(dev, seen)).toMatchObject({ contacts: [], deleted: [id] });
  });

  test("[CON11] a copy that has missed forgotten deletions begins anew, and only once", async () => {
    const gone = await add(maya, { name: "Ana", speeddial: true });
    for (const name of ["Ben", "Cleo"]) await add(maya, { name });
    const old = (await all(maya)).cursor;
    await contacts.remove(maya, [gone]);
    const later = new Date(clock.now() + 1);
    await database.transaction((tx) => forgetDeleted(tx.query, later));
    const again = await book.sync(maya, { limit: 1, cursor: old });
    expect(again).toMatchObject({ reset: true, more: true, contacts: [{ name: "Ben" }], speeddial: [] });
    const rest = await all(maya, again.cursor);
    expect(rest).toMatchObject({ reset: false, contacts: [{ name: "Cleo" }] });
    expect(await all(maya, rest.cursor)).toMatchObject({ reset: false, contacts: [] });
  });

  test("[CON11] a cursor of another life of the book begins anew", async () => {
    await add(maya, { name: "Ana" });
    expect(await all(maya, "999.1")).toMatchObject({ reset: true, contacts: [{ name: "Ana" }] });
  });

  test("[CON12] whoever sees it is told, by the channel of the company or of the owner", async () => {
    await add(maya, { name: "Ana", public: true });
    await add(maya, { name: "Secret" });
    const told = (await eventsOf(database, company)).map(({ channel, event }) => [channel, event.type]);
    expect(told).toEqual([
      [`customer.${company}`, "CONTACT_UPDATE"],
      [`user.${maya.userId}`, "CONTACT_UPDATE"],
    ]);
  });

  test("[CON13] speed dial is each user's own, of any type, in the order it was made", async () => {
    const shared = await add(maya, { name: "Ana", public: true, speeddial: true });
    await contacts.setSpeedDial(dev, `-${maya.userId}`, true);
    await contacts.setSpeedDial(dev, shared, true);
    expect((await all(dev)).speeddial).toEqual([`-${maya.userId}`, shared]);
    expect(await contacts.setSpeedDial(maya, shared, false)).toEqual({ ids: [] });
    expect((await all(dev)).contacts).toMatchObject([{ speeddial: "1" }]);
    const own = await add(maya, { name: "Secret" });
    await expect(contacts.setSpeedDial(dev, own, true)).rejects.toMatchObject({ status: 404 });
    const events = (await eventsOf(database, company)).filter(
      ({ channel }) => channel === `user.${dev.userId}`,
    );
    expect(events.at(-1)?.event).toEqual({
      type: "SPEEDDIAL_UPDATE",
      ids: [`-${maya.userId}`, shared],
    });
  });
});
