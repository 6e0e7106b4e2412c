import type {
  SpokenSentence,
  Task,
  TranscriptionState,
  Voicemail,
  VoicemailFolder,
  VoicemailReader,
} from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { listTasksOf } from "../tasks/index.ts";
import { voicemailItems } from "./voicemail-repository.ts";

/** Messages with everything that is shown of them, but their tasks. */
function shown(query: Kysely<DB>) {
  return query
    .selectFrom("voicemail_messages as message")
    .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
    .leftJoin("voicemail_transcripts as transcript", "transcript.message_id", "message.id")
    .select([
      "message.id",
      "message.folder",
      "message.caller_number",
      "message.caller_name",
      "message.duration_ms",
      "message.received_at",
      "message.heard_at",
      "message.file_error",
      "message.is_cut_off",
      "box.name as mailbox",
      "box.label",
      "transcript.text",
      "transcript.state",
      voicemailItems.readBy("message").as("read_by"),
    ])
    .where("message.deleted_at", "is", null);
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>["execute"]>>[number];

/** As clients see them, newest first. Those that are deleted, or another company's, are left out. */
export async function readVoicemails(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<Voicemail[]> {
  if (ids.length === 0) return [];
  const [rows, tasks] = await Promise.all([
    shown(query)
      .where("message.customer_id", "=", customerId)
      // One parameter whatever their number: the database plans the same statement once.
      .where(sql<boolean>`message.id = any(${[...ids]}::text[])`)
      .orderBy("message.received_at", "desc")
      .orderBy("message.id", "desc")
      .execute(),
    listTasksOf(query, customerId, "voicemail", ids),
  ]);
  return rows.map((row) => toVoicemail(row, tasks.get(row.id) ?? []));
}

function toVoicemail(row: ShownRow, tasks: Task[]): Voicemail {
  const time = row.received_at.getTime();
  return {
    id: row.id,
    mailbox: row.mailbox,
    name: row.label || row.mailbox,
    // Both written through the tables' own checks.
    dir: row.folder as VoicemailFolder,
    transcription_state: (row.state ?? "off") as TranscriptionState,
    callerId: row.caller_number,
    caller: callerLine(row.caller_name, row.caller_number),
    callername: row.caller_name,
    duration: Math.round(row.duration_ms / 1000),
    time: Math.floor(time / 1000),
    time_ms: time,
    new: row.heard_at === null,
    read_by: row.read_by,
    transcription: row.text ?? "",
    fileError: row.file_error,
    cut_off: row.is_cut_off,
    tasks,
  };
}

function callerLine(name: string, number: string): string {
  if (name === "" || number === "") return name || number;
  return `${name} <${number}>`;
}

/** What was said in messages, by their ids. */
export async function listSentences(
  query: Kysely<DB>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SpokenSentence[]>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("voicemail_transcripts")
    .select(["message_id", "sentences"])
    .where("message_id", "in", ids)
    .execute();
  // Written by the queue of transcripts alone.
  return new Map(rows.map((row) => [row.message_id, row.sentences as unknown as SpokenSentence[]]));
}

export interface VoicemailExtras {
  readonly sentences: SpokenSentence[];
  readonly readers: VoicemailReader[];
  readonly peaks: number[];
  readonly callid: string;
}

/** What only the page of a single message shows. */
export async function readExtras(query: Kysely<DB>, userId: number, id: string): Promise<VoicemailExtras> {
  const [message, readers] = await Promise.all([
    query
      .selectFrom("voicemail_messages as message")
      .leftJoin("voicemail_transcripts as transcript", "transcript.message_id", "message.id")
      .select([
        "message.peaks",
        "transcript.sentences",
        sql<string | null>`(
          select record.id from call_records as record
          join phone_users on phone_users.phone_id = record.phone_id and phone_users.user_id = ${userId}
          where record.call_id = message.call_id and record.dir = 'in' and record.ended_at is not null
          order by record.started_at limit 1
        )`.as("callid"),
      ])
      .where("message.id", "=", id)
      .executeTakeFirstOrThrow(),
    voicemailItems.listReaders(query, id),
  ]);
  return {
    // Written by the queue of transcripts alone.
    sentences: (message.sentences ?? []) as unknown as SpokenSentence[],
    peaks: message.peaks,
    callid: message.callid ?? "",
    readers,
  };
}
