import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import type { WaitingRecording } from "../../platform/speech/transcription-loop.ts";

export interface WaitingTranscript extends WaitingRecording {
  readonly boxId: number;
  readonly customerId: number;
  readonly mailbox: string;
  /** Of the file that the telephone plays. */
  readonly phoneKey: string;
}

export async function insertTranscript(
  query: Kysely<DB>,
  customerId: number,
  messageId: string,
  at: Date,
): Promise<void> {
  await query
    .insertInto("voicemail_transcripts")
    .values({ message_id: messageId, customer_id: customerId, next_try_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The one that has waited longest. What was deleted meanwhile is not listened to. */
export async function findDueTranscript(
  query: Kysely<DB>,
  now: Date,
): Promise<WaitingTranscript | undefined> {
  const row = await query
    .selectFrom("voicemail_transcripts as transcript")
    .innerJoin("voicemail_messages as message", "message.id", "transcript.message_id")
    .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
    .select([
      "message.id",
      "message.phone_key",
      "message.customer_id",
      "transcript.tries",
      "box.id as box_id",
      "box.name as mailbox",
    ])
    .where("transcript.state", "=", "waiting")
    .where("transcript.next_try_at", "<=", now)
    .where("message.deleted_at", "is", null)
    .orderBy("transcript.next_try_at")
    .orderBy("message.id")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      boxId: row.box_id,
      customerId: row.customer_id,
      mailbox: row.mailbox,
      phoneKey: row.phone_key,
      tries: row.tries,
    }
  );
}

export async function nextTranscriptAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("voicemail_transcripts as transcript")
    .innerJoin("voicemail_messages as message", "message.id", "transcript.message_id")
    .select("transcript.next_try_at")
    .where("transcript.state", "=", "waiting")
    .where("message.deleted_at", "is", null)
    .orderBy("transcript.next_try_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at;
}
