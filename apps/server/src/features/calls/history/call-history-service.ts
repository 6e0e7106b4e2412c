import {
  type CallRecord,
  type CallRecordDetails,
  type CallRecording,
  type CallRecordsQuery,
  type CallRecordsRead,
  type CallTranscript,
  channelName,
  type PbxEvent,
  type UnreadCounters,
} from "@offhook/contract";
import type { Selectable } from "kysely";
import type { Database } from "../../../database/database.ts";
import type { CallRecordings } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { listTakenParts, readCallWay, readPartsOfOthers } from "../../queues/index.ts";
import type { UnreadService } from "../../unread/index.ts";
import { callRecordNotFound, lineNotFound, notTranscribed, recordingNotFound } from "../call-errors.ts";
import { listOwnPhoneLines } from "../lines/line-repository.ts";
import type { RecordingTranscripts } from "../recordings/recording-transcripts.ts";
import { findEnd, findRecording, findVoicemailOfCall, listCallRecordings } from "./call-detail-repository.ts";
import { findNote } from "./call-note-repository.ts";
import { findReadableRecord, listReadableRecords } from "./call-record-repository.ts";

export interface CallHistoryDeps {
  readonly database: Database;
  readonly unread: UnreadService;
  readonly fileUrl: (key: string) => string;
  readonly transcripts: Pick<RecordingTranscripts, "ask" | "of">;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export class CallHistoryService {
  readonly #deps: CallHistoryDeps;

  constructor(deps: CallHistoryDeps) {
    this.#deps = deps;
  }

  list(actor: Actor, page: CallRecordsQuery): Promise<CallRecord[]> {
    return listReadableRecords(this.#deps.database.query, actor.userId, page);
  }

  async read(actor: Actor, id: string): Promise<CallRecordDetails> {
    const { query } = this.#deps.database;
    const found = await findReadableRecord(query, actor.userId, id);
    if (!found) throw callRecordNotFound();
    const { callid, voicemail } = found.record;
    const own = await listOwnPhoneLines(query, actor);
    const agentLine = actor.features.has("supervision") ? undefined : found.phoneId;
    const [end, recordings, note, message, steps, others, supervision] = await Promise.all([
      findEnd(query, id),
      listCallRecordings(query, callid, found.phoneId),
      findNote(query, callid, [found.phoneId]),
      voicemail ? findVoicemailOfCall(query, callid, actor.userId) : null,
      readCallWay(query, found.customerId, callid),
      readPartsOfOthers(
        query,
        found.customerId,
        callid,
        own.map((line) => line.id),
      ),
      listTakenParts(query, { customerId: found.customerId, callId: callid, agentLine }),
    ]);
    const { takenBy, passedOver } = others;
    const transcripts = await this.#deps.transcripts.of(recordings.map(withSides));
    return {
      ...found.record,
      cause: end.cause,
      answered_at: end.answeredAt && seconds(end.answeredAt),
      ended_at: seconds(end.endedAt),
      quality: end.quality,
      recordings: recordings.map((recording) => ({
        id: recording.id,
        duration: Math.round(recording.duration_ms / 1000),
        time: seconds(recording.created_at),
        transcript: transcripts.get(recording.id) ?? { state: "off", sentences: [] },
      })),
      note,
      queue_steps: steps,
      answered_by: takenBy && takenBy.phoneId !== found.phoneId ? takenBy.name : null,
      passed_over: [...passedOver],
      supervision,
      voicemail_message: message,
    };
  }

  async markRead(actor: Actor, { phone, ids }: CallRecordsRead): Promise<UnreadCounters> {
    const { database, unread } = this.#deps;
    const { customerId } = actor;
    await database.transaction(async (tx) => {
      const own = await listOwnPhoneLines(tx.query, actor);
      const lines = phone === undefined ? own : own.filter(({ name }) => name === phone);
      if (phone !== undefined && lines.length === 0) throw lineNotFound();
      const unreadLines = lines.map(({ name }) => ({ customerId, type: "phn", line: name }) as const);
      await unread.removeWithin(tx, unreadLines, ids);
      for (const { id, name } of lines) {
        const event: PbxEvent = { type: "HISTORY_READ", phone: name, ids: ids ?? null };
        tx.publish({ customerId, channel: channelName("phone", id), event });
      }
    });
    return unread.count(actor);
  }

  /** By the recording's id, or by that of a call's entry: then its first recording. */
  async recording(actor: Actor, id: string): Promise<CallRecording> {
    const found = await this.#findRecording(actor, id);
    return {
      id: found.id,
      url: this.#deps.fileUrl(found.object_key),
      duration: Math.round(found.duration_ms / 1000),
      time: seconds(found.created_at),
    };
  }

  /** By the same ids. */
  async transcribe(actor: Actor, id: string): Promise<CallTranscript> {
    const found = await this.#findRecording(actor, id);
    const line = (await listOwnPhoneLines(this.#deps.database.query, actor)).find(
      (own) => own.id === found.phone_id,
    );
    const transcript = await this.#deps.transcripts.ask({
      ...withSides(found),
      customerId: found.customer_id,
      callId: found.call_id,
      phoneId: found.phone_id,
      phone: line?.name ?? null,
    });
    if (transcript.state === "off") throw notTranscribed();
    return transcript;
  }

  async #findRecording(actor: Actor, id: string): Promise<Selectable<CallRecordings>> {
    const { query } = this.#deps.database;
    const record = await findReadableRecord(query, actor.userId, id);
    const own = (await listOwnPhoneLines(query, actor)).map((line) => line.id);
    const found = record
      ? (await listCallRecordings(query, record.record.callid, record.phoneId))[0]
      : await findRecording(query, id, own);
    if (!found) throw recordingNotFound();
    return found;
  }
}

const withSides = ({ id, own_key, other_key }: Selectable<CallRecordings>) => ({
  id,
  hasSides: own_key !== null && other_key !== null,
});
