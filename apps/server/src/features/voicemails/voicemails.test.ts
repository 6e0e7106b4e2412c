import type { Voicemail, VoicemailListQuery } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Actor } from "../../platform/actor.ts";
import { FaxReads } from "../faxes/index.ts";
import { ReadMarks } from "../messages/conversations/read-marks.ts";
import { aCompany, aPhone, aTask, aUser, eventsOf } from "../testing/company.ts";
import type { Mailbox } from "./mailbox-access-repository.ts";
import { VoicemailsWorld } from "./testing/voicemails-world.ts";
import { createVoicemailTimeline } from "./voicemail-timeline.ts";

let world: VoicemailsWorld;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let own: Mailbox;
let shared: Mailbox;

beforeAll(async () => {
  world = await VoicemailsWorld.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Okafor" });
  dev = await aUser(world.database, company, { firstname: "Dev", lastname: "Patel" });
  stranger = await aUser(world.database, await aCompany(world.database));
  own = await world.mailbox([maya], "101", "Maya Okafor");
  shared = await world.mailbox([dev, maya], "301", "Scheduling");
});

const ids = (voicemails: readonly Voicemail[]): string[] => voicemails.map(({ id }) => id);
const list = (actor: Actor, query: Partial<z.input<typeof VoicemailListQuery>> = {}) =>
  world.ask("getVoicemails", actor, { query });
const changed = async (): Promise<Voicemail[]> => {
  const events = await eventsOf(world.database, maya.customerId);
  return events
    .filter(({ event }) => event.type === "VOICEMAIL_CHANGED")
    .flatMap(({ event }) => event.voicemails as Voicemail[]);
};
const aTaskOf = (id: string, given: { assigned_to?: number; status?: string } = {}) =>
  aTask(world.database, maya, { source: "voicemail", source_id: id, line: "101" }, given);
const reads = () =>
  new ReadMarks({
    database: world.database,
    unread: world.unread,
    voicemailReads: world.feature.reads,
    faxReads: new FaxReads(world),
  });

describe("the list", () => {
  test("[VML1] holds messages of all boxes of the user, newest first, page by page", async () => {
    const first = await world.arrives(own);
    const second = await world.arrives(shared);
    const third = await world.arrives(own);
    expect(ids(await list(maya))).toEqual([third, second, first]);
    expect(ids(await list(dev))).toEqual([second]);
    expect(ids(await list(maya, { limit: 2 }))).toEqual([third, second]);
    expect(ids(await list(maya, { limit: 2, before: second }))).toEqual([first]);
    expect(ids(await list(maya, { mailbox: "301" }))).toEqual([second]);
    expect(ids(await list(maya, { mailbox: "301,101" }))).toEqual([third, second, first]);
    expect(ids(await list(maya, { mailbox: "301,301" }))).toEqual([second]);
    for (const mailbox of ["101,999", "101,", ","]) await expect(list(maya, { mailbox })).rejects.toThrow();
    await expect(list(dev, { mailbox: "301,101" })).rejects.toMatchObject({ kind: "notFound" });
    expect(ids(await list(stranger))).toEqual([]);
  });

  test("[VML2] messages of one moment are neither repeated nor lost between pages", async () => {
    const received_at = new Date(world.clock.now());
    const all = [];
    for (let each = 0; each < 5; each += 1) all.push(await world.arrives(own, { received_at }));
    const seen: string[] = [];
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const page = ids(await list(maya, { limit: 2, before }));
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(all));
  });

  test("[VML3] it can be narrowed to a folder, a caller, what is new, and tasks", async () => {
    const saved = await world.arrives(own, { folder: "SAVED" });
    const heard = await world.arrives(own, { heard_at: new Date() });
    const other = await world.arrives(own, { caller_number: "12125550199" });
    await aTaskOf(saved, { assigned_to: maya.userId });
    await aTaskOf(heard);
    await aTaskOf(other, { status: "done" });
    expect(ids(await list(maya, { dir: "SAVED" }))).toEqual([saved]);
    expect(ids(await list(maya, { dir: "INBOX" }))).toEqual([other, heard]);
    expect(ids(await list(maya, { number: "12125550199" }))).toEqual([other]);
    expect(ids(await list(maya, { filter: "new" }))).toEqual([other, saved]);
    expect(ids(await list(maya, { filter: "mine" }))).toEqual([saved]);
    expect(ids(await list(maya, { filter: "unassigned" }))).toEqual([heard]);
    expect(ids(await list(maya, { filter: "unresolved" }))).toEqual([heard, saved]);
    const [, , first] = await list(maya);
    expect(first?.tasks).toMatchObject([{ source: "voicemail", assigned_to: maya.userId }]);
  });
});

