import { channelName, type PbxEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { PbxEvents, RecordingFolder } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { insertFile } from "../../database/file-repository.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import { findRecordedLine, insertCallRecording } from "./call-recording-repository.ts";

export interface CallRecordingsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: AudioFiles;
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
    const { companyId, callId, endpointId, recording } = event;
    const { database, clock, files } = this.#deps;
    const path = recording.files.mp3 ?? recording.files.wav;
    if (path === undefined) return;
    const stored = await files.put(path);
    await database.transaction(async (tx) => {
      await insertFile(tx.query, Number(companyId), `call-${callId}`, stored);
      await insertCallRecording(tx.query, {
        id: recording.recordingId,
        customer_id: Number(companyId),
        call_id: callId,
        phone_id: endpointId === undefined ? null : Number(endpointId),
        object_key: stored.key,
        duration_ms: Math.round(recording.durationMs),
        created_at: new Date(clock.now()),
      });
      if (endpointId !== undefined) await tellOwner(tx, Number(endpointId), event);
    });
    await files.remove(Object.values(recording.files));
  }
}

/** Whoever asked for the recording hears that it is there. */
async function tellOwner(tx: Transaction, phoneId: number, { callId, recording }: Finished): Promise<void> {
  const line = await findRecordedLine(tx.query, phoneId);
  if (!line) return;
  const event: PbxEvent = {
    type: "RECORDING_NEW",
    phone: line.name,
    callid: callId,
    id: recording.recordingId,
    duration: Math.round(recording.durationMs / 1000),
  };
  tx.publish({ customerId: line.customer_id, channel: channelName("phone", phoneId), event });
}
