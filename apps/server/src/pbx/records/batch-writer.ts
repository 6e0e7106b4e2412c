import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { isRefusedData } from "../../database/postgres/postgres-errors.ts";

export interface BatchWriterDeps<Change> {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  /** How the log names what is written: "The call history", say. */
  readonly name: string;
  readonly write: (tx: Transaction, batch: readonly Change[]) => Promise<void>;
}

const RETRY_MS = 2_000;
/** Every transaction waits for the disk, and costs much the same for one entry or for many: these share one. */
const GATHER_MS = 25;
/** Where changes come in every moment, so long after the last one. */
const EVERY_MS = 200;
const MAX_BATCH = 200;
const MAX_CHANGES = 10_000;

/**
 * Writes behind whoever tells it something: in order, many at a time, again where the database was away. Call control
 * never waits for it.
 */
export class BatchWriter<Change> {
  readonly #deps: BatchWriterDeps<Change>;
  readonly #changes: Change[] = [];
  #running: Promise<void> | undefined;
  #largestBatch = MAX_BATCH;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #endGathering: () => void = () => {};
  /** A caller that waits for everything to be written does not wait for more to come. */
  #waiting = 0;
  #isClosing = false;

  constructor(deps: BatchWriterDeps<Change>) {
    this.#deps = deps;
  }

  add(change: Change): void {
    if (this.#changes.length >= MAX_CHANGES) {
      const { log, name } = this.#deps;
      log.error({}, `${name} cannot be written and has grown too long: an entry is lost`);
      return;
    }
    this.#changes.push(change);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when everything is written that was told so far. */
  async settled(): Promise<void> {
    this.#waiting += 1;
    this.#endGathering();
    while (this.#running) await this.#running;
    this.#waiting -= 1;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.settled();
  }

  async #work(): Promise<void> {
    const { database, clock, log, name, write } = this.#deps;
    while (this.#changes.length > 0) {
      if (this.#waiting === 0) await this.#gather();
      const batch = this.#changes.slice(0, this.#largestBatch);
      try {
        this.#writtenAt = clock.now();
        await database.transaction((tx) => write(tx, batch));
        this.#changes.splice(0, batch.length);
        this.#largestBatch = MAX_BATCH;
      } catch (error) {
        log.error({ err: error }, `${name} could not be written`);
        // Whoever stops the server does not wait for a database that is gone; the next start closes what is open.
        if (this.#isClosing) return;
        const isAlone = batch.length === 1;
        // One that cannot be written must not hold up the others: it is found by writing each alone, and left out.
        this.#largestBatch = 1;
        if (isRefusedData(error)) this.#changes.splice(0, isAlone ? 1 : 0);
        else await new Promise<void>((resolve) => clock.schedule(RETRY_MS, resolve));
      }
    }
  }

  async #gather(): Promise<void> {
    const { clock } = this.#deps;
    const untilNext = this.#writtenAt + EVERY_MS - clock.now();
    // A clock that was set back must not hold anything up.
    const delayMs = Math.min(EVERY_MS, Math.max(GATHER_MS, untilNext));
    await new Promise<void>((resolve) => {
      const cancel = clock.schedule(delayMs, resolve);
      this.#endGathering = () => {
        cancel();
        resolve();
      };
    });
    this.#endGathering = () => {};
  }
}
