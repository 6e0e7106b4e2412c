import { FAX_REASONS } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import { findFaxLine } from "../fax-line-repository.ts";
import type { FaxJob, FaxOutcome, FaxTransport, FaxWays } from "../ways/fax-transport.ts";
import type { InsideWay } from "../ways/inside-way.ts";
import type { FaxFiles } from "./fax-files.ts";
import { endOfCutOff, tryLimitMs } from "./fax-plan.ts";
import type { FaxProgressTeller } from "./fax-progress.ts";
import type { FaxSettling } from "./fax-settling.ts";
import {
  type CutOffFax,
  listCutOff,
  listDue,
  lockDue,
  nextDueAt,
  type OutgoingFax,
  startTry,
} from "./outbox-repository.ts";

export interface FaxOutboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  readonly ways: FaxWays;
  readonly inside: InsideWay;
  readonly files: FaxFiles;
  readonly settling: FaxSettling;
  readonly progress: FaxProgressTeller;
}

/** Calls at once: each takes a part of a processor and a line of the carrier. */
const MAX_ON_THE_WAY = 8;
const SWEEP_MS = 60_000;
/** So long a way out may take to stop when it is told to. */
const STOP_MS = 60_000;

interface RunningTry {
  readonly stop: AbortController;
  done: Promise<void>;
}

/**
 * Sends faxes that are due, until each has arrived or failed. What was on its way when the server ended is judged by
 * the pages that are known to have arrived: a fax is never sent twice, and none is sent for ever.
 */
export class FaxOutbox {
  readonly #deps: FaxOutboxDeps;
  readonly #loop: BackgroundLoop;
  /** By fax. */
  readonly #onTheWay = new Map<string, RunningTry>();
  #hasLookedBack = false;
  #isClosing = false;

  constructor(deps: FaxOutboxDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "faxes", clock, log, work: () => this.#handOut() });
  }

  start(): void {
    this.#loop.start();
  }

  /** There is something new to send. */
  wake(): void {
    this.#loop.wake();
  }

  /** Somebody wants it stopped; it is marked so. */
  stop(faxId: string): void {
    this.#onTheWay.get(faxId)?.stop.abort();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { stop } of this.#onTheWay.values()) stop.abort();
    await this.#loop.close();
    await Promise.all([...this.#onTheWay.values()].map(({ done }) => done));
  }

  async #handOut(): Promise<number> {
    const { database, clock } = this.#deps;
    if (!this.#hasLookedBack) await this.#lookBack();
    this.#hasLookedBack = true;
    const limit = MAX_ON_THE_WAY - this.#onTheWay.size;
    if (limit <= 0 || this.#isClosing) return SWEEP_MS;
    const due = await listDue(database.query, new Date(clock.now()), limit);
    for (const id of due) await this.#begin(id);
    const next = await nextDueAt(database.query);
    // What is due and could not begin waits for another to end, which wakes the loop.
    const waitMs = next ? next.getTime() - clock.now() : SWEEP_MS;
    return waitMs > 0 ? Math.min(SWEEP_MS, waitMs) : SWEEP_MS;
  }

  async #begin(id: string): Promise<void> {
    const { database, clock, ways, inside, settling } = this.#deps;
    const now = new Date(clock.now());
    const started = await database.transaction(async (tx) => {
      const fax = await lockDue(tx.query, id, now);
      if (!fax) return undefined;
      const target = await findFaxLine(tx.query, fax.to);
      const transport = ways.find({ companyId: fax.line.customerId, from: fax.line.number });
      if (!target && !transport) {
        await settling.giveUpWithin(tx, id, "noEngine");
        return undefined;
      }
      await startTry(tx.query, fax, target ? "inside" : (transport?.way ?? "phone"), now);
      return { fax: { ...fax, tries: fax.tries + 1 }, target, transport };
    });
    if (!started) return;
    const { fax, target, transport } = started;
    if (target) this.#run(fax, () => inside.deliver(fax, target));
    else if (transport) this.#run(fax, (stop) => this.#carry(fax, transport, stop));
  }

  #run(fax: OutgoingFax, work: (stop: AbortSignal) => Promise<void>): void {
    const running: RunningTry = { stop: new AbortController(), done: Promise.resolve() };
    this.#onTheWay.set(fax.id, running);
    running.done = work(running.stop.signal)
      .catch(async (error: unknown) => {
        this.#deps.log.error({ err: error, faxId: fax.id }, "A try to send a fax broke");
        await this.#settleBroken(fax);
      })
      .catch((error: unknown) => {
        // The next start judges it.
        this.#deps.log.error({ err: error, faxId: fax.id }, "What became of a fax could not be written down");
      })
      .then(() => {
        this.#onTheWay.delete(fax.id);
        if (!this.#isClosing) this.#loop.wake();
      });
  }

  async #carry(fax: OutgoingFax, transport: FaxTransport, stop: AbortSignal): Promise<void> {
    const { files, settling, progress, log } = this.#deps;
    const job = await this.#jobOf(fax);
    if (!job) {
      const end = {
        reason: "badDocument",
        pages: fax.pagesSent,
        station: "",
        detail: "",
        way: undefined,
      } as const;
      await settling.settle(fax.id, end);
      return;
    }
    const teller = progress.of(fax);
    const outcome = await this.#within(fax, stop, (signal) =>
      transport.send(job, (heard) => teller.hear(heard), signal),
    );
    await teller.close();
    const { pages, station, detail, way } = outcome;
    const reason = outcome.kind === "failed" ? outcome.reason : null;
    if (reason !== null)
      log.info({ faxId: fax.id, try: fax.tries, reason, detail }, FAX_REASONS[reason].text);
    await settling.settle(fax.id, { reason, pages, station, detail, way });
    await files.remove(fax);
  }

