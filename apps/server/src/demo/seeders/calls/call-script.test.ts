import { expect, test } from "vitest";
import { createRandom } from "../../seed-context.ts";
import { scriptCalls } from "./call-script.ts";
import { CallWriter } from "./call-writer.ts";
import { hourAt } from "./day-curve.ts";
import { DEMO_VOICEMAILS } from "./demo-voicemails.ts";
import { callsForMessages, callsToBox, WITHOUT_MESSAGE } from "./unanswered-calls.ts";

const NOW = Date.parse("2030-01-07T20:00:00Z");
const DAY_MS = 86_400_000;
const script = () => scriptCalls(NOW, createRandom(1));
const { rows, unread } = script();

test("there are about 1,600 calls of the last thirty days, the same every time", () => {
  const calls = new Set(rows.map(({ call_id }) => call_id)).size;
  expect(calls).toBeGreaterThan(1_450);
  expect(calls).toBeLessThan(1_750);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const times = rows.map(({ started_at }) => Date.parse(started_at));
  expect(Math.min(...times)).toBeGreaterThan(NOW - 31 * DAY_MS);
  expect(rows.every(({ ended_at }) => Date.parse(ended_at) <= NOW)).toBe(true);
  expect(script().rows).toEqual(rows);
});

test("mornings are busier than evenings, and nights are quiet", () => {
  const at = (hour: number): number =>
    rows.filter(({ started_at }) => hourAt(Date.parse(started_at), "America/New_York") === hour).length;
  expect(at(10)).toBeGreaterThan(3 * at(18));
  expect(at(10)).toBeGreaterThan(20 * at(3));
});

test("every way a call can go is there: queues, groups, elsewhere, busy, declined, blocked", () => {
  const statuses = new Set(rows.map(({ dir, status }) => `${dir} ${status}`));
  for (const each of ["in answer", "in missed", "in elsewhere", "in busy", "in declined", "in blocked"])
    expect(statuses).toContain(each);
  for (const each of ["out answer", "out missed", "out busy", "out cancelled"])
    expect(statuses).toContain(each);
  expect(new Set(rows.map(({ queue_id }) => queue_id))).toEqual(new Set([null, 1, 2, 3]));
  expect(rows.some(({ quality }) => quality.length > 0)).toBe(true);
});

test("no open call is one that the server would have closed", () => {
  const open = rows.filter(
    ({ dir, status, returned_at }) =>
      dir === "in" && !["answer", "elsewhere", "blocked"].includes(status) && returned_at === null,
  );
  expect(open.length).toBeGreaterThan(5);
  for (const call of open) {
    const laterTalk = rows.find(
      ({ status, number, phone_id, answered_at }) =>
        status === "answer" &&
        number === call.number &&
        phone_id === call.phone_id &&
        answered_at !== null &&
        answered_at > call.started_at,
    );
    expect(laterTalk, call.id).toBeUndefined();
  }
});

test("whoever signs in finds missed calls of the last hours that nobody has looked at", () => {
  expect(unread.map(({ phone_id }) => phone_id)).toEqual(expect.arrayContaining([1, 2, 3]));
  for (const { status, started_at, returned_at } of unread) {
    expect(status).toBe("missed");
    expect(returned_at).toBeNull();
    expect(NOW - Date.parse(started_at)).toBeLessThan(4 * 3_600_000);
  }
});

test("however the calls of the day fall, each voicemail has one that nobody answered", () => {
  const random = createRandom(1);
  const writer = new CallWriter(NOW, random);
  callsForMessages({ writer, random, now: NOW }, [{ number: "12125550150", name: "Ruth" }]);
  for (const box of ["maya", "dev", "scheduling"] as const) {
    const messages = DEMO_VOICEMAILS.filter((voicemail) => voicemail.box === box).length;
    expect(callsToBox(writer.rows, box)).toHaveLength(messages + WITHOUT_MESSAGE);
  }
  expect(writer.rows.every(({ ended_at }) => Date.parse(ended_at) <= NOW)).toBe(true);
});
