import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { publishFax } from "../fax-changes.ts";
import type { FaxProgress } from "../ways/fax-transport.ts";
import { type OutgoingFax, saveProgress } from "./outbox-repository.ts";

export interface FaxProgressTellerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

/** A machine that tells more often is heard this often. */
const TOLD_EVERY_MS = 400;

/** Tells page by page how far faxes have come. */
export class FaxProgressTeller {
  readonly #deps: FaxProgressTellerDeps;

  constructor(deps: FaxProgressTellerDeps) {
    this.#deps = deps;
  }

  of(fax: OutgoingFax): OneFaxProgress {
    return new OneFaxProgress(this.#deps, fax);
  }
}

class OneFaxProgress {
  readonly #deps: FaxProgressTellerDeps;
  readonly #fax: OutgoingFax;
  #latest: FaxProgress | undefined;
  #cancel: CancelTimer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: FaxProgressTellerDeps, fax: OutgoingFax) {
    this.#deps = deps;
    this.#fax = fax;
  }

  /** The last page is written down at once: whether it was on its way decides what becomes of a try that is cut off. */
  hear(progress: FaxProgress): void {
    const { clock } = this.#deps;
    this.#latest = progress;
    const waitMs = this.#toldAt + TOLD_EVERY_MS - clock.now();
    if (waitMs <= 0 || progress.page >= this.#fax.pages) this.#tell();
    else this.#cancel ??= clock.schedule(waitMs, () => this.#tell());
  }

  /** Nothing is told afterwards. */
  async close(): Promise<void> {
    this.#cancel?.();
    this.#latest = undefined;
    await this.#writing;
  }

  #tell(): void {
    const { database, clock, log } = this.#deps;
    const progress = this.#latest;
    this.#cancel?.();
    this.#cancel = undefined;
    if (!progress) return;
    this.#latest = undefined;
    this.#toldAt = clock.now();
    const { id, line, pages } = this.#fax;
    const page = Math.min(progress.page, pages);
    this.#writing = this.#writing
      .then(() =>
        database.transaction(async (tx) => {
          await saveProgress(tx.query, id, { page, station: progress.station });
          await publishFax(tx, line, "FAX_DLR", id);
        }),
      )
      .catch((error: unknown) => log.error({ err: error, faxId: id }, "The progress of a fax was lost"));
  }
}
