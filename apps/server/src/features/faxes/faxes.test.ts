import { randomUUID } from "node:crypto";
import { type Fax, type FaxListQuery, NO_FAX_ACCESS_TEXT } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Actor } from "../../platform/actor.ts";
import { ReadMarks } from "../messages/conversations/read-marks.ts";
import { aCompany, aTask, aUser, eventsOf } from "../testing/company.ts";
import { VoicemailReads } from "../voicemails/index.ts";
import type { FaxLine } from "./fax-line-repository.ts";
import { createFaxTimeline } from "./fax-timeline.ts";
import { FaxesWorld } from "./testing/faxes-world.ts";

let world: FaxesWorld;
let maya: Actor;
let tom: Actor;
let stranger: Actor;
let own: FaxLine;
let shared: FaxLine;

beforeAll(async () => {
  world = await FaxesWorld.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.mails.length = 0;
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Okafor" });
  tom = await aUser(world.database, company, { firstname: "Tom", lastname: "Becker" });
  stranger = await aUser(world.database, await aCompany(world.database));
  own = await world.line([maya], "Front desk");
  shared = await world.line([tom, maya], "Records");
});

const ids = (faxes: readonly Fax[]): string[] => faxes.map(({ id }) => id);
const list = (actor: Actor, query: Partial<z.input<typeof FaxListQuery>> = {}) =>
  world.ask("getFaxes", actor, { query });
const place = (line: FaxLine, id: string) => ({ mailbox: line.number, id });
const told = async (type: string) =>
  (await eventsOf(world.database, maya.customerId))
    .map(({ event }) => event)
    .filter((event) => event.type === type);
const aTaskOf = (id: string, given: { assigned_to?: number; status?: string } = {}) =>
  aTask(world.database, maya, { source: "fax", source_id: id, line: own.number }, given);
const reads = () =>
  new ReadMarks({
    database: world.database,
    unread: world.unread,
    voicemailReads: new VoicemailReads(world),
    faxReads: world.feature.reads,
  });

async function aSentFax(line: FaxLine, given: { state?: string; reason?: string; at?: Date } = {}) {
  const id = randomUUID();
  await world.database.query
    .insertInto("faxes")
    .values({
      id,
      customer_id: line.customerId,
      fax_line_id: line.id,
      direction: "SENT",
      state: "done",
      party_number: "12125550199",
      at: new Date(world.clock.now() + 3_600_000),
      pages: 1,
      ...given,
    })
    .execute();
  return id;
}

