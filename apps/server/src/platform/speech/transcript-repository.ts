import type { SpokenSentence } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

/** What is written down has a table for each kind of sound; they differ in the column that names it. */
const KEYS = {
  voicemail_transcripts: "message_id",
  recording_transcripts: "recording_id",
} as const satisfies Partial<Record<keyof DB, string>>;
type TranscriptTable = keyof typeof KEYS;

/** Which transcript is meant. */
interface TranscriptOf {
  readonly table: TranscriptTable;
  readonly id: string;
}

const isMeant = ({ table, id }: TranscriptOf) => sql`${sql.ref(KEYS[table])} = ${id}`;

/** Says how it ended: words, or none that could be made out. */
export async function saveTranscript(
  query: Kysely<DB>,
  transcript: TranscriptOf,
  sentences: readonly SpokenSentence[],
): Promise<"done" | "none"> {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const state = text === "" ? "none" : "done";
  await sql`
    update ${sql.table(transcript.table)}
    set state = ${state}, text = ${text}, sentences = ${JSON.stringify(sentences)}
    where ${isMeant(transcript)}`.execute(query);
  return state;
}

/** Another try at that time; without one it is given up. */
export async function saveFailedTry(
  query: Kysely<DB>,
  transcript: TranscriptOf,
  again: Date | undefined,
): Promise<void> {
  const next = again ? sql`next_try_at = ${again}` : sql`state = 'failed'`;
  await sql`
    update ${sql.table(transcript.table)} set tries = tries + 1, ${next}
    where ${isMeant(transcript)}`.execute(query);
}

/** Nobody will listen to them: an earlier start had an engine, this one has none. */
export async function dropWaiting(query: Kysely<DB>, table: TranscriptTable): Promise<void> {
  await sql`delete from ${sql.table(table)} where state = 'waiting'`.execute(query);
}
