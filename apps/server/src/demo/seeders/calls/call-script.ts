import { DEMO_PEOPLE } from "../../demo-people.ts";
import {
  AFTER_HOURS,
  BILLING,
  type CallScene,
  callColleague,
  callDirect,
  callOut,
  callQueue,
  callReception,
  pick,
  SCHEDULING,
} from "./call-kinds.ts";
import { type CallRow, CallWriter, type Party } from "./call-writer.ts";
import { callTimes, hourAt } from "./day-curve.ts";
import { BLOCKED_CALLER, OUTSIDE_PARTIES } from "./outside-parties.ts";
import { callsForMessages } from "./unanswered-calls.ts";

const TIME_ZONE = "America/New_York";
const DAYS = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Whoever is on the phone more often stands here more often. */
const STAFF = [
  ...["maya", "maya", "maya", "dev", "dev", "dev", "ines", "ines", "tom", "lena", "lena", "aisha", "aisha"],
  ...["marcus", "grace", "carlos", "priya", "priya", "samuel", "samuel", "hannah", "joseph", "rosa"],
];

/** What waits for whoever signs in first, in minutes before now. */
const MISSED: Readonly<Record<string, readonly (readonly [minutes: number, party: number])[]>> = {
  maya: [
    [14, 0],
    [38, 3],
    [96, 9],
  ],
  dev: [
    [21, 6],
    [150, 12],
  ],
  ines: [
    [33, 2],
    [75, 7],
  ],
  lena: [[52, 21]],
  sam: [[44, 13]],
};

export interface ScriptedCalls {
  readonly rows: readonly CallRow[];
  /** Missed and not yet looked at, by their rows. */
  readonly unread: readonly CallRow[];
}

/** Thirty days of calls of both companies, the same in every demo, told from now. */
export function scriptCalls(now: number, random: () => number): ScriptedCalls {
  const writer = new CallWriter(now, random);
  const scene: CallScene = { writer, random, now };
  for (const time of callTimes({ now, days: DAYS, timeZone: TIME_ZONE, random }))
    callHarborlight(scene, time);
  callJuniper(scene);
  callBlocked(scene);
  callsForMessages(
    scene,
    OUTSIDE_PARTIES.map(([number, name]) => ({ number, name })),
  );
  const before = writer.rows.length;
  missRecently(scene);
  settle(writer);
  return { rows: writer.rows, unread: writer.rows.slice(before) };
}

/** What the server does while calls end: a user who talks with a caller has returned the missed calls they saw. */
function settle(writer: CallWriter): void {
  const talks = rowsBy(
    writer.rows.filter(({ status }) => status === "answer"),
    "number",
  );
  const partsOf = rowsBy(writer.rows, "call_id");
  for (const row of writer.rows.filter(isOpen)) {
    const seenBy = new Set(partsOf.get(row.call_id)?.map((each) => each.phone_id));
    const talk = talks
      .get(row.number)
      ?.filter((each) => seenBy.has(each.phone_id))
      .find(({ answered_at }) => answered_at !== null && answered_at > row.started_at);
    const person = talk && DEMO_PEOPLE.find(({ id }) => id === talk.phone_id);
    if (!talk?.answered_at || !person) continue;
    writer.close([row], person, talk.dir === "out" ? "call" : "answer", Date.parse(talk.answered_at));
  }
}

function rowsBy(
  rows: readonly CallRow[],
  key: "number" | "call_id",
): ReadonlyMap<string, readonly CallRow[]> {
  const groups = new Map<string, CallRow[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}

function isOpen({ dir, status, returned_at }: CallRow): boolean {
  return dir === "in" && !["answer", "elsewhere", "blocked"].includes(status) && returned_at === null;
}

function someoneOutside(random: () => number): Party {
  // A few people call all the time, most now and then.
  const [number, name] = pick(random, OUTSIDE_PARTIES.slice(0, random() < 0.45 ? 9 : OUTSIDE_PARTIES.length));
  return { number, name };
}

/** Whoever is still waiting for a call back has not called again. */
const QUIET_MS = 3 * HOUR_MS;
const WAITING = new Set(
  Object.values(MISSED)
    .flat()
    .map(([, index]) => OUTSIDE_PARTIES[index]?.[0]),
);

function callHarborlight(scene: CallScene, time: number): void {
  const { random } = scene;
  const party = someoneOutside(random);
  if (time > scene.now - QUIET_MS && WAITING.has(party.number)) return;
  const chance = random();
  const hour = hourAt(time, TIME_ZONE);
  if (hour < 7 || hour >= 19) callQueue(scene, time, party, AFTER_HOURS);
  else if (chance < 0.28) callReception(scene, time, party);
  else if (chance < 0.5) callQueue(scene, time, party, SCHEDULING);
  else if (chance < 0.58) callQueue(scene, time, party, BILLING);
  else if (chance < 0.72) callDirect(scene, time, party, pick(random, STAFF));
  else if (chance < 0.92) callOut(scene, time, party, pick(random, STAFF));
  else {
    const from = pick(random, STAFF);
    const others = STAFF.filter((handle) => handle !== from);
    callColleague(scene, time, from, pick(random, others));
  }
}

function callJuniper(scene: CallScene): void {
  const { random, now } = scene;
  for (let index = 0; index < 90; index += 1) {
    const time = now - (2 + random() * DAYS * 24) * HOUR_MS;
    const handle = random() < 0.6 ? "sam" : "rae";
    if (random() < 0.6) callDirect(scene, time, someoneOutside(random), handle);
    else callOut(scene, time, someoneOutside(random), handle);
  }
}

function callBlocked({ writer, now }: CallScene): void {
  for (const hours of [5, 29, 53]) {
    writer.add({
      callId: writer.newCall(),
      handle: "maya",
      dir: "in",
      party: BLOCKED_CALLER,
      startedAt: now - hours * HOUR_MS,
      ringMs: 0,
      status: "blocked",
      cause: "blocked",
      isBlocked: true,
    });
  }
}

function missRecently({ writer, now }: CallScene): void {
  for (const [handle, calls] of Object.entries(MISSED)) {
    for (const [minutes, index] of calls) {
      const [number = "", name = ""] = OUTSIDE_PARTIES[index] ?? [];
      writer.add({
        callId: writer.newCall(),
        handle,
        dir: "in",
        party: { number, name },
        startedAt: now - minutes * MINUTE_MS,
        ringMs: 22_000,
        status: "missed",
        cause: "noAnswer",
      });
    }
  }
}
