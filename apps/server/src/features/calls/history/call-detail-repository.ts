import type { CallRecordDetails } from "@offhook/contract";
import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import type { CallRecordings, DB } from "../../../database/schema/database-schema.ts";
import { describeQuality } from "./call-quality.ts";

/** Intervals as call control measured them. */
const StoredQuality = z.array(
  z.object({
    at: z.number(),
    lossRate: z.number(),
    jitterMs: z.number(),
    // Where nothing was measured the stored interval has no such key.
    roundTripMs: z.number().optional(),
    meanOpinionScore: z.number().optional(),
  }),
);

export interface CallEnd {
  readonly cause: string;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly quality: CallRecordDetails["quality"];
}

export async function findEnd(query: Kysely<DB>, id: string): Promise<CallEnd> {
  const row = await query
    .selectFrom("call_records")
    .select(["cause", "answered_at", "ended_at", "started_at", "quality"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    cause: row.cause ?? "",
    answeredAt: row.answered_at,
    endedAt: row.ended_at ?? row.started_at,
    quality: StoredQuality.catch([])
      .parse(row.quality)
      .map((interval) =>
        describeQuality({
          ...interval,
          roundTripMs: interval.roundTripMs,
          meanOpinionScore: interval.meanOpinionScore,
        }),
      ),
  };
}

/** What a line recorded of a call. */
export async function listCallRecordings(
  query: Kysely<DB>,
  callId: string,
  phoneId: number,
): Promise<Selectable<CallRecordings>[]> {
  return query
    .selectFrom("call_recordings")
    .selectAll()
    .where("call_id", "=", callId)
    .where("phone_id", "=", phoneId)
    .orderBy("created_at")
    .execute();
}

export async function findRecording(
  query: Kysely<DB>,
  id: string,
  phoneIds: readonly number[],
): Promise<Selectable<CallRecordings> | undefined> {
  if (phoneIds.length === 0) return undefined;
  return query
    .selectFrom("call_recordings")
    .selectAll()
    .where("id", "=", id)
    .where("phone_id", "in", [...phoneIds])
    .executeTakeFirst();
}

/** The message a caller has left, where the user reads that box. */
export async function findVoicemailOfCall(
  query: Kysely<DB>,
  callId: string,
  userId: number,
): Promise<{ mailbox: string; id: string } | null> {
  const row = await query
    .selectFrom("voicemail_messages as message")
    .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
    .innerJoin("voicemail_box_users as reader", "reader.voicemail_box_id", "box.id")
    .select(["box.name as mailbox", "message.id"])
    .where("message.call_id", "=", callId)
    .where("message.deleted_at", "is", null)
    .where("reader.user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}