  /** A try that takes too long is stopped; a way out that does not even stop is not waited for. */
  async #within(
    fax: OutgoingFax,
    stop: AbortSignal,
    send: (signal: AbortSignal) => Promise<FaxOutcome>,
  ): Promise<FaxOutcome> {
    const { clock } = this.#deps;
    const inner = new AbortController();
    const timers: CancelTimer[] = [];
    const lost = new Promise<FaxOutcome>((resolve) => {
      const halt = (): void => {
        inner.abort();
        const told = {
          pages: fax.pagesSent,
          station: "",
          detail: "It did not stop in time",
          way: "phone",
        } as const;
        // Whatever it did meanwhile, it may have sent the last page.
        timers.push(
          clock.schedule(STOP_MS, () => resolve({ kind: "failed", reason: "interrupted", ...told })),
        );
      };
      timers.push(clock.schedule(tryLimitMs(fax.pages), halt));
      if (stop.aborted) halt();
      else stop.addEventListener("abort", halt, { once: true });
    });
    try {
      return await Promise.race([send(inner.signal), lost]);
    } finally {
      for (const cancel of timers) cancel();
    }
  }

  async #jobOf(fax: OutgoingFax): Promise<FaxJob | undefined> {
    const tiffFile = await this.#deps.files.fetch(fax);
    return tiffFile === undefined ? undefined : jobOf(fax, tiffFile);
  }

  /** The way out threw: it is a fault of ours, and the last page may be on its way. */
  async #settleBroken({ id }: OutgoingFax): Promise<void> {
    const fax = (await listCutOff(this.#deps.database.query)).find((each) => each.id === id);
    if (fax) await this.#judge(fax, fax.pagesSent);
  }

  /** Takes up what was on its way when the server ended. */
  async #lookBack(): Promise<void> {
    for (const fax of await listCutOff(this.#deps.database.query)) {
      const transport = this.#deps.ways.of(fax.way);
      const path = this.#deps.files.pathOf(fax);
      const recalled = await transport?.recall(jobOf(fax, path));
      if (transport && recalled?.kind === "goesOn" && !fax.isCanceled)
        this.#run(fax, (stop) => this.#carry(fax, transport, stop));
      else await this.#judge(fax, recalled?.kind === "stopped" ? recalled.pages : fax.pagesSent);
    }
  }

  async #judge(fax: CutOffFax, confirmed: number): Promise<void> {
    const { settling, files } = this.#deps;
    // Inside, the other line has it exactly when this one is done.
    const page = fax.way === "inside" ? 0 : fax.page;
    const { reason, pages } = endOfCutOff({ pages: fax.pages, page }, Math.max(confirmed, fax.pagesSent));
    const detail = "The server stopped";
    await settling.settle(fax.id, { reason, pages, station: "", detail, way: undefined });
    await files.remove(fax);
  }
}

function jobOf(fax: OutgoingFax, tiffFile: string): FaxJob {
  const { line } = fax;
  return {
    faxId: fax.id,
    tryNumber: fax.tries,
    companyId: line.customerId,
    from: line.number,
    to: fax.to,
    stationId: fax.station || `+${line.number}`,
    headerText: fax.company,
    tiffFile,
    pages: fax.pages,
    firstPage: fax.pagesSent + 1,
    resolution: fax.resolution,
  };
}
