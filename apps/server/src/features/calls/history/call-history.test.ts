import { randomUUID } from "node:crypto";
import type { CallRecord } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { type Insertable, type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallRecords, DB } from "../../../database/schema/database-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { UnreadService } from "../../unread/index.ts";
import { exportCalls } from "./call-export.ts";
import { CallNotes } from "./call-notes.ts";
import { listReadableRecords } from "./call-record-repository.ts";
import { createCallTimeline } from "./call-timeline.ts";
import { MissedCalls } from "./missed-calls.ts";

const CALLER = "12125550177";
const START = Date.parse("2030-03-04T15:00:00Z");
const MINUTE_MS = 60_000;

let database: TestDatabase;
let unread: UnreadService;
let missedCalls: MissedCalls;
let notes: CallNotes;
let company: number;
let maya: Actor;
let dev: Actor;
let ines: Actor;
let lines: Record<"maya" | "dev" | "ines", { id: number; name: string }>;

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = new FakeClock(START);
  unread = new UnreadService({ database, clock });
  missedCalls = new MissedCalls(unread);
  notes = new CallNotes({ database, clock });
});
afterAll(() => database.drop());
beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company, { firstname: "Maya", lastname: "Okafor" });
  dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  lines = {
    maya: await aPhone(database, maya, { label: "Maya" }),
    dev: await aPhone(database, dev, { label: "Dev" }),
    ines: await aPhone(database, ines, { label: "Ines" }),
  };
});

type Line = keyof typeof lines;

async function aCall(line: Line, given: Partial<Insertable<CallRecords>> = {}): Promise<string> {
  const id = randomUUID();
  const at = new Date(START);
  await database.query
    .insertInto("call_records")
    .values({
      id,
      call_id: `call-${id}`,
      customer_id: company,
      phone_id: lines[line].id,
      dir: "in",
      own_number: "101",
      number: CALLER,
      name: "June Park",
      dialled: "12125550141",
      started_at: at,
      seen_at: at,
      ended_at: at,
      status: "missed",
      cause: "noAnswer",
      duration_ms: 0,
      ...given,
    })
    .execute();
  return id;
}

const list = (actor: Actor, page: Partial<Parameters<typeof listReadableRecords>[2]> = {}) =>
  listReadableRecords(database.query, actor.userId, { filter: "all", limit: 50, ...page });
const only = async (actor: Actor): Promise<CallRecord> => {
  const records = await list(actor);
  expect(records).toHaveLength(1);
  return records[0]!;
};
const told = async (type: string) =>
  (await eventsOf(database, company)).filter(({ event }) => event.type === type);

function talk(line: Line, dir: "in" | "out", number = CALLER): Promise<void> {
  const call = {
    customerId: company,
    phoneId: lines[line].id,
    dir,
    number,
    at: new Date(START + 4 * MINUTE_MS),
  };
  return database.transaction(async (tx) =>
    missedCalls.tellWithin(tx, await missedCalls.talkedWithin(tx, [call])),
  );
}

