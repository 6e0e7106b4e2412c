import {
  type CallSentence,
  type CallTranscript,
  type CallTranscriptState,
  channelName,
  type PbxEvent,
  type SpokenSentence,
} from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { AudioFiles } from "../../../platform/files/audio-files.ts";
import {
  dropWaiting,
  saveFailedTry,
  saveTranscript,
} from "../../../platform/speech/transcript-repository.ts";
import {
  TranscriptionLoop,
  type TranscriptionLoopDeps,
} from "../../../platform/speech/transcription-loop.ts";
import type { Transcriber } from "../../../platform/transcriber.ts";
import {
  findDueRecording,
  findRecordingTranscripts,
  insertRecordingTranscript,
  isTranscribedByRule,
  nextRecordingAt,
  type RecordedCall,
  type WaitingCall,
} from "./recording-transcript-repository.ts";

export interface RecordingTranscriptsDeps extends TranscriptionLoopDeps {
  readonly database: Database;
  readonly files: Pick<AudioFiles, "playable">;
}

/** Older recordings have all voices on one track, and stay without a transcript. */
export interface StoredRecording extends RecordedCall {
  readonly hasSides: boolean;
}

const TABLE = "recording_transcripts";
const OFF: CallTranscript = { state: "off", sentences: [] };
const UNASKED: CallTranscript = { state: "unasked", sentences: [] };

/** What was said in recorded calls, and by whom: written down on request, or by the rule of a line or queue. */
export class RecordingTranscripts {
  readonly #deps: RecordingTranscriptsDeps;
  readonly #loop: TranscriptionLoop<WaitingCall, CallSentence>;

  constructor(deps: RecordingTranscriptsDeps) {
    this.#deps = deps;
    const { query } = deps.database;
    this.#loop = new TranscriptionLoop(deps, {
      what: "A recorded call",
      findDue: (now) => findDueRecording(query, now),
      nextAt: () => nextRecordingAt(query),
      dropAll: () => dropWaiting(query, TABLE),
      listen: (transcriber, call) => this.#listen(transcriber, call),
      save: async (tx, call, sentences) => {
        const state = await saveTranscript(tx.query, { table: TABLE, id: call.id }, sentences);
        tell(tx, call, state);
      },
      saveFailure: async (tx, call, again) => {
        await saveFailedTry(tx.query, { table: TABLE, id: call.id }, again);
        if (!again) tell(tx, call, "failed");
      },
    });
  }

  /** Part of the transaction that stores a recording: transcribed at once where a rule says so. */
  async storedWithin(tx: Transaction, recording: StoredRecording, queueId: number | null): Promise<void> {
    if (!this.#canHear(recording)) return;
    const { phoneId } = recording;
    if (await isTranscribedByRule(tx.query, { phoneId, queueId })) await this.#addWithin(tx, recording);
  }

  /** Somebody asks for it. A repeated request changes nothing. */
  async ask(recording: StoredRecording): Promise<CallTranscript> {
    if (!this.#canHear(recording)) return OFF;
    await this.#deps.database.transaction((tx) => this.#addWithin(tx, recording));
    return (await this.of([recording])).get(recording.id) ?? UNASKED;
  }

  async of(
    recordings: readonly Pick<StoredRecording, "id" | "hasSides">[],
  ): Promise<ReadonlyMap<string, CallTranscript>> {
    const { query } = this.#deps.database;
    const known = await findRecordingTranscripts(
      query,
      recordings.map(({ id }) => id),
    );
    return new Map(
      recordings.map((recording) => [
        recording.id,
        known.get(recording.id) ?? (this.#canHear(recording) ? UNASKED : OFF),
      ]),
    );
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  #canHear({ hasSides }: Pick<StoredRecording, "hasSides">): boolean {
    return hasSides && this.#deps.transcriber !== undefined;
  }

  async #addWithin(tx: Transaction, recording: StoredRecording): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    if (!(await insertRecordingTranscript(tx.query, recording, now))) return;
    tell(tx, recording, "waiting");
    tx.onCommit(() => this.#loop.wake());
  }

  async #listen(transcriber: Transcriber, { ownKey, otherKey }: WaitingCall): Promise<CallSentence[]> {
    const own = await this.#hear(transcriber, ownKey);
    const other = await this.#hear(transcriber, otherKey);
    return [
      ...own.map((sentence) => ({ ...sentence, speaker: "line" as const })),
      ...other.map((sentence) => ({ ...sentence, speaker: "other" as const })),
    ].toSorted((one, next) => one.start - next.start);
  }

  async #hear(transcriber: Transcriber, key: string): Promise<readonly SpokenSentence[]> {
    const path = await this.#deps.files.playable(key);
    if (path === undefined) throw new Error("A side of the recording is missing");
    return transcriber.transcribe(path);
  }
}

function tell(tx: Transaction, call: RecordedCall, state: CallTranscriptState): void {
  const { customerId, callId, phoneId, phone, id } = call;
  if (phoneId === null || phone === null) return;
  const event: PbxEvent = { type: "RECORDING_TRANSCRIPT", phone, callid: callId, id, state };
  tx.publish({ customerId, channel: channelName("phone", phoneId), event });
}
