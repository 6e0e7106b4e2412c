import type { SpokenSentence } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import { BackgroundLoop } from "../../platform/loops/background-loop.ts";
import type { Transcriber } from "../../platform/transcriber.ts";
import {
  dropWaitingTranscripts,
  findDueTranscript,
  insertTranscript,
  nextTranscriptAt,
  saveFailedTry,
  saveTranscript,
  type WaitingTranscript,
} from "./transcript-repository.ts";
import { publishChanged } from "./voicemail-changes.ts";

export interface TranscriptionQueueDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly files: Pick<AudioFiles, "playable">;
  /** Left out where nothing is transcribed. */
  readonly transcriber?: Transcriber | undefined;
}

const SWEEP_MS = 60_000;
/** After the first try and after the second; the third is the last. */
const RETRY_DELAYS_MS = [5_000, 60_000];

/**
 * Messages that wait to be written down, one at a time. A row waits from the moment the message is stored until its
 * words are, so that a killed server or engine goes on where it was; only a try that failed counts.
 */
export class TranscriptionQueue {
  readonly #deps: TranscriptionQueueDeps;
  readonly #loop: BackgroundLoop;

  constructor(deps: TranscriptionQueueDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "transcription", clock, log, work: () => this.#next() });
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

  async #next(): Promise<number> {
    const { database, clock, transcriber } = this.#deps;
    if (!transcriber) {
      await dropWaitingTranscripts(database.query);
      return SWEEP_MS;
    }
    const due = await findDueTranscript(database.query, new Date(clock.now()));
    if (due) {
      await this.#listen(transcriber, due);
      return 0;
    }
    const next = await nextTranscriptAt(database.query);
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }

  async #listen(transcriber: Transcriber, due: WaitingTranscript): Promise<void> {
    const { database, files } = this.#deps;
    let sentences: readonly SpokenSentence[];
    try {
      const path = await files.playable(due.phoneKey);
      if (path === undefined) throw new Error("The file of the message is missing");
      sentences = await transcriber.transcribe(path);
    } catch (error) {
      await this.#failed(due, error);
      return;
    }
    await database.transaction(async (tx) => {
      await saveTranscript(tx.query, due.messageId, sentences);
      await this.#tell(tx, due);
    });
  }

  async #failed(due: WaitingTranscript, error: unknown): Promise<void> {
    const { database, clock, log } = this.#deps;
    const delayMs = RETRY_DELAYS_MS[due.tries];
    const tries = due.tries + 1;
    log.warn(
      { err: error, messageId: due.messageId, tries, delayMs },
      "A voicemail could not be transcribed",
    );
    const again = delayMs === undefined ? undefined : new Date(clock.now() + delayMs);
    await database.transaction(async (tx) => {
      await saveFailedTry(tx.query, due.messageId, again);
      if (!again) await this.#tell(tx, due);
    });
  }

  #tell(tx: Transaction, { boxId, customerId, mailbox, messageId }: WaitingTranscript): Promise<void> {
    return publishChanged(tx, { id: boxId, customerId, name: mailbox }, [messageId]);
  }
}
