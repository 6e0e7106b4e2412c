import type { CallView, ClosedLegRecord, LegRecord } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { CallHistoryService } from "../../features/calls/history/call-history-service.ts";
import { RecordingTranscripts } from "../../features/calls/index.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../features/testing/company.ts";
import { UnreadService } from "../../features/unread/index.ts";
import type { Actor } from "../../platform/actor.ts";
import { CallRecordWriter } from "./call-record-writer.ts";

const log = {
  error: (details: unknown) => expect.fail(JSON.stringify(details)),
  warn: () => {},
};
let database: TestDatabase;
let clock: FakeClock;
let unread: UnreadService;
let writer: CallRecordWriter;
let history: CallHistoryService;
let company: number;
let maya: Actor;
let line: { id: number; name: string };
let lastId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  unread = new UnreadService({ database, clock });
  writer = new CallRecordWriter({ database, clock, unread, log });
  history = new CallHistoryService({
    ...{ database, unread, fileUrl: (key) => `/files/${key}` },
    transcripts: new RecordingTranscripts({
      database,
      clock,
      log,
      files: { playable: async () => undefined },
    }),
  });
  company = await aCompany(database);
  maya = await aUser(database, company);
  line = await aPhone(database, maya, { label: "Maya" });
});

function aLeg(given: Partial<LegRecord> = {}): LegRecord {
  lastId += 1;
  return {
    id: `leg-${lastId}`,
    callId: `call-${lastId}`,
    companyId: String(company),
    endpointId: String(line.id),
    trunkId: undefined,
    queueId: undefined,
    direction: "in",
    ownNumber: "101",
    number: "12125550155",
    name: "June Park",
    dialed: "12125550141",
    startedAt: clock.now(),
    ...given,
  };
}

function ended(leg: LegRecord, given: Partial<ClosedLegRecord> = {}): ClosedLegRecord {
  return {
    ...leg,
    answeredAt: undefined,
    endedAt: leg.startedAt + 20_000,
    durationMs: 0,
    status: "missed",
    cause: "noAnswer",
    isBlocked: false,
    deviceId: undefined,
    cost: 0,
    quality: [],
    ...given,
  };
}

const list = (filter: "all" | "missed" | "outgoing" | "incoming" = "all") =>
  history.list(maya, { filter, limit: 50 });

test("[CDR1] a missed call stands in the history, is told to the line and counts as unread", async () => {
  const leg = aLeg();
  writer.opened(leg);
  writer.closed(ended(leg));
  await writer.settled();
  const [record] = await list();
  expect(record).toEqual({
    id: leg.id,
    callid: leg.callId,
    phone: line.name,
    cnumber: "12125550141",
    snumber: "12125550155",
    sname: "June Park",
    number: "12125550155",
    name: "June Park",
    dir: "in",
    status: "missed",
    time: Math.floor(leg.startedAt / 1000),
    time_ms: leg.startedAt,
    duration: 0,
    new: true,
    blocked: false,
    doorbell: false,
    declined: null,
    queue: null,
    recorded: false,
    voicemail: false,
    noted: false,
    returned: null,
  });
  expect(await eventsOf(database, company)).toEqual(
    [
      { channel: `phone.${line.id}`, event: { type: "HISTORY", phone: line.name, cdr: record } },
      {
        channel: `user.${maya.userId}`,
        event: { type: "UNREAD_UPDATE", sms: 0, phn: 1, vox: 0, fax: 0 },
      },
    ].sort(byType),
  );
  expect(await unread.count(maya)).toMatchObject({ phn: 1 });
});

const byType = (a: { event: { type: string } }, b: { event: { type: string } }): number =>
  b.event.type.localeCompare(a.event.type);

test("[CDR2] a record is closed once, whatever is told later", async () => {
  const leg = aLeg();
  writer.opened(leg);
  writer.closed(ended(leg, { status: "answer", answeredAt: leg.startedAt, durationMs: 65_400 }));
  writer.closed(ended(leg, { status: "failed" }));
  await writer.settled();
  const [record] = await list();
  expect(record).toMatchObject({ status: "answer", duration: 65, new: false });
  expect(await eventsOf(database, company)).toHaveLength(1);
});