describe("a single message", () => {
  test("[VML4] has what was said, its readers, how loud it is, and the entry of the history", async () => {
    const phone = await aPhone(world.database, maya);
    const id = await world.arrives(own, { peaks: [0, 50, 100] });
    await world.database.query
      .insertInto("call_records")
      .values({
        id: `record-${id}`,
        call_id: `call-${id}`,
        customer_id: maya.customerId,
        phone_id: phone.id,
        dir: "in",
        own_number: "101",
        number: "12125550155",
        name: "",
        dialled: "101",
        started_at: new Date(),
        seen_at: new Date(),
        ended_at: new Date(),
        status: "missed",
      })
      .execute();
    await reads().markRead(maya, { type: "vox", line: "101", ids: [id] });
    const details = await world.ask("getVoicemail", maya, { query: { mailbox: "101", id } });
    expect(details).toMatchObject({
      id,
      name: "Maya Okafor",
      caller: "June Park <12125550155>",
      duration: 8,
      sentences: [],
      peaks: [0, 50, 100],
      callid: `record-${id}`,
      readers: [{ user_id: maya.userId, name: "Maya Okafor", at: Math.floor(world.clock.now() / 1000) }],
    });
  });

  test("[VML5] its file has an address, and a name that says who called and when", async () => {
    const received_at = new Date("2030-01-07T14:05:00Z");
    const id = await world.arrives(own, { received_at, caller_name: "June ../Park" });
    const query = { mailbox: "101", id };
    const { url, filename, duration } = await world.ask("getVoicemailFile", maya, { query });
    expect(url).toMatch(/^\/files\/[0-9a-f]{32}$/);
    expect(filename).toMatch(/^Voicemail from June ___Park 2030-01-07 \d\d\.05\.mp3$/);
    expect(duration).toBe(8);
    const kept = await world.ask("getVoicemailFile", maya, { query: { ...query, download: "1" } });
    expect(kept.url).toContain("?name=Voicemail from June");
    const lost = await world.arrives(own, { object_key: "f".repeat(32) });
    await expect(
      world.ask("getVoicemailFile", maya, { query: { mailbox: "101", id: lost } }),
    ).rejects.toMatchObject({ kind: "notFound", code: "voicemails.fileMissing" });
  });

  test("[VML6] another box, another company and a path in a name lead nowhere", async () => {
    const id = await world.arrives(own);
    for (const name of ["getVoicemail", "getVoicemailFile", "deleteVoicemail"] as const) {
      for (const actor of [dev, stranger])
        await expect(world.ask(name, actor, { query: { mailbox: "101", id } })).rejects.toMatchObject({
          kind: "notFound",
          code: "voicemails.noMailbox",
        });
      for (const mailbox of ["301", "../101"])
        await expect(world.ask(name, maya, { query: { mailbox, id } })).rejects.toMatchObject({
          kind: "notFound",
        });
      await expect(
        world.ask(name, maya, { query: { mailbox: "101", id: "../../etc/passwd" } }),
      ).rejects.toMatchObject({ kind: "notFound", code: "voicemails.notFound" });
    }
    expect(ids(await list(maya))).toEqual([id]);
  });
});

describe("reading", () => {
  test("[VML7] the first reader makes it old for everyone, each reader is named, and both are told", async () => {
    const id = await world.arrives(shared);
    expect(await world.unread.count(maya)).toMatchObject({ vox: 1 });
    const counters = await reads().markRead(maya, { type: "vox", line: "301", ids: [id] });
    expect(counters).toMatchObject({ vox: 0 });
    expect(await world.unread.count(dev)).toMatchObject({ vox: 0 });
    await reads().markRead(dev, { type: "vox", line: "301", ids: [id] });
    expect(await list(dev)).toMatchObject([{ new: false, read_by: [maya.userId, dev.userId] }]);
    expect((await changed()).map(({ read_by }) => read_by)).toEqual([
      [maya.userId],
      [maya.userId, dev.userId],
    ]);
  });

  test("[VML8] marked unread it is new again, and the user has not read it", async () => {
    const id = await world.arrives(shared);
    await reads().markRead(maya, { type: "vox" });
    await reads().markRead(dev, { type: "vox", line: "301", ids: [id] });
    const counters = await reads().markUnread(maya, { type: "vox", line: "301", ids: [id] });
    expect(counters).toMatchObject({ vox: 1 });
    expect(await list(dev)).toMatchObject([{ new: true, read_by: [dev.userId] }]);
    expect((await changed()).at(-1)).toMatchObject({ new: true, read_by: [dev.userId] });
    await expect(reads().markUnread(stranger, { type: "vox", line: "301", ids: [id] })).rejects.toMatchObject(
      { code: "voicemails.noMailbox" },
    );
  });

  test("[VML9] everything at once, also with texts and calls; nothing of boxes that are not theirs", async () => {
    await world.arrives(own);
    await world.arrives(shared);
    await reads().markRead(dev, { type: "all" });
    expect(await world.unread.count(maya)).toMatchObject({ vox: 1 });
    await reads().markRead(maya, { type: "all" });
    expect(await list(maya, { filter: "new" })).toEqual([]);
    expect((await list(maya)).map(({ read_by }) => read_by)).toEqual([[dev.userId], [maya.userId]]);
  });

  test("[VML10] heard by telephone, the owner has read it", async () => {
    const id = await world.arrives(shared);
    await world.database.transaction((tx) => world.feature.arrivals.heardWithin(tx, shared, id));
    expect(await list(maya)).toMatchObject([{ new: false, read_by: [dev.userId] }]);
    expect(await world.unread.count(maya)).toMatchObject({ vox: 0 });
  });
});