describe("the list", () => {
  test("[FXL1] holds faxes of all lines of the user, newest first, page by page", async () => {
    const first = await world.arrives(own);
    const second = await world.arrives(shared);
    const third = await world.arrives(own);
    expect(ids(await list(maya))).toEqual([third, second, first]);
    expect(ids(await list(tom))).toEqual([second]);
    expect(ids(await list(maya, { descending: "0" }))).toEqual([first, second, third]);
    expect(ids(await list(maya, { _limit: 2 }))).toEqual([third, second]);
    expect(ids(await list(maya, { _limit: 2, after: second }))).toEqual([first]);
    expect(ids(await list(maya, { descending: false, after: second }))).toEqual([third]);
    expect(ids(await list(maya, { _offset: 1, _limit: 1 }))).toEqual([second]);
    expect(ids(await list(maya, { mailbox: shared.number }))).toEqual([second]);
    expect(ids(await list(maya, { mailbox: `${shared.number},${own.number}` }))).toEqual([
      third,
      second,
      first,
    ]);
    expect(ids(await list(stranger))).toEqual([]);
  });

  test("[FXL2] faxes of one moment are neither repeated nor lost between pages", async () => {
    const at = new Date(world.clock.now());
    const all = [];
    for (let each = 0; each < 5; each += 1) all.push(await world.arrives(own, { at }));
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = ids(await list(maya, { _limit: 2, after }));
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(all));
  });

  test("[FXL3] it can be narrowed to a direction, a number, a time, failures and tasks", async () => {
    const at = (second: number) => new Date(Math.floor(world.clock.now() / 1000 + second) * 1000);
    const early = await world.arrives(own, { at: at(0) });
    const late = await world.arrives(own, { at: at(10), callerNumber: "442079460120" });
    const sent = await aSentFax(own, { at: at(20) });
    const failed = await aSentFax(own, { at: at(30), state: "failed", reason: "busy" });
    await aTaskOf(early, { assigned_to: maya.userId });
    await aTaskOf(late);
    await aTaskOf(sent, { status: "done" });
    expect(ids(await list(maya, { dir: "INBOX" }))).toEqual([late, early]);
    expect(ids(await list(maya, { dir: "SENT" }))).toEqual([failed, sent]);
    expect(ids(await list(maya, { filter: "failed" }))).toEqual([failed]);
    expect(ids(await list(maya, { number: "442079460120" }))).toEqual([late]);
    expect(ids(await list(maya, { filter: "mine" }))).toEqual([early]);
    expect(ids(await list(maya, { filter: "unassigned" }))).toEqual([late]);
    expect(ids(await list(maya, { filter: "unresolved" }))).toEqual([late, early]);
    const unix = (second: number) => at(second).getTime() / 1000;
    expect(ids(await list(maya, { start: unix(10), end: unix(20) }))).toEqual([sent, late]);
    expect((await list(maya, { filter: "failed" }))[0]).toMatchObject({
      dlr_status: 1,
      dlr_error: "The other side was busy",
      reason: "busy",
      callerId: own.number,
      called: "12125550199",
    });
    const timeline = createFaxTimeline(world.database);
    const about = { numbers: ["12125550199", "442079460120"], userId: undefined } as never;
    const entries = await timeline.list(maya, about, { before: undefined, limit: 10 });
    expect(entries.map(({ id, status, dir }) => [id, status, dir])).toEqual([
      [failed, "failed", "out"],
      [sent, "", "out"],
      [late, "new", "in"],
    ]);
  });

  test("[FXL4] a line of somebody else is refused in the words of the specification", async () => {
    const id = await world.arrives(own);
    const refusal = { kind: "forbidden", code: "faxes.noAccess", message: NO_FAX_ACCESS_TEXT };
    for (const actor of [tom, stranger]) {
      await expect(list(actor, { mailbox: own.number })).rejects.toMatchObject(refusal);
      const query = place(own, id);
      for (const name of ["getFax", "getFaxFile", "getFaxReceipt", "deleteFax"] as const)
        await expect(world.ask(name, actor, { query })).rejects.toMatchObject(refusal);
      for (const name of ["restoreFax", "retryFax", "cancelFax"] as const)
        await expect(world.ask(name, actor, { body: query })).rejects.toMatchObject(refusal);
    }
    for (const mailbox of ["999", "", ",", `${own.number},999`])
      await expect(list(maya, { mailbox })).rejects.toThrow();
    await expect(world.ask("getFax", maya, { query: place(shared, id) })).rejects.toMatchObject({
      kind: "notFound",
      code: "faxes.notFound",
    });
  });
});

describe("a fax that comes in", () => {
  test("[FXL5] is counted, told and shown with its pages, once", async () => {
    const before = (await world.unread.count(maya)).fax;
    const id = await world.arrives(own, { sourceId: "one call", damaged: [2], station: "PARK\u0000 CLINIC" });
    expect(await world.arrives(own, { sourceId: "one call" })).toBe(id);
    expect((await world.unread.count(maya)).fax).toBe(before + 1);
    expect(await told("FAX_NEW")).toMatchObject([{ id, mailbox: own.number, fax: { id, new: true } }]);
    const details = await world.ask("getFax", maya, { query: place(own, id) });
    expect(details).toMatchObject({
      dir: "INBOX",
      name: "Front desk",
      callerId: "12125550155",
      callername: "June Park",
      called: own.number,
      pages: 2,
      damaged: [2],
      station: "PARK CLINIC",
      dlr_status: 0,
      submited: 0,
      readers: [],
      attempts: [],
      sent_by: null,
      has_receipt: false,
    });
    const file = await world.ask("getFaxFile", maya, { query: { ...place(own, id), download: "1" } });
    expect(file).toMatchObject({ pages: 2, filename: expect.stringMatching(/^Fax from June Park .*\.pdf$/) });
    expect(file.url).toMatch(/^\/files\/[0-9a-f]{32}\?name=Fax from June Park/);
    await expect(world.ask("getFaxReceipt", maya, { query: place(own, id) })).rejects.toMatchObject({
      code: "faxes.noReceipt",
    });
  });

  test("[FXL6] whose pages cannot be read is kept, and said to be damaged", async () => {
    const { writeFile } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const tiffFile = `${tmpdir()}/${randomUUID()}.tif`;
    await writeFile(tiffFile, "noise");
    const id = await world.arrives(own, { tiffFile, pages: 3 });
    const details = await world.ask("getFax", maya, { query: place(own, id) });
    expect(details).toMatchObject({ pages: 3, damaged: [1, 2, 3], fileData: null });
    await expect(world.ask("getFaxFile", maya, { query: place(own, id) })).rejects.toMatchObject({
      code: "faxes.fileMissing",
    });
  });

  test("[FXL7] is read by name, and may be unread again", async () => {
    const id = await world.arrives(shared);
    await reads().markRead(maya, { type: "fax", line: shared.number, ids: [id] });
    const [read] = await list(tom);
    expect(read).toMatchObject({ new: false, read_by: [maya.userId] });
    expect((await world.unread.count(tom)).fax).toBe(0);
    await reads().markRead(tom, { type: "fax" });
    await reads().markRead(tom, { type: "fax", line: shared.number, ids: [id] });
    await reads().markUnread(maya, { type: "fax", line: shared.number, ids: [id] });
    expect((await list(maya))[0]).toMatchObject({ new: true, read_by: [tom.userId] });
    expect((await world.unread.count(tom)).fax).toBe(1);
    const changes = (await told("FAX_CHANGED")).map(({ faxes }) => (faxes as Fax[])[0]?.read_by);
    expect(changes).toEqual([[maya.userId], [maya.userId, tom.userId], [tom.userId]]);
    await reads().markRead(maya, { type: "all" });
    expect((await world.unread.count(maya)).fax).toBe(0);
    await expect(reads().markRead(tom, { type: "fax", line: own.number })).rejects.toMatchObject({
      code: "faxes.noAccess",
    });
  });
});