test.each([
  ["answer", "in", false],
  ["elsewhere", "in", false],
  ["blocked", "in", false],
  ["busy", "in", true],
  ["declined", "in", false],
  ["cancelled", "in", true],
  ["missed", "out", false],
] as const)("[CDR3] [HIS14] %s and %s raises the counter: %s", async (status, direction, isCounted) => {
  const leg = aLeg({ direction });
  writer.opened(leg);
  writer.closed(ended(leg, { status }));
  await writer.settled();
  expect(await unread.count(maya)).toMatchObject({ phn: isCounted ? 1 : 0 });
});

test("[HIS33] a door that nobody opened is missed, but neither unread nor returned by the next call with it", async () => {
  const door = aLeg({ isDoorbell: true, number: "191", name: "Front door" });
  writer.opened(door);
  writer.closed(ended(door));
  const talk = aLeg({ number: "191", startedAt: clock.now() + 60_000 });
  writer.opened(talk);
  writer.closed(ended(talk, { status: "answer", answeredAt: talk.startedAt, durationMs: 1_000 }));
  await writer.settled();
  const [record] = await list("missed");
  expect(record).toMatchObject({ id: door.id, doorbell: true, status: "missed", new: false, returned: null });
  expect(await unread.count(maya)).toMatchObject({ phn: 0 });
});

test("[HIS32] whoever declines is named to the others of the line", async () => {
  const [named, unknown] = [aLeg(), aLeg()];
  for (const leg of [named, unknown]) writer.opened(leg);
  writer.closed(ended(named, { status: "declined", declinedBy: String(maya.userId) }));
  // The user is gone before the decline was written.
  writer.closed(ended(unknown, { status: "declined", declinedBy: "999999" }));
  await writer.settled();
  const records = await list();
  const by = (
    await database.query.selectFrom("users").selectAll().where("id", "=", maya.userId).execute()
  )[0];
  expect(records.find(({ id }) => id === named.id)?.declined).toEqual({
    by: `${by?.firstname} ${by?.lastname}`.trim(),
    user_id: maya.userId,
  });
  expect(records.find(({ id }) => id === unknown.id)?.declined).toBeNull();
  expect(await list("missed")).toEqual([]);
});

test("[CDR4] filters, pages and read marks work on the user's own lines only", async () => {
  const [missed, out, taken] = [aLeg(), aLeg({ direction: "out" }), aLeg()];
  for (const [index, leg] of [missed, out, taken].entries()) {
    const later = { ...leg, startedAt: clock.now() + index * 1000 };
    writer.opened(later);
    writer.closed(ended(later, leg === taken ? { status: "answer" } : {}));
  }
  const other = await aPhone(database, await aUser(database, company));
  const foreign = aLeg({ endpointId: String(other.id) });
  writer.opened(foreign);
  writer.closed(ended(foreign));
  await writer.settled();
  const ids = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ id }) => id);
  expect(await ids()).toEqual([taken.id, out.id, missed.id]);
  expect(await ids("missed")).toEqual([missed.id]);
  expect(await ids("outgoing")).toEqual([out.id]);
  expect(await ids("incoming")).toEqual([taken.id, missed.id]);
  const older = await history.list(maya, { filter: "all", limit: 1, before: taken.id });
  expect(older.map(({ id }) => id)).toEqual([out.id]);

  await expect(history.read(maya, foreign.id)).rejects.toMatchObject({ code: "calls.recordNotFound" });
  expect(await history.markRead(maya, { phone: line.name, ids: [missed.id] })).toMatchObject({ phn: 0 });
  expect((await list("missed"))[0]?.new).toBe(false);
  await expect(history.markRead(maya, { phone: other.name })).rejects.toMatchObject({
    code: "calls.phoneNotFound",
  });
});

