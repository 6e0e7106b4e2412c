import type { SpokenSentence } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { BackgroundLoop } from "../loops/background-loop.ts";
import type { Transcriber } from "../transcriber.ts";

/** Something recorded that waits to be written down. */
export interface WaitingRecording {
  readonly id: string;
  /** Tries that failed. */
  readonly tries: number;
}

/** What one feature has waiting, in its own table. */
export interface WaitingTranscripts<Item extends WaitingRecording, Sentence extends SpokenSentence> {
  /** For the log: "A voicemail". */
  readonly what: string;
  findDue(now: Date): Promise<Item | undefined>;
  /** When the next one is due. */
  nextAt(): Promise<Date | undefined>;
  listen(transcriber: Transcriber, item: Item): Promise<readonly Sentence[]>;
  save(tx: Transaction, item: Item, sentences: readonly Sentence[]): Promise<void>;
  /** Another try at that time; without one it is given up. */
  saveFailure(tx: Transaction, item: Item, again: Date | undefined): Promise<void>;
  /** Nobody will listen to them: an earlier start had an engine, this one has none. */
  dropAll(): Promise<void>;
}

export interface TranscriptionLoopDeps {
  readonly database: Pick<Database, "transaction">;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  /** Left out where nothing is transcribed. */
  readonly transcriber?: Transcriber | undefined;
}

const SWEEP_MS = 60_000;
/** After the first try and after the second; the third is the last. */
const RETRY_DELAYS_MS = [5_000, 60_000];

/**
 * Writes down what waits, one at a time. A row waits from the moment the recording is stored until its words are, so
 * that a killed server or engine goes on where it was; only a try that failed counts.
 */
export class TranscriptionLoop<Item extends WaitingRecording, Sentence extends SpokenSentence> {
  readonly #deps: TranscriptionLoopDeps;
  readonly #waiting: WaitingTranscripts<Item, Sentence>;
  readonly #loop: BackgroundLoop;

  constructor(deps: TranscriptionLoopDeps, waiting: WaitingTranscripts<Item, Sentence>) {
    this.#deps = deps;
    this.#waiting = waiting;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "transcription", clock, log, work: () => this.#next() });
  }

  wake(): void {
    this.#loop.wake();
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #next(): Promise<number> {
    const { clock, transcriber } = this.#deps;
    if (!transcriber) {
      await this.#waiting.dropAll();
      return SWEEP_MS;
    }
    const due = await this.#waiting.findDue(new Date(clock.now()));
    if (due) {
      await this.#listen(transcriber, due);
      return 0;
    }
    const next = await this.#waiting.nextAt();
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }

  async #listen(transcriber: Transcriber, due: Item): Promise<void> {
    let sentences: readonly Sentence[];
    try {
      sentences = await this.#waiting.listen(transcriber, due);
    } catch (error) {
      await this.#failed(due, error);
      return;
    }
    await this.#deps.database.transaction((tx) => this.#waiting.save(tx, due, sentences));
  }

  async #failed(due: Item, error: unknown): Promise<void> {
    const { database, clock, log } = this.#deps;
    const delayMs = RETRY_DELAYS_MS[due.tries];
    const tries = due.tries + 1;
    log.warn({ err: error, id: due.id, tries, delayMs }, `${this.#waiting.what} could not be transcribed`);
    const again = delayMs === undefined ? undefined : new Date(clock.now() + delayMs);
    await database.transaction((tx) => this.#waiting.saveFailure(tx, due, again));
  }
}
