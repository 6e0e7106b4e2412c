import type { SpokenSentence } from "@offhook/contract";
import type { Database, Transaction } from "../../database/database.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import { dropWaiting, saveFailedTry, saveTranscript } from "../../platform/speech/transcript-repository.ts";
import { TranscriptionLoop, type TranscriptionLoopDeps } from "../../platform/speech/transcription-loop.ts";
import {
  findDueTranscript,
  insertTranscript,
  nextTranscriptAt,
  type WaitingTranscript,
} from "./transcript-repository.ts";
import { publishChanged } from "./voicemail-changes.ts";

export interface TranscriptionQueueDeps extends TranscriptionLoopDeps {
  readonly database: Database;
  readonly files: Pick<AudioFiles, "playable">;
  /** No message has to be waited for any more, or one less. */
  readonly onSettled: () => void;
}

const TABLE = "voicemail_transcripts";

/** Messages that wait to be written down. */
export class TranscriptionQueue {
  readonly #deps: TranscriptionQueueDeps;
  readonly #loop: TranscriptionLoop<WaitingTranscript, SpokenSentence>;

  constructor(deps: TranscriptionQueueDeps) {
    this.#deps = deps;
    const { query } = deps.database;
    this.#loop = new TranscriptionLoop(deps, {
      what: "A voicemail",
      findDue: (now) => findDueTranscript(query, now),
      nextAt: () => nextTranscriptAt(query),
      dropAll: () => dropWaiting(query, TABLE),
      listen: async (transcriber, { phoneKey }) => {
        const path = await deps.files.playable(phoneKey);
        if (path === undefined) throw new Error("The file of the message is missing");
        return transcriber.transcribe(path);
      },
      save: async (tx, due, sentences) => {
        await saveTranscript(tx.query, { table: TABLE, id: due.id }, sentences);
        await tell(tx, due);
        tx.onCommit(deps.onSettled);
      },
      saveFailure: async (tx, due, again) => {
        await saveFailedTry(tx.query, { table: TABLE, id: due.id }, again);
        if (again) return;
        await tell(tx, due);
        tx.onCommit(deps.onSettled);
      },
    });
  }

  /** Part of the transaction that stores the message. */
  async addWithin(tx: Transaction, customerId: number, messageId: string): Promise<void> {
    const { transcriber, clock } = this.#deps;
    if (!transcriber) return;
    await insertTranscript(tx.query, customerId, messageId, new Date(clock.now()));
    tx.onCommit(() => this.#loop.wake());
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }
}

function tell(tx: Transaction, { boxId, customerId, mailbox, id }: WaitingTranscript): Promise<void> {
  return publishChanged(tx, { id: boxId, customerId, name: mailbox }, [id]);
}
