import { readFile } from "node:fs/promises";
import type { FaxReason } from "@offhook/contract";
import type { FaxJob, FaxOutcome, FaxProgress, FaxTransport, RecalledTry } from "../ways/fax-transport.ts";

/** What the other side does with one call. */
export type Script =
  | { readonly does: "takes" }
  /** After so many pages of the whole fax. */
  | { readonly does: "fails"; readonly reason: FaxReason; readonly after?: number }
  /** Nothing happens any more after this page has begun, until it is stopped. */
  | { readonly does: "hangs"; readonly at: number }
  /** Not even then. */
  | { readonly does: "ignores" };

/** A carrier whose other sides do what the test says, call by call; what it is not told of is taken. */
export class ScriptedTransport {
  readonly way = "phone";
  readonly jobs: FaxJob[] = [];
  /** What has arrived, by number: page by page. */
  readonly received = new Map<string, string[]>();
  readonly #scripts: Script[] = [];
  /** Pages that are known to have arrived, by fax; survives the server. */
  readonly #journal = new Map<string, number>();

  /** Calls of a server that was killed. */
  #life = 0;

  /** The server was killed: none of its calls goes on. */
  die(): void {
    this.#life += 1;
  }

  /** For a server that starts now: once it is killed, it makes no call either. */
  ofThisLife(): FaxTransport {
    const life = this.#life;
    return {
      way: this.way,
      canSend: () => true,
      send: (job, hear, stop) => this.#send(life, job, hear, stop),
      recall: async ({ faxId, firstPage }): Promise<RecalledTry> => ({
        kind: "stopped",
        pages: this.#journal.get(faxId) ?? firstPage - 1,
      }),
    };
  }

  next(...scripts: Script[]): void {
    this.#scripts.push(...scripts);
  }

  async #send(
    life: number,
    job: FaxJob,
    hear: (progress: FaxProgress) => void,
    stop: AbortSignal,
  ): Promise<FaxOutcome> {
    if (life !== this.#life) return new Promise(() => undefined);
    this.jobs.push(job);
    const script = this.#scripts.shift() ?? { does: "takes" };
    const told = { station: "+1 999", detail: "", way: "phone" as const };
    if (script.does === "ignores") return new Promise(() => undefined);
    const last = script.does === "fails" ? (script.after ?? job.firstPage - 1) : job.pages;
    for (let page = job.firstPage; page <= last; page += 1) {
      hear({ page, station: told.station });
      if (script.does === "hangs" && page === script.at) {
        await stopped(stop);
        const reason = page === job.pages ? "interrupted" : "dropped";
        return { kind: "failed", reason, pages: page - 1, ...told };
      }
      await this.#take(job, page, life);
    }
    if (script.does === "fails")
      return { kind: "failed", reason: script.reason, pages: last, ...told, detail: "T.30 says no" };
    return { kind: "delivered", pages: job.pages, ...told };
  }

  async #take(job: FaxJob, page: number, life: number): Promise<void> {
    const [, ...lines] = (await readFile(job.tiffFile, "utf8")).split("\n");
    if (life !== this.#life) return new Promise(() => undefined);
    const pages = this.received.get(job.to) ?? [];
    pages.push(lines[page - 1] ?? `page ${page}`);
    this.received.set(job.to, pages);
    this.#journal.set(job.faxId, page);
  }
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
