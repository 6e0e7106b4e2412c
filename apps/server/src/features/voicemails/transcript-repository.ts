import type { SpokenSentence } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface WaitingTranscript {
  readonly messageId: string;
  readonly boxId: number;
  readonly customerId: number;
  readonly mailbox: string;
  /** Of the file that the telephone plays. */
  readonly phoneKey: string;
  readonly tries: number;
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
      messageId: row.id,
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

export async function saveTranscript(
  query: Kysely<DB>,
  messageId: string,
  sentences: readonly SpokenSentence[],
): Promise<void> {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  await query
    .updateTable("voicemail_transcripts")
    .set({ state: text === "" ? "none" : "done", text, sentences: JSON.stringify(sentences) })
    .where("message_id", "=", messageId)
    .execute();
}

/** Another try at that time; without one it is given up. */
export async function saveFailedTry(
  query: Kysely<DB>,
  messageId: string,
  again: Date | undefined,
): Promise<void> {
  await query
    .updateTable("voicemail_transcripts")
    .set({
      tries: sql`tries + 1`,
      ...(again ? { next_try_at: again } : { state: "failed" }),
    })
    .where("message_id", "=", messageId)
    .execute();
}

/** Nobody will listen to them: an earlier start had an engine, this one has none. */
export async function dropWaitingTranscripts(query: Kysely<DB>): Promise<void> {
  await query.deleteFrom("voicemail_transcripts").where("state", "=", "waiting").execute();
}
