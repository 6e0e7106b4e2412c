import type { CallRecord, CallReturn, PushEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import { EventLog } from "../../../../platform/live/event-log.ts";
import { CACHED_ROWS } from "../../../../platform/live/list-cache.ts";
import { MemoryStore } from "../../../../platform/storage/key-value-store.ts";
import { callEntry, outcomeText, returnText, waitText } from "../call-entry.ts";
import { endSentence } from "../detail/call-facts.ts";
import { keptQuality } from "../detail/kept-quality.ts";
import { aCallRecord, manyCalls, TEST_NOW } from "../testing/call-records.ts";
import { CallHistory } from "./call-history.ts";
import { matchesFilter } from "./call-rules.ts";
import { callExport } from "./export-calls.ts";

const NOTHING = { sms: 0, phn: 0, vox: 0, fax: 0 };
const RETURNED: CallReturn = { via: "call", by: "Ana Reyes", user_id: 7, at: TEST_NOW / 1000 };

let server: readonly CallRecord[];
let asked: (string | undefined)[];
let store: MemoryStore;
let clock: FakeClock;
let log: EventLog;

beforeEach(() => {
  server = [];
  asked = [];
  store = new MemoryStore();
  clock = new FakeClock();
  log = new EventLog();
});

const tell = (event: PushEvent): void => log.add(log.last + 1, event);

function open(): CallHistory {
  return new CallHistory({
    clock,
    log,
    store,
    userId: 1,
    client: {
      listCallRecords: async (request) => {
        const { filter = "all", before, limit = 50 } = request?.query ?? {};
        asked.push(before);
        const wanted = server.filter((record) => matchesFilter(record, filter));
        const start = before === undefined ? 0 : wanted.findIndex(({ id }) => id === before) + 1;
        return wanted.slice(start, start + Number(limit));
      },
      markCallRecordsRead: async () => NOTHING,
    },
  });
}

const shown = (history: CallHistory): readonly string[] => {
  return history.shown(history.state.getState()).rows.map(({ id }) => id);
};

test("[HIS20] the newest 99 calls are kept on the device and there before the network answers", async () => {
  server = manyCalls(250);
  const first = open();
  await first.open();
  await first.loadMore();
  clock.advance(1_000);
  const second = open();
  expect(shown(second)).toEqual(server.slice(0, CACHED_ROWS).map(({ id }) => id));
  expect(CACHED_ROWS).toBe(99);
  const another = new CallHistory({
    clock,
    log,
    store,
    userId: 2,
    client: { listCallRecords: async () => [], markCallRecordsRead: async () => NOTHING },
  });
  expect(shown(another)).toEqual([]);
});

test("[HIS21] pages are asked for behind the last call, each once, until there are no more", async () => {
  server = manyCalls(230);
  const history = open();
  await history.open();
  await Promise.all([history.loadMore(), history.loadMore()]);
  await history.loadMore();
  await history.loadMore();
  expect(asked).toEqual([undefined, "cdr-99", "cdr-199"]);
  expect(shown(history)).toHaveLength(230);
});

test("[HIS22] exactly one filter is selected, and each has its own calls", async () => {
  server = manyCalls(9);
  const history = open();
  await history.open();
  history.select("missed");
  await history.open();
  expect(shown(history)).toEqual(["cdr-0", "cdr-3", "cdr-6"]);
  history.select("outgoing");
  await history.open();
  expect(shown(history)).toEqual(["cdr-2", "cdr-5", "cdr-8"]);
  history.select("incoming");
  await history.open();
  expect(shown(history)).toEqual(["cdr-0", "cdr-1", "cdr-3", "cdr-4", "cdr-6", "cdr-7"]);
  expect(history.state.getState().choice).toBe("incoming");
});

test("[HIS23] a call that ends is at the top of every list it belongs to, once", async () => {
  server = manyCalls(4);
  const history = open();
  await history.open();
  history.select("missed");
  await history.open();
  const cdr = aCallRecord({ id: "new", time: TEST_NOW / 1000, new: true });
  tell({ type: "HISTORY", phone: "reception", cdr });
  tell({ type: "HISTORY", phone: "reception", cdr });
  expect(shown(history)).toEqual(["new", "cdr-0", "cdr-3"]);
  history.select("all");
  expect(shown(history)[0]).toBe("new");
  expect(history.state.getState().lists.outgoing).toBeUndefined();
});

test("[HIS23] calls of one second stand in the order they began, as the server has them", async () => {
  const calls = ["b", "c", "a"].map((id, index) => aCallRecord({ id, time: 9, time_ms: 9_200 - index }));
  server = calls.slice(1);
  const history = open();
  await history.open();
  tell({ type: "HISTORY", phone: "reception", cdr: calls[0]! });
  expect(shown(history)).toEqual(["b", "c", "a"]);
});

test("[HIS24] what others do to a call shows: read, returned, noted, recorded", async () => {
  server = [aCallRecord({ new: true }), aCallRecord({ id: "other", new: true, time: 5 })];
  const history = open();
  const found = (id: string) => history.find((record) => record.id === id);
  await history.open();
  tell({ type: "HISTORY_READ", phone: "reception", ids: ["cdr-1"] });
  tell({ type: "HISTORY_RETURNED", phone: "reception", ids: ["cdr-1"], returned: RETURNED });
  const callid = "call-of-cdr-1";
  const note = { text: "x", by: "", at: 0 };
  tell({ type: "HISTORY_NOTE", phone: "reception", callid, note });
  tell({ type: "RECORDING_NEW", phone: "reception", callid, id: "r", duration: 3 });
  tell({
    type: "RECORDING_NEW",
    phone: "another line",
    callid: "call-of-other",
    id: "r",
    duration: 3,
  });
  expect(found("cdr-1")).toMatchObject({
    new: false,
    returned: RETURNED,
    noted: true,
    recorded: true,
  });
  expect(found("other")).toMatchObject({ new: true, returned: null, recorded: false });
  tell({ type: "UNREAD_UPDATE", sms: 3, phn: 0, vox: 0, fax: 0 });
  expect(found("other")?.new).toBe(false);
});

test("[HIS25] after a gap the newest page takes its place; where it does not meet the rest, the rest is dropped", async () => {
  server = manyCalls(150);
  const history = open();
  await history.open();
  await history.loadMore();
  const added = aCallRecord({ id: "added", time: TEST_NOW / 1000 });
  server = [added, ...server];
  await history.refresh();
  expect(shown(history)).toHaveLength(151);
  server = manyCalls(120).map((record) => ({
    ...record,
    id: `later-${record.id}`,
    time: record.time + 9_000_000,
    time_ms: record.time_ms + 9_000_000_000,
  }));
  await history.refresh();
  expect(shown(history)).toHaveLength(100);
  expect(history.state.getState().lists.all?.next).not.toBeNull();
});

test("[HIS26] a failure keeps what is there, and an empty list says so and can be tried again", async () => {
  const history = new CallHistory({
    clock,
    log,
    store,
    userId: 1,
    client: {
      listCallRecords: () => Promise.reject(new Error("The service is away")),
      markCallRecordsRead: async () => NOTHING,
    },
  });
  await expect(history.open()).rejects.toThrow("The service is away");
  expect(history.state.getState().lists.all?.status).toBe("failed");
});

test.each<[CallRecord["dir"], CallRecord["status"], string, string]>([
  ["in", "answer", "incoming", "Incoming"],
  ["in", "elsewhere", "elsewhere", "Answered elsewhere"],
  ["in", "missed", "missed", "Missed"],
  ["in", "declined", "incoming", "Declined"],
  ["in", "blocked", "blocked", "Blocked"],
  ["out", "answer", "outgoing", "Outgoing"],
  ["out", "busy", "unanswered", "Busy"],
  ["out", "missed", "unanswered", "No answer"],
])("[HIS27] a call %s with status %s is shown as %s: %s", (dir, status, icon, text) => {
  const record = aCallRecord({ dir, status });
  expect(callEntry(record, null, 1).icon).toBe(icon);
  expect(outcomeText(record, 1)).toBe(text);
  expect(matchesFilter(record, "missed")).toBe(icon === "missed" || icon === "blocked");
});

test("[HIS32] on a shared line the others read who declined; the user who did reads that it was declined", () => {
  const record = aCallRecord({ status: "declined", declined: { by: "Maya Okafor", user_id: 7 } });
  expect(outcomeText(record, 1)).toBe("Declined by Maya Okafor");
  expect(callEntry(record, null, 1)).toMatchObject({ subtitle: "Declined by Maya Okafor", icon: "incoming" });
  expect(outcomeText(record, 7)).toBe("Declined");
  expect(outcomeText({ ...record, declined: null }, 1)).toBe("Declined");
});

test("[HIS28] an entry has title, subtitle, action and address of its own", () => {
  const record = aCallRecord({
    id: "a/b",
    status: "answer",
    duration: 65,
    queue: "Billing",
    name: "12125550177",
  });
  expect(callEntry(record, null, 1)).toMatchObject({
    title: "(212) 555-0177",
    subtitle: "Incoming · 1:05 · Billing",
    color: "answered",
    actionText: "Call back",
    to: "/calls/a%2Fb",
  });
  expect(callEntry(record, "June", 1).title).toBe("June");
  expect(callEntry(aCallRecord({ number: "", name: "" }), null, 1).title).toBe("Private number");
});

test("[HIS29] a returned call says by whom and after how long", () => {
  const record = aCallRecord({ time: TEST_NOW / 1000 - 240, returned: RETURNED });
  expect(returnText(record, 1)).toBe("Returned by Ana Reyes after 4 min");
  expect(returnText(record, 7)).toBe("Returned by you after 4 min");
  expect(returnText({ ...record, returned: { ...RETURNED, via: "text" } }, 1)).toBe(
    "Texted by Ana Reyes after 4 min",
  );
  expect(returnText(aCallRecord(), 1)).toBeUndefined();
});

test.each([
  [20, "less than a minute"],
  [61, "1 min"],
  [3_600, "1 h"],
  [7_500, "2 h 5 min"],
  [90_000, "1 day"],
  [200_000, "2 days"],
])("%d seconds of waiting are %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test("why a call ended is a sentence, where the result does not tell", () => {
  expect(endSentence({ cause: "unreachable", dir: "in" })).toMatch(/^No phone of this line was online/);
  expect(endSentence({ cause: "notFound", dir: "out" })).toMatch(/does not exist/);
  expect(endSentence({ cause: "hungUp", dir: "in" })).toBeUndefined();
});

