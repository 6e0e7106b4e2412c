import type { CallSentence, CallTranscript } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { WaitingRecording } from "../../../platform/speech/transcription-loop.ts";

/** Where a recording comes from. */
export interface RecordedCall {
  readonly id: string;
  readonly customerId: number;
  readonly callId: string;
  /** The line that recorded it; null where it is gone. */
  readonly phoneId: number | null;
  readonly phone: string | null;
}

export interface WaitingCall extends RecordedCall, WaitingRecording {
  readonly ownKey: string;
  readonly otherKey: string;
}

/** Waits from now on; one that had failed gets its three tries again, another stays as it is. Whether this changed it. */
export async function insertRecordingTranscript(
  query: Kysely<DB>,
  { id, customerId }: Pick<RecordedCall, "id" | "customerId">,
  at: Date,
): Promise<boolean> {
  const row = await query
    .insertInto("recording_transcripts")
    .values({ recording_id: id, customer_id: customerId, next_try_at: at })
    .onConflict((conflict) =>
      conflict
        .column("recording_id")
        .doUpdateSet({ state: "waiting", tries: 0, next_try_at: at })
        .where("recording_transcripts.state", "=", "failed"),
    )
    .returning("recording_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Of recordings of which nobody has asked it there is none. */
export async function findRecordingTranscripts(
  query: Kysely<DB>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, CallTranscript>> {
  if (recordingIds.length === 0) return new Map();
  const rows = await query
    .selectFrom("recording_transcripts")
    .select(["recording_id", "state", "sentences"])
    .where("recording_id", "in", [...recordingIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.recording_id,
      {
        // Both were written by `saveTranscript` or the function above, through the table's own check.
        state: row.state as CallTranscript["state"],
        sentences: row.sentences as unknown as CallSentence[],
      },
    ]),
  );
}

/** Whether its line, or the queue that its call came through, has all recordings transcribed. */
export async function isTranscribedByRule(
  query: Kysely<DB>,
  { phoneId, queueId }: { readonly phoneId: number | null; readonly queueId: number | null },
): Promise<boolean> {
  const rules = await Promise.all([
    phoneId !== null &&
      query
        .selectFrom("phones")
        .select("transcribes_recordings")
        .where("id", "=", phoneId)
        .executeTakeFirst(),
    queueId !== null &&
      query
        .selectFrom("queues")
        .select("transcribes_recordings")
        .where("id", "=", queueId)
        .executeTakeFirst(),
  ]);
  return rules.some((rule) => rule !== false && rule?.transcribes_recordings === true);
}

export async function findDueRecording(query: Kysely<DB>, now: Date): Promise<WaitingCall | undefined> {
  const row = await query
    .selectFrom("recording_transcripts as transcript")
    .innerJoin("call_recordings as recording", "recording.id", "transcript.recording_id")
    .leftJoin("phones", "phones.id", "recording.phone_id")
    .select([
      "recording.id",
      "recording.customer_id",
      "recording.call_id",
      "recording.phone_id",
      "recording.own_key",
      "recording.other_key",
      "phones.name as phone",
      "transcript.tries",
    ])
    .where("transcript.state", "=", "waiting")
    .where("transcript.next_try_at", "<=", now)
    .orderBy("transcript.next_try_at")
    .orderBy("recording.id")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      customerId: row.customer_id,
      callId: row.call_id,
      phoneId: row.phone_id,
      phone: row.phone,
      ownKey: row.own_key ?? "",
      otherKey: row.other_key ?? "",
      tries: row.tries,
    }
  );
}

export async function nextRecordingAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("recording_transcripts")
    .select("next_try_at")
    .where("state", "=", "waiting")
    .orderBy("next_try_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at;
}
