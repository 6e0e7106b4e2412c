import { readFile } from "node:fs/promises";
import type { SpokenSentence } from "@offhook/contract";
import { demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import type { CallRow } from "./call-writer.ts";
import { DEMO_AUDIO, storeAudio } from "./demo-audio.ts";
import { DEMO_VOICEMAILS, type DemoBox, type DemoVoicemail } from "./demo-voicemails.ts";
import { callsToBox, WITHOUT_MESSAGE } from "./unanswered-calls.ts";

/** What the engine heard in a file when it was made; an error where it cannot be played. */
interface HeardVoicemail {
  readonly durationMs: number;
  readonly peaks?: number[];
  readonly sentences?: readonly SpokenSentence[];
  readonly error?: string;
}

interface SeededVoicemail {
  readonly voicemail: DemoVoicemail;
  readonly heard: HeardVoicemail;
  readonly call: CallRow;
  readonly boxId: number;
  readonly isNew: boolean;
}

const BOX_NAMES: Readonly<Record<DemoBox, string>> = {
  maya: demoPerson("maya").extension,
  dev: demoPerson("dev").extension,
  scheduling: "301",
};
/** How many of the newest nobody has heard yet. */
const NEW_MESSAGES: Readonly<Record<DemoBox, number>> = { maya: 3, dev: 2, scheduling: 2 };

/** Some who reached nobody have left a message. */
export async function seedVoicemails(context: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const seeded = await placeVoicemails(context, rows);
  const messages = [];
  const transcripts = [];
  const unread = [];
  for (const { voicemail, heard, call, boxId, isNew } of seeded) {
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
      heard_at: isNew ? null : new Date(call.ended_at),
      object_key: key,
      phone_key: key,
      file_error: heard.error ?? null,
      peaks: heard.peaks ?? [],
    });
    transcripts.push(transcriptOf(seededId(voicemail), call, heard));
    if (isNew) unread.push(unreadItemOf(voicemail, call));
  }
  await context.tx.query.insertInto("voicemail_messages").values(messages).execute();
  await context.tx.query.insertInto("voicemail_transcripts").values(transcripts).execute();
  await context.tx.query.insertInto("unread_items").values(unread).execute();
}

const seededId = ({ name }: DemoVoicemail): string => `demo-voicemail-${name}`;

function unreadItemOf(voicemail: DemoVoicemail, call: CallRow) {
  return {
    customer_id: call.customer_id,
    type: "vox",
    line: BOX_NAMES[voicemail.box],
    item_id: seededId(voicemail),
    created_at: new Date(call.ended_at),
  };
}

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
    const calls = callsToBox(rows, box as DemoBox).slice(WITHOUT_MESSAGE);
    return DEMO_VOICEMAILS.filter((voicemail) => voicemail.box === box).map((voicemail, place) => {
      const [call, words] = [calls[place], heard[voicemail.name]];
      if (!call || !words) throw new Error(`Nobody can have left ${voicemail.name}`);
      return { voicemail, heard: words, call, boxId, isNew: place < NEW_MESSAGES[voicemail.box] };
    });
  });
}

async function sharedBox({ tx }: SeedContext): Promise<number> {
  const box = await tx.query
    .selectFrom("voicemail_boxes")
    .select("id")
    .where("customer_id", "=", HARBORLIGHT.id)
    .where("name", "=", BOX_NAMES.scheduling)
    .executeTakeFirstOrThrow();
  return box.id;
}
