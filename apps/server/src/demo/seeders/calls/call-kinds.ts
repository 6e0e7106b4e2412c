import { DEMO_PEOPLE, demoPerson } from "../../demo-people.ts";
import type { CallPart, CallRow, CallWriter, Party } from "./call-writer.ts";

export interface CallScene {
  readonly writer: CallWriter;
  readonly random: () => number;
  /** No call ends later than this. */
  readonly now: number;
}

const MAIN_NUMBER = "12125550110";
const RECEPTION = ["maya", "dev", "samuel"] as const;
const MINUTE_MS = 60_000;

export interface DemoQueue {
  readonly id: number;
  readonly number: string;
  readonly agents: readonly string[];
}

export const SCHEDULING: DemoQueue = { id: 1, number: "12125550111", agents: ["dev", "priya", "samuel"] };
export const BILLING: DemoQueue = { id: 2, number: "12125550112", agents: ["aisha"] };
export const AFTER_HOURS: DemoQueue = { id: 3, number: MAIN_NUMBER, agents: ["ines", "lena", "marcus"] };

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from");
  return item;
}

/** Half a minute to about twelve, short ones more often. */
const talkTime = (random: () => number): number => 25_000 + random() ** 2.2 * 700_000;
const ringTime = (random: () => number): number => 3_000 + random() * 14_000;

type Base = Pick<CallPart, "callId" | "party" | "startedAt" | "ringMs" | "dir">;
const answered = { status: "answer", cause: "hungUp" } as const;
const missed = { status: "missed", cause: "noAnswer" } as const;

/** The main number: three phones ring, one of them answers, or none. */
export function callReception({ writer, random, now }: CallScene, startedAt: number, party: Party): void {
  const callId = writer.newCall();
  const base: Base = { callId, party, startedAt, ringMs: ringTime(random), dir: "in" };
  const isMissed = random() < 0.13;
  const by = isMissed ? undefined : random() < 0.6 ? "maya" : pick(random, RECEPTION);
  const talkedMs = Math.min(talkTime(random), now - startedAt - base.ringMs - 1_000);
  const rows = RECEPTION.map((handle) => {
    const part = { ...base, handle, dialled: MAIN_NUMBER };
    if (handle === by) return writer.add({ ...part, ...answered, talkedMs });
    const end = by === undefined ? missed : ({ status: "elsewhere", cause: "elsewhere" } as const);
    return writer.add({ ...part, ...end });
  });
  if (isMissed) returnLater({ writer, random, now }, rows, party, startedAt);
}

/** A queue rings one agent after the other. */
export function callQueue(scene: CallScene, startedAt: number, party: Party, queue: DemoQueue): void {
  const { writer, random, now } = scene;
  const callId = writer.newCall();
  const order = queue.agents.toSorted(() => random() - 0.5);
  const missedBy = random() < 0.16 ? 1 : random() < 0.06 ? order.length : 0;
  const part = { callId, party, dir: "in", queueId: queue.id, dialled: queue.number } as const;
  const rows: CallRow[] = [];
  let at = startedAt;
  for (const handle of order.slice(0, missedBy)) {
    rows.push(writer.add({ ...part, ...missed, handle, startedAt: at, ringMs: 20_000 }));
    at += 21_000;
  }
  const handle = order[missedBy];
  if (handle === undefined) {
    returnLater(scene, rows, party, startedAt);
    return;
  }
  const ringMs = ringTime(random);
  const talkedMs = Math.max(5_000, Math.min(talkTime(random), now - at - ringMs - 1_000));
  writer.add({ ...part, ...answered, handle, startedAt: at, ringMs, talkedMs });
  writer.close(rows, demoPerson(handle), "answer", at + ringMs);
}

/** Somebody outside knows the direct number. */
export function callDirect(scene: CallScene, startedAt: number, party: Party, handle: string): void {
  const { writer, random, now } = scene;
  const base: Base = { callId: writer.newCall(), party, startedAt, ringMs: ringTime(random), dir: "in" };
  const chance = random();
  if (chance < 0.76) {
    const talkedMs = Math.max(5_000, Math.min(talkTime(random), now - startedAt - base.ringMs - 1_000));
    writer.add({ ...base, ...answered, handle, talkedMs });
    return;
  }
  const end =
    chance < 0.9
      ? missed
      : chance < 0.95
        ? ({ status: "busy", cause: "busy" } as const)
        : ({ status: "declined", cause: "declined" } as const);
  returnLater(scene, [writer.add({ ...base, ...end, handle })], party, startedAt);
}

export function callOut(
  { writer, random, now }: CallScene,
  startedAt: number,
  party: Party,
  handle: string,
): void {
  const base: Base = { callId: writer.newCall(), party, startedAt, ringMs: ringTime(random), dir: "out" };
  const chance = random();
  if (chance < 0.74) {
    const talkedMs = Math.max(5_000, Math.min(talkTime(random), now - startedAt - base.ringMs - 1_000));
    writer.add({ ...base, ...answered, handle, talkedMs });
  } else if (chance < 0.87) writer.add({ ...base, ...missed, handle });
  else if (chance < 0.94) writer.add({ ...base, handle, status: "busy", cause: "busy" });
  else writer.add({ ...base, handle, status: "cancelled", cause: "cancelled" });
}

/** Two colleagues: both have the call in their history. */
export function callColleague(scene: CallScene, startedAt: number, from: string, to: string): void {
  const { writer, random, now } = scene;
  const callId = writer.newCall();
  const ringMs = ringTime(random);
  const isAnswered = random() < 0.82;
  const talkedMs = isAnswered ? Math.max(5_000, Math.min(talkTime(random) / 2, now - startedAt - ringMs)) : 0;
  const end = isAnswered ? answered : missed;
  const base = { callId, startedAt, ringMs, talkedMs, ...end };
  const partyOf = (handle: string): Party => {
    const { extension, firstname, lastname } = demoPerson(handle);
    return { number: extension, name: `${firstname} ${lastname}` };
  };
  const { extension } = demoPerson(to);
  writer.add({ ...base, handle: from, dir: "out", party: partyOf(to) });
  const row = writer.add({ ...base, handle: to, dir: "in", party: partyOf(from), dialled: extension });
  if (!isAnswered) returnLater(scene, [row], partyOf(from), startedAt);
}

/** Most missed calls are returned within the hour by somebody who saw them; of the newest some are still open. */
function returnLater(scene: CallScene, rows: readonly CallRow[], party: Party, startedAt: number): void {
  const { writer, random, now } = scene;
  const at = startedAt + (2 + random() ** 2 * 70) * MINUTE_MS;
  const row = pick(random, rows);
  if (random() < 0.22 || at > now - 10 * MINUTE_MS) return;
  const ringMs = ringTime(random);
  const talkedMs = 30_000 + random() * 200_000;
  const handle = handleOf(row.phone_id);
  const base: Base = { callId: writer.newCall(), party, startedAt: at, ringMs, dir: "out" };
  writer.add({ ...base, ...answered, handle, talkedMs });
  writer.close(rows, demoPerson(handle), "call", at + ringMs);
}

function handleOf(phoneId: number): string {
  return DEMO_PEOPLE.find(({ id }) => id === phoneId)?.handle ?? "maya";
}
