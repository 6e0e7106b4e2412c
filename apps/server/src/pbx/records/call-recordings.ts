import { channelName, type PbxEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { PbxEvents, RecordingFolder } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { insertFile } from "../../database/file-repository.ts";
import type { RecordingTranscripts } from "../../features/calls/index.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { StoredObject } from "../../platform/files/object-store.ts";
import { findRecordedLine, insertCallRecording } from "./call-recording-repository.ts";

export interface CallRecordingsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: AudioFiles;
  readonly transcripts: Pick<RecordingTranscripts, "storedWithin">;
  readonly log: Pick<BaseLogger, "error">;
}

type Finished = PbxEvents["recordingFinished"];

/** Keeps what was recorded of calls. */
export class CallRecordings implements RecordingFolder {
  readonly #deps: CallRecordingsDeps;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: CallRecordingsDeps) {
    this.#deps = deps;
  }

  pathFor({ companyId, recordingId }: { readonly companyId: string; readonly recordingId: string }): string {
    return this.#deps.files.draftPath(`call-${companyId}-${recordingId}`);
  }

  finished(event: Finished): void {
    const work = this.#store(event)
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error, callId: event.callId }, "A recorded call could not be stored"),
      )
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async close(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #store(event: Finished): Promise<void> {
    const { database, files } = this.#deps;
    const { mp3, wav, "left.opus": own, "right.opus": other } = event.recording.files;
    const path = mp3 ?? wav;
    if (path === undefined) return;
    const stored = await files.put(path);
    const sides = own && other ? [await files.put(own), await files.put(other)] : [];
    await database.transaction((tx) => this.#storeWithin(tx, event, [stored, ...sides]));
    await files.remove(Object.values(event.recording.files));
  }

  async #storeWithin(tx: Transaction, event: Finished, files: readonly StoredObject[]): Promise<void> {
    const { callId, endpointId, queueId, recording } = event;
    const [whole, own, other] = files;
    const customerId = Number(event.companyId);
    const phoneId = endpointId === undefined ? null : Number(endpointId);
    const line = phoneId === null ? undefined : await findRecordedLine(tx.query, phoneId);
    for (const file of files) await insertFile(tx.query, customerId, `call-${callId}`, file);
    await insertCallRecording(tx.query, {
      id: recording.recordingId,
      customer_id: customerId,
      call_id: callId,
      phone_id: phoneId,
      object_key: whole?.key ?? "",
      own_key: own?.key ?? null,
      other_key: other?.key ?? null,
      duration_ms: Math.round(recording.durationMs),
      created_at: new Date(this.#deps.clock.now()),
    });
    if (line && phoneId !== null) tellOwner(tx, { ...line, id: phoneId }, event);
    const stored = { id: recording.recordingId, customerId, callId, phoneId, phone: line?.name ?? null };
    const queue = queueId === undefined ? null : Number(queueId);
    await this.#deps.transcripts.storedWithin(tx, { ...stored, hasSides: other !== undefined }, queue);
  }
}

interface RecordedLine {
  readonly id: number;
  readonly name: string;
  readonly customer_id: number;
}

/** Whoever asked for the recording hears that it is there. */
function tellOwner(tx: Transaction, line: RecordedLine, { callId, recording }: Finished): void {
  const event: PbxEvent = {
    type: "RECORDING_NEW",
    phone: line.name,
    callid: callId,
    id: recording.recordingId,
    duration: Math.round(recording.durationMs / 1000),
  };
  tx.publish({ customerId: line.customer_id, channel: channelName("phone", line.id), event });
}