describe("folders and deleting", () => {
  test("[VML11] messages are moved, and only those that were elsewhere are told of", async () => {
    const [one, two] = [await world.arrives(own), await world.arrives(own, { folder: "SAVED" })];
    const moved = await world.ask("moveVoicemails", maya, {
      body: { mailbox: "101", ids: [one, two, "nothing"], dir: "SAVED" },
    });
    expect(moved.map(({ id, dir }) => [id, dir])).toEqual([
      [two, "SAVED"],
      [one, "SAVED"],
    ]);
    expect(ids(await changed())).toEqual([one]);
    const elsewhere = { mailbox: "301", ids: [one], dir: "INBOX" as const };
    await expect(world.ask("moveVoicemails", maya, { body: elsewhere })).rejects.toMatchObject({
      code: "voicemails.notFound",
    });
  });

  test("[VML12] a deleted message is gone from list, counters and file at once, and comes back as it was", async () => {
    const id = await world.arrives(own);
    const query = { mailbox: "101", id };
    const { undoUntil } = await world.ask("deleteVoicemail", maya, { query });
    expect(undoUntil).toBe(world.clock.now() + 60_000);
    expect(await world.ask("deleteVoicemail", maya, { query })).toEqual({ undoUntil });
    expect(await list(maya)).toEqual([]);
    expect(await world.unread.count(maya)).toMatchObject({ vox: 0 });
    await expect(world.ask("getVoicemailFile", maya, { query })).rejects.toMatchObject({ kind: "notFound" });
    const restored = await world.ask("restoreVoicemail", maya, { body: query });
    expect(restored).toMatchObject({ id, new: true });
    expect(await list(maya)).toEqual([restored]);
    expect(await world.unread.count(maya)).toMatchObject({ vox: 1 });
    const told = (await eventsOf(world.database, maya.customerId)).map(({ event }) => event.type);
    expect(told.filter((type) => type.startsWith("VOICEMAIL"))).toEqual([
      "VOICEMAIL_NEW",
      "VOICEMAIL_DELETED",
      "VOICEMAIL_CHANGED",
    ]);
  });

  test("[VML13] after the undo it goes for good, with its file, also over a restart; shared files stay", async () => {
    const keyOf = async (id: string): Promise<string> => {
      const row = await world.database.query
        .selectFrom("voicemail_messages")
        .select("object_key")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return row.object_key;
    };
    const [kept, alone] = [await world.arrives(own), await world.arrives(own)];
    const key = await keyOf(kept);
    const twin = await world.arrives(own, { object_key: key, phone_key: key });
    const lonelyKey = await keyOf(alone);
    for (const id of [alone, twin])
      await world.ask("deleteVoicemail", maya, { query: { mailbox: "101", id } });
    world.clock.advance(60_001);
    await expect(
      world.ask("restoreVoicemail", maya, { body: { mailbox: "101", id: alone } }),
    ).rejects.toMatchObject({ kind: "conflict", code: "voicemails.tooLateToUndo" });
    await world.restart();
    await world.until(async () => {
      const rows = await world.database.query
        .selectFrom("voicemail_messages")
        .select("id")
        .where("voicemail_box_id", "=", own.id)
        .execute();
      expect(rows).toEqual([{ id: kept }]);
    }, 1_000);
    expect(await world.objects.head(lonelyKey)).toBeUndefined();
    expect(await world.objects.head(key)).toBeDefined();
    const files = await world.database.query
      .selectFrom("files")
      .select("key")
      .where("key", "in", [key, lonelyKey])
      .execute();
    expect(files).toEqual([{ key }]);
    await expect(
      world.ask("restoreVoicemail", maya, { body: { mailbox: "101", id: alone } }),
    ).rejects.toMatchObject({ code: "voicemails.notFound" });
  });
});

test("[VML14] messages stand in the timelines of the people who left them, for readers of the box", async () => {
  const id = await world.arrives(own);
  await world.arrives(own, { caller_number: "12125550199" });
  const timeline = createVoicemailTimeline(world.database);
  const about = { numbers: ["12125550155", "155"], userId: undefined };
  const page = { before: undefined, limit: 10 };
  expect(await timeline.list(maya, about, page)).toEqual([
    {
      kind: "voicemail",
      id,
      time: expect.any(Number),
      dir: "in",
      number: "12125550155",
      title: "Voicemail",
      subtitle: "0:08 · Maya Okafor",
      status: "new",
      to: `/voicemails/101/${id}/INBOX`,
    },
  ]);
  expect(await timeline.list(dev, about, page)).toEqual([]);
  const earlier = { time: world.clock.now() - 1, kind: "voicemail", id };
  expect(await timeline.list(maya, about, { before: earlier, limit: 10 })).toEqual([]);
});