test("[HIS30] quality is the mean of the call with what was to blame; pauses do not count", () => {
  const interval = { time: 0, loss: 0, jitter_ms: 4, round_trip_ms: 30, mos: 4.4 };
  expect(keptQuality([])).toBeUndefined();
  expect(keptQuality([{ ...interval, mos: null }])).toBeUndefined();
  expect(keptQuality([interval, { ...interval, mos: null }])).toMatchObject({ word: "Good", mos: 4.4 });
  const lossy = { ...interval, loss: 0.06, mos: 2.6 };
  expect(keptQuality([lossy, lossy, interval])).toMatchObject({
    word: "Poor",
    cause: "part of the sound got lost on the way",
  });
});

test("[HIS31] the export is one file of many parts, or fails as a whole", async () => {
  const parts = [
    { csv: "Date\r\none\r\n", next: "cdr-1" },
    { csv: "two\r\n", next: null },
  ];
  const asked: (string | undefined)[] = [];
  const request = callExport(
    {
      exportCallRecords: async ({ query } = { query: {} }) => {
        asked.push(query?.before);
        return parts[asked.length - 1]!;
      },
    },
    { filter: "missed", timezone: "America/New_York", now: TEST_NOW },
  );
  expect(request.name).toBe("calls-missed-2030-01-07.csv");
  const load = request.source as (signal: AbortSignal) => Promise<Response>;
  const bytes = await (await load(new AbortController().signal)).arrayBuffer();
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  expect(text).toBe("\uFEFFDate\r\none\r\ntwo\r\n");
  expect(asked).toEqual([undefined, "cdr-1"]);
});