describe("returning", () => {
  test("[HIS1] a user who calls back closes the call, is named with the moment, and has read it", async () => {
    const id = await aCall("maya");
    await database.transaction((tx) =>
      unread.addWithin(tx, { customerId: company, type: "phn", line: lines.maya.name }, [id]),
    );
    await talk("maya", "out");
    const returned = {
      via: "call",
      by: "Maya Okafor",
      user_id: maya.userId,
      at: START / 1000 + 240,
    };
    expect(await only(maya)).toMatchObject({ returned, new: false });
    expect(await unread.count(maya)).toMatchObject({ phn: 0 });
    expect(await told("HISTORY_RETURNED")).toEqual([
      {
        channel: `phone.${lines.maya.id}`,
        event: { type: "HISTORY_RETURNED", phone: lines.maya.name, ids: [id], returned },
      },
    ]);
    expect(await told("HISTORY_READ")).toHaveLength(1);
  });

  test("[HIS2] a colleague whose phone rang for the same call closes it for all, read by nobody else", async () => {
    const group = { call_id: `group-${company}` };
    const id = await aCall("maya", group);
    await aCall("dev", group);
    await database.transaction((tx) =>
      unread.addWithin(tx, { customerId: company, type: "phn", line: lines.maya.name }, [id]),
    );
    await talk("dev", "out");
    expect(await only(maya)).toMatchObject({ returned: { by: "Dev Patel" }, new: true });
    expect(await only(dev)).toMatchObject({ returned: { by: "Dev Patel" } });
    expect((await told("HISTORY_RETURNED")).map(({ channel }) => channel).sort()).toEqual(
      [`phone.${lines.dev.id}`, `phone.${lines.maya.id}`].sort(),
    );
  });

  test("[HIS3] a colleague who never saw the call does not close it, nor another company", async () => {
    await aCall("maya");
    await talk("ines", "out");
    const stranger = await aUser(database, await aCompany(database));
    await database.transaction((tx) =>
      missedCalls.textedWithin(tx, {
        customerId: stranger.customerId,
        userId: stranger.userId,
        number: CALLER,
        at: new Date(START + MINUTE_MS),
      }),
    );
    expect((await only(maya)).returned).toBeNull();
    expect(await told("HISTORY_RETURNED")).toEqual([]);
  });

  test("[HIS4] a text returns it, and so does taking the caller's next call", async () => {
    await aCall("maya");
    await database.transaction((tx) =>
      missedCalls.textedWithin(tx, {
        customerId: company,
        userId: maya.userId,
        number: CALLER,
        at: new Date(START + MINUTE_MS),
      }),
    );
    await aCall("dev");
    await talk("dev", "in");
    expect((await only(maya)).returned).toMatchObject({ via: "text", by: "Maya Okafor" });
    expect((await only(dev)).returned).toMatchObject({ via: "answer", by: "Dev Patel" });
  });

  test("[HIS5] it is returned once, and only calls from that number, before that moment, that were owed one", async () => {
    await aCall("maya");
    await talk("maya", "out");
    await talk("maya", "in");
    expect((await only(maya)).returned).toMatchObject({ via: "call" });
    await aCall("dev", { number: "12125550178" });
    await aCall("dev", { status: "blocked", is_blocked: true });
    await aCall("dev", { status: "elsewhere" });
    await aCall("dev", { dir: "out" });
    await aCall("dev", { started_at: new Date(START + 5 * MINUTE_MS) });
    await talk("dev", "out");
    expect((await list(dev)).map(({ returned }) => returned)).toEqual([null, null, null, null, null]);
  });

  test("[HIS6] of a line that several people share the line is named", async () => {
    await database.query
      .insertInto("phone_users")
      .values({ phone_id: lines.maya.id, user_id: dev.userId })
      .execute();
    await aCall("maya");
    await talk("maya", "out");
    expect((await only(maya)).returned).toMatchObject({ by: "Maya", user_id: null });
  });

  test("[HIS7] an agent's missed part of a call that the next agent took is settled", async () => {
    const group = { call_id: `queue-${company}` };
    await aCall("ines", { ...group, status: "answer", answered_at: new Date(START + 30_000) });
    const id = await aCall("maya", group);
    await database.transaction((tx) => missedCalls.settleWithin(tx, [id]));
    expect((await only(maya)).returned).toMatchObject({ via: "answer", by: "Ines Duarte" });
  });
});

describe("notes", () => {
  test("[HIS8] are shared by the readers of the line, told, changed and removed", async () => {
    const group = { call_id: `noted-${company}` };
    await aCall("maya", group);
    await aCall("dev", group);
    const callid = group.call_id;
    const note = { text: "Wants a visit on Friday", by: "Maya Okafor", at: START / 1000 };
    expect(await notes.read(maya, callid)).toBeNull();
    expect(await notes.write(maya, { callid, note: "  Wants a visit on Friday " })).toEqual(note);
    expect(await notes.read(maya, callid)).toEqual(note);
    expect(await notes.read(dev, callid)).toBeNull();
    expect((await only(maya)).noted).toBe(true);
    expect((await only(dev)).noted).toBe(false);
    expect(await notes.write(maya, { callid, note: " " })).toBeNull();
    expect((await told("HISTORY_NOTE")).map(({ event }) => event.note)).toEqual([note, null]);
  });

  test("[HIS9] of calls of others are neither read nor written", async () => {
    await aCall("maya", { call_id: `mine-${company}` });
    const callid = `mine-${company}`;
    await notes.write(maya, { callid, note: "For Maya" });
    expect(await notes.read(dev, callid)).toBeNull();
    await expect(notes.write(dev, { callid, note: "x" })).rejects.toMatchObject({
      code: "calls.recordNotFound",
    });
    expect(await notes.read(maya, callid)).toMatchObject({ text: "For Maya" });
  });
});

test("[HIS10] the export is a spreadsheet in the user's time zone, and no cell of it is run as a formula", async () => {
  await aCall("maya", { name: '=HYPERLINK("http://x")' });
  await aCall("maya", {
    dir: "out",
    status: "answer",
    name: "Park, June",
    duration_ms: 65_000,
    started_at: new Date(START - MINUTE_MS),
  });
  await aCall("dev");
  const { csv, next } = await exportCalls(database, maya, { filter: "all", timezone: "America/New_York" });
  expect(next).toBeNull();
  expect(csv.split("\r\n")).toEqual([
    "Date,Direction,Result,Number,Name,Line,Queue,Duration (seconds),Blocked,Returned by,Returned at",
    `2030-03-04 10:00:00,Incoming,Missed,${CALLER},"'=HYPERLINK(""http://x"")",${lines.maya.name},,0,No,,`,
    `2030-03-04 09:59:00,Outgoing,Answered,${CALLER},"Park, June",${lines.maya.name},,65,No,,`,
    "",
  ]);
});