describe("deleting", () => {
  test("[FXL8] hides it for everybody and can be undone for a while", async () => {
    const id = await world.arrives(shared);
    const query = place(shared, id);
    const { undoUntil } = await world.ask("deleteFax", maya, { query });
    expect(await world.ask("deleteFax", tom, { query })).toEqual({ undoUntil });
    expect(await list(tom)).toEqual([]);
    expect((await world.unread.count(tom)).fax).toBe(0);
    expect(await told("FAX_DELETED")).toEqual([{ type: "FAX_DELETED", mailbox: shared.number, ids: [id] }]);
    expect(await world.ask("restoreFax", tom, { body: query })).toMatchObject({ id, new: true });
    expect((await world.unread.count(tom)).fax).toBe(1);
    await world.ask("deleteFax", maya, { query });
    world.clock.advance(60_001);
    await expect(world.ask("restoreFax", maya, { body: query })).rejects.toMatchObject({
      code: "faxes.tooLateToUndo",
    });
  });

  test("[FXL9] takes row and files with it, but those that another fax has too", async () => {
    const id = await world.arrives(shared);
    const keys = await world.database.query
      .selectFrom("faxes")
      .select(["tiff_key", "pdf_key", "pdf_bytes", "picture_key"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const other = await aSentFax(shared);
    const { pdf_key, pdf_bytes } = keys;
    await world.database.query
      .updateTable("faxes")
      .set({ pdf_key, pdf_bytes })
      .where("id", "=", other)
      .execute();
    await world.ask("deleteFax", maya, { query: place(shared, id) });
    await world.restart();
    await world.until(
      async () => expect(await world.objects.head(keys.tiff_key ?? "")).toBeUndefined(),
      5_000,
    );
    expect(await world.objects.head(pdf_key ?? "")).toBeDefined();
    expect(ids(await list(maya))).toEqual([other]);
  });
});

describe("lines", () => {
  test("[FXL10] their switches are changed by owners and administrators, and everybody hears of it", async () => {
    const plain = {
      ...tom,
      features: new Set([...tom.features].filter((each) => each !== "administration")),
    };
    const someone = { ...plain, ...{ userId: maya.userId } };
    const body = { mailbox: shared.number, mail: true };
    await expect(world.ask("updateFaxBox", someone, { body })).rejects.toMatchObject({
      code: "faxes.notManager",
    });
    expect(await world.ask("updateFaxBox", plain, { body })).toMatchObject({ mail: true, receipts: true });
    await world.ask("updateFaxBox", plain, { body });
    expect(await told("FAX_BOX")).toEqual([{ type: "FAX_BOX", mailbox: shared.number }]);
    expect(await world.ask("getFaxBoxes", plain, {})).toEqual([
      {
        mailbox: shared.number,
        label: "Records",
        owned: true,
        manageable: true,
        agents: [maya.userId, tom.userId].toSorted((one, other) => one - other),
        mail: true,
        receipts: true,
        way: "phone",
      },
    ]);
  });

  test("[FXL11] those who want it get what comes in by mail, with its pages", async () => {
    await world.ask("updateFaxBox", tom, { body: { mailbox: shared.number, mail: true } });
    await world.arrives(shared, { damaged: [2] });
    await world.arrives(own);
    await world.restart();
    await world.until(() => expect(world.mails).toHaveLength(2));
    expect(world.mails[0]).toMatchObject({
      subject: "Fax from June Park",
      attachments: [{ filename: expect.stringMatching(/^Fax from June Park/) }],
    });
    expect(world.mails[0]?.text).toContain("Page 2 arrived damaged.");
    expect(world.mails[0]?.text).toContain(`https://offhook.example/faxes/${shared.number}/`);
  });
});
