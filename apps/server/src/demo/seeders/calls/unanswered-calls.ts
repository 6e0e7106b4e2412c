import { demoPerson } from "../../demo-people.ts";
import { type CallScene, pick, SCHEDULING } from "./call-kinds.ts";
import type { CallRow, Party } from "./call-writer.ts";
import { DEMO_VOICEMAILS, type DemoBox } from "./demo-voicemails.ts";

/** The newest missed calls wait unread in the history: those callers have left no message. */
export const WITHOUT_MESSAGE = 2;

const BOXES: readonly DemoBox[] = ["maya", "dev", "scheduling"];
const HOUR_MS = 3_600_000;
const RING_MS = 22_000;

/** Calls that nobody answered, newest first, each once: a queue rings several phones. */
export function callsToBox(rows: readonly CallRow[], box: DemoBox): readonly CallRow[] {
  const answered = new Set(rows.filter((row) => row.answered_at !== null).map((row) => row.call_id));
  const missed = rows.filter((row) =>
    box === "scheduling"
      ? row.queue_id === SCHEDULING.id
      : row.queue_id === null && row.phone_id === demoPerson(box).id,
  );
  const calls = new Map<string, CallRow>();
  for (const row of missed)
    if (row.status === "missed" && row.number.length > 4 && !answered.has(row.call_id))
      calls.set(row.call_id, row);
  return [...calls.values()].toSorted((one, other) => (one.ended_at < other.ended_at ? 1 : -1));
}

/** Chance may have left too few for the messages there are: whoever left one has called. */
export function callsForMessages(scene: CallScene, parties: readonly Party[]): void {
  for (const box of BOXES) {
    const messages = DEMO_VOICEMAILS.filter((voicemail) => voicemail.box === box).length;
    const missing = messages + WITHOUT_MESSAGE - callsToBox(scene.writer.rows, box).length;
    for (let place = 0; place < missing; place += 1) miss(scene, box, pick(scene.random, parties));
  }
}

function miss({ writer, random, now }: CallScene, box: DemoBox, party: Party): void {
  const callId = writer.newCall();
  const isShared = box === "scheduling";
  const handles = isShared ? SCHEDULING.agents : [box];
  const queue = isShared ? { queueId: SCHEDULING.id, dialled: SCHEDULING.number } : {};
  const startedAt = now - (6 + random() * 28 * 24) * HOUR_MS;
  for (const handle of handles)
    writer.add({
      ...queue,
      callId,
      handle,
      dir: "in",
      party,
      startedAt,
      ringMs: RING_MS,
      status: "missed",
      cause: "noAnswer",
    });
}