test("[HIS13] a contact's timeline has the calls of the user's own lines with any of the contact's numbers", async () => {
  const timeline = createCallTimeline(database);
  const newest = await aCall("maya");
  const older = await aCall("maya", {
    number: "102",
    dir: "out",
    status: "answer",
    duration_ms: 3_665_000,
    started_at: new Date(START - MINUTE_MS),
  });
  await aCall("maya", { number: "12125550178" });
  await aCall("dev");
  const subject = { numbers: [CALLER, "102"], userId: undefined };
  const page = { before: undefined, limit: 10 };
  expect(await timeline.list(maya, subject, page)).toEqual([
    expect.objectContaining({ id: newest, title: "Missed call", status: "missed", to: `/calls/${newest}` }),
    expect.objectContaining({ id: older, dir: "out", subtitle: "1:01:05", time: START - MINUTE_MS }),
  ]);
  const before = { time: START - MINUTE_MS, kind: "call", id: older };
  expect(await timeline.list(maya, subject, { before, limit: 10 })).toHaveLength(1);
  expect(await timeline.list(maya, { numbers: [], userId: undefined }, page)).toEqual([]);
});

/** That many calls of Maya, one every seven seconds, the fifth of them missed. */
async function manyCalls(count: number): Promise<void> {
  await sql`
    insert into call_records (
      id, call_id, customer_id, phone_id, dir, own_number, number, name, dialled,
      started_at, seen_at, ended_at, status, duration_ms
    )
    select ${`${company}-`} || n, ${`${company}-call-`} || n, ${company}, ${lines.maya.id},
      case when n % 3 = 0 then 'out' else 'in' end, '101', '1212555' || lpad((n % 9000)::text, 4, '0'), '', '',
      at, at, at, case when n = 5 then 'missed' else 'answer' end, 1000
    from generate_series(1, ${count}) as n,
      lateral (select ${new Date(START)}::timestamptz - n * interval '7 s' as at) as times`.execute(
    database.query,
  );
  await sql`analyze call_records`.execute(database.query);
}

async function rowsRead(query: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ touched: number }>`
    select seq_tup_read + idx_tup_fetch as touched from pg_stat_xact_user_tables
    where relname = 'call_records'`.execute(query);
  return Number(rows[0]?.touched);
}

/** How many rows of the history the database touches for a page. */
function rowsReadFor(
  actor: Actor,
  page: Partial<Parameters<typeof listReadableRecords>[2]>,
): Promise<number> {
  return database.transaction(async ({ query }) => {
    const before = await rowsRead(query);
    await listReadableRecords(query, actor.userId, { filter: "all", limit: PAGE, ...page });
    return (await rowsRead(query)) - before;
  });
}

const PAGE = 200;

test("[HIS11] of a hundred thousand calls every page comes from an index, wherever it lies", async () => {
  await manyCalls(100_000);
  await database.query
    .insertInto("phone_users")
    .values({ phone_id: lines.dev.id, user_id: maya.userId })
    .execute();
  const other = await aCall("dev", { started_at: new Date(START - 3_500) });
  const first = await list(maya, { limit: PAGE });
  expect(first.map(({ id }) => id).slice(0, 3)).toEqual([other, `${company}-1`, `${company}-2`]);
  const deep = await list(maya, { limit: PAGE, before: `${company}-90000` });
  expect(deep[0]?.id).toBe(`${company}-90001`);
  expect(deep).toHaveLength(PAGE);
  const missed = await list(maya, { filter: "missed", limit: PAGE });
  expect(missed.map(({ id }) => id)).toEqual([other, `${company}-5`]);
  const pages = [
    {},
    { before: `${company}-90000` },
    { filter: "missed" },
    { filter: "outgoing", before: `${company}-50000` },
    { number: "12125550005" },
  ] as const;
  for (const page of pages)
    expect(await rowsReadFor(maya, page), JSON.stringify(page)).toBeLessThan(4 * PAGE);
});

test("[HIS12] a long export is handed out part by part", async () => {
  await manyCalls(11_000);
  let before: string | undefined;
  const rows: string[] = [];
  let parts = 0;
  do {
    const part = await exportCalls(database, maya, { filter: "all", timezone: "UTC", before });
    rows.push(...part.csv.split("\r\n").slice(0, -1));
    before = part.next ?? undefined;
    parts += 1;
  } while (before !== undefined);
  expect(parts).toBe(3);
  expect(rows).toHaveLength(11_001);
  expect(rows.filter((row) => row.startsWith("Date,"))).toHaveLength(1);
});