test("[CDR5] calls that were on when the server was killed are closed with that reason at the next start", async () => {
  const answered = aLeg();
  const ringing = aLeg();
  const inRoom = aLeg();
  for (const leg of [answered, ringing, inRoom]) writer.opened(leg);
  const answeredAt = clock.now() + 1_000;
  writer.changed({
    parties: [
      { recordId: answered.id, phase: "talking", answeredAt },
      { recordId: ringing.id, phase: "ringing", answeredAt: undefined },
    ],
  } as unknown as CallView);
  // Nobody is at the other end of a conference room, a mailbox or the music of a queue; it is a talk all the same.
  writer.changed({
    parties: [{ recordId: inRoom.id, phase: "application", answeredAt }],
  } as unknown as CallView);
  await writer.settled();
  clock.advance(31_000);
  await writer.settled();
  await vi.waitFor(async () => expect(await seenAt(answered.id)).toBe(clock.now() - 1_000), {
    timeout: 10_000,
  });

  const next = new CallRecordWriter({ database, clock, unread, log });
  await next.closeCrashed();
  const [first, second, third] = await Promise.all(
    [answered, ringing, inRoom].map(({ id }) => history.read(maya, id)),
  );
  expect(first).toMatchObject({ status: "answer", cause: "crashed", duration: 29 });
  expect(second).toMatchObject({ status: "failed", cause: "crashed", duration: 0 });
  expect(third).toMatchObject({ status: "answer", cause: "crashed", duration: 29 });
  await next.closeCrashed();
  const told = (await eventsOf(database, company)).filter(({ event }) => event.type === "HISTORY");
  expect(told).toHaveLength(3);
});

test("[CDR6] a party outside, and a line that is gone, have a record without an entry in anybody's history", async () => {
  const outside = aLeg({ endpointId: undefined, trunkId: "carrier" });
  const gone = aLeg({ endpointId: "999999", queueId: "888888" });
  for (const leg of [outside, gone]) {
    writer.opened(leg);
    writer.closed(ended(leg));
  }
  await writer.settled();
  expect(await list()).toEqual([]);
  const rows = await database.query
    .selectFrom("call_records")
    .select(["id", "phone_id", "status"])
    .where("customer_id", "=", company)
    .orderBy("id")
    .execute();
  expect(rows.map(({ phone_id, status }) => [phone_id, status])).toEqual([
    [null, "missed"],
    [null, "missed"],
  ]);
});

test("[CDR7] a database that is away for a moment loses nothing", async () => {
  const errors: unknown[] = [];
  let isAway = true;
  const flaky = new CallRecordWriter({
    database: {
      ...database,
      transaction: async (work) => {
        if (isAway) throw new Error("The database is away");
        return database.transaction(work);
      },
    },
    clock,
    unread,
    log: { ...log, error: (details: unknown) => errors.push(details) },
  });
  const leg = aLeg();
  flaky.opened(leg);
  flaky.closed(ended(leg));
  clock.advance(25);
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 10_000 });
  isAway = false;
  clock.advance(2_000);
  await flaky.settled();
  expect((await list()).map(({ id }) => id)).toEqual([leg.id]);
});

test("[CDR10] an entry that the database refuses is lost alone, and any name can be stored", async () => {
  const errors: unknown[] = [];
  const strict = new CallRecordWriter({
    database,
    clock,
    unread,
    log: { ...log, error: (details: unknown) => errors.push(details) },
  });
  const legs = [aLeg(), aLeg({ direction: "sideways" as "in" }), aLeg({ name: "June\0 \ud83d" })];
  for (const leg of legs) strict.opened(leg);
  for (const leg of legs) strict.closed(ended(leg, { status: "answer" }));
  await strict.settled();
  expect(errors).not.toHaveLength(0);
  const records = await list();
  expect(records.map(({ id }) => id).sort()).toEqual([legs[0]!.id, legs[2]!.id].sort());
  expect(records.find(({ id }) => id === legs[2]!.id)?.name).toBe("June \ufffd");
});

test("[CDR11] whoever is called back within the same moment is told of it after the call itself", async () => {
  const missed = aLeg();
  const back = aLeg({ direction: "out", startedAt: clock.now() + 1_000 });
  for (const leg of [missed, back]) writer.opened(leg);
  writer.closed(ended(missed));
  writer.closed(ended(back, { status: "answer", answeredAt: back.startedAt + 500 }));
  await writer.settled();
  const told = (await eventsOf(database, company)).map(({ event }) => event.type);
  expect(told.indexOf("HISTORY_RETURNED")).toBeGreaterThan(told.lastIndexOf("HISTORY"));
  expect(await unread.count(maya)).toMatchObject({ phn: 0 });
  expect((await list("missed"))[0]).toMatchObject({ new: false, returned: { via: "call" } });
});

async function seenAt(id: string): Promise<number> {
  const row = await database.query
    .selectFrom("call_records")
    .select("seen_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.seen_at.getTime();
}
