import { readFile } from "node:fs/promises";
import type { SpokenSentence } from "@offhook/contract";
import { demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import { SCHEDULING } from "./call-kinds.ts";
import type { CallRow } from "./call-writer.ts";
import { DEMO_AUDIO, storeAudio } from "./demo-audio.ts";
import { DEMO_VOICEMAILS, type DemoBox, type DemoVoicemail } from "./demo-voicemails.ts";

/** What the engine heard in a file when it was made; an error where it cannot be played. */
interface HeardVoicemail {
  readonly durationMs: number;
  readonly sentences?: readonly SpokenSentence[];
  readonly error?: string;
}

interface SeededVoicemail {
  readonly voicemail: DemoVoicemail;
  readonly heard: HeardVoicemail;
  readonly call: CallRow;
  readonly boxId: number;
}

const SHARED_BOX = "301";
/** The newest missed calls wait unread in the history: those callers have left no message. */
const WITHOUT_MESSAGE = 2;

/** Some who reached nobody have left a message. */
export async function seedVoicemails(context: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const seeded = await placeVoicemails(context, rows);
  const messages = [];
  const transcripts = [];
  for (const { voicemail, heard, call, boxId } of seeded) {
    const key = await storeAudio(context, `voicemail-${voicemail.name}.opus`);
    messages.push({
      id: seededId(voicemail),
      customer_id: call.customer_id,
      voicemail_box_id: boxId,
      call_id: call.call_id,
      caller_number: call.number,
      caller_name: call.name,
      received_at: new Date(call.ended_at),
      duration_ms: heard.durationMs,
      heard_at: new Date(call.ended_at),
      object_key: key,
      phone_key: key,
      file_error: heard.error ?? null,
    });
    transcripts.push(transcriptOf(seededId(voicemail), call, heard));
  }
  await context.tx.query.insertInto("voicemail_messages").values(messages).execute();
  await context.tx.query.insertInto("voicemail_transcripts").values(transcripts).execute();
}

const seededId = ({ name }: DemoVoicemail): string => `demo-voicemail-${name}`;

/** Already made: the first screen shows it, and a first start does not have to listen. */
function transcriptOf(messageId: string, call: CallRow, { sentences = [], error }: HeardVoicemail) {
  return {
    message_id: messageId,
    customer_id: call.customer_id,
    state: error === undefined ? (sentences.length > 0 ? "done" : "none") : "failed",
    next_try_at: new Date(call.ended_at),
    sentences: JSON.stringify(sentences),
    text: sentences.map(({ text }) => text).join(" "),
  };
}

async function placeVoicemails(context: SeedContext, rows: readonly CallRow[]): Promise<SeededVoicemail[]> {
  const heard = JSON.parse(await readFile(new URL("voicemails.json", DEMO_AUDIO), "utf8")) as Readonly<
    Record<string, HeardVoicemail>
  >;
  const boxIds = {
    maya: demoPerson("maya").id,
    dev: demoPerson("dev").id,
    scheduling: await sharedBox(context),
  };
  return Object.entries(boxIds).flatMap(([box, boxId]) => {
    const calls = missedCalls(rows, box as DemoBox).slice(WITHOUT_MESSAGE);
    return DEMO_VOICEMAILS.filter((voicemail) => voicemail.box === box).map((voicemail, place) => {
      const [call, words] = [calls[place], heard[voicemail.name]];
      if (!call || !words) throw new Error(`Nobody can have left ${voicemail.name}`);
      return { voicemail, heard: words, call, boxId };
    });
  });
}

async function sharedBox({ tx }: SeedContext): Promise<number> {
  const box = await tx.query
    .selectFrom("voicemail_boxes")
    .select("id")
    .where("customer_id", "=", HARBORLIGHT.id)
    .where("name", "=", SHARED_BOX)
    .executeTakeFirstOrThrow();
  return box.id;
}

/** Newest first, each once: a queue rings several phones. */
function missedCalls(rows: readonly CallRow[], box: DemoBox): readonly CallRow[] {
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
