import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "../database-log.ts";
import { stopLeftover } from "./leftover-postmaster.ts";
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts";

type State =
  | { readonly name: "running"; readonly postmaster: Postmaster }
  | { readonly name: "restarting"; readonly done: Promise<void> }
  | { readonly name: "stopped" };

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 30_000;

/** Keeps the database running until it is told to stop. */
export class PostmasterSupervisor {
  readonly #options: PostmasterOptions;
  readonly #log: DatabaseLog;
  readonly #stopping = new AbortController();
  #state: State = { name: "stopped" };

  constructor(options: PostmasterOptions, log: DatabaseLog) {
    this.#options = options;
    this.#log = log;
  }

  async start(): Promise<void> {
    const { dataFolder, socketFolder } = this.#options;
    await stopLeftover(dataFolder, socketFolder, this.#log);
    const postmaster = await startPostmaster(this.#options);
    this.#state = { name: "running", postmaster };
    void postmaster.exited.then((endOfLog) => this.#ended(endOfLog));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#state.name === "restarting") await this.#state.done;
    if (this.#state.name === "running") await this.#state.postmaster.stop();
    this.#state = { name: "stopped" };
  }

  #ended(endOfLog: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#log.error({ endOfLog }, "The database ended unexpectedly; starting it again");
    this.#state = { name: "restarting", done: this.#restart() };
  }

  async #restart(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.start();
        this.#log.info({}, "The database is running again");
        return;
      } catch (error) {
        this.#log.error({ err: error, retryMs }, "The database could not be started again; trying later");
      }
      // Rejects when we are told to stop, which the loop sees for itself.
      await sleep(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }
}
