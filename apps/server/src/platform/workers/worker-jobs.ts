import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { WorkerReply, WorkerRequest } from "./worker-program.ts";

/** Why a job brought no result although nothing is wrong with the server. */
export class WorkerJobError extends Error {
  readonly problem: "tookTooLong" | "failed";

  constructor(problem: WorkerJobError["problem"], message: string) {
    super(message);
    this.name = "WorkerJobError";
    this.problem = problem;
  }
}

export interface WorkerJobsOptions {
  /** The program beside the bundle, and its source for when the server runs from sources. */
  readonly bundled: URL;
  readonly source: URL;
  /** A job that needs more memory or time than this is given up, and its thread with it. */
  readonly maxMemoryMb: number;
  readonly maxMs: number;
  /** Threads at the same time; further jobs wait for their turn. */
  readonly maxThreads: number;
}

/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 30_000;

/**
 * Work on what comes from outside and may be large or hostile, kept off the thread that answers everybody: in threads
 * with limits, started when they are needed. A result comes in parts, each asked for by itself, so that taking it
 * over never holds up others either.
 */
export class WorkerJobs<Job, Part> {
  readonly #options: WorkerJobsOptions;
  readonly #threads = new Set<WorkerThread<Job, Part>>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(options: WorkerJobsOptions) {
    this.#options = options;
  }

  async *run(job: Job, transfer: readonly ArrayBuffer[] = []): AsyncGenerator<Part> {
    const thread = await this.#take();
    try {
      yield* thread.run(job, transfer);
    } finally {
      thread.isBusy = false;
      if (thread.isBroken) this.#threads.delete(thread);
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const turn of this.#waiting.splice(0)) turn();
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  async #take(): Promise<WorkerThread<Job, Part>> {
    for (;;) {
      if (this.#isClosed) throw new WorkerJobError("failed", "The server is stopping");
      const idle = [...this.#threads].find((thread) => !thread.isBusy && !thread.isBroken);
      const thread = idle ?? this.#startThread();
      if (thread) {
        thread.isBusy = true;
        return thread;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #startThread(): WorkerThread<Job, Part> | undefined {
    for (const thread of this.#threads) if (thread.isBroken) this.#threads.delete(thread);
    if (this.#threads.size >= this.#options.maxThreads) return undefined;
    const thread = new WorkerThread<Job, Part>(this.#options);
    this.#threads.add(thread);
    return thread;
  }
}

/** Node 20 lets a thread's own loader do nothing for its first file, so a source is imported by another program. */
function runSource(source: URL): string {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const [loader, entry] = [new URL("dist/esm/api/index.mjs", tsx).href, source.href];
  return `import(${JSON.stringify(loader)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
}

class WorkerThread<Job, Part> {
  readonly #worker: Worker;
  readonly #maxMs: number;
  #listener: ((reply: WorkerReply<Part> | WorkerJobError) => void) | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isBusy = false;
  isBroken = false;

  constructor({ bundled, source, maxMemoryMb, maxMs }: WorkerJobsOptions) {
    this.#maxMs = maxMs;
    const resourceLimits = { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 32 };
    this.#worker = import.meta.url.endsWith(".ts")
      ? new Worker(runSource(source), { eval: true, resourceLimits })
      : new Worker(bundled, { resourceLimits });
    this.#worker.unref();
    this.#worker.on("message", (reply: WorkerReply<Part>) => this.#listener?.(reply));
    this.#worker.on("error", (error: Error) => this.#break(error.message));
    this.#worker.on("exit", () => this.#break("The thread ended"));
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    clearTimeout(this.#idleTimer);
    if (isBusy) return;
    this.#idleTimer = setTimeout(() => void this.end(), IDLE_MS);
    this.#idleTimer.unref();
  }

  async *run(job: Job, transfer: readonly ArrayBuffer[]): AsyncGenerator<Part> {
    const id = this.#nextId++;
    const deadline = performance.now() + this.#maxMs;
    let isDone = false;
    try {
      let reply = await this.#ask({ type: "job", id, job }, deadline, transfer);
      while (reply.type === "part") {
        yield reply.part;
        // Others get their turn between two parts.
        await setImmediate();
        reply = await this.#ask({ type: "next", id }, deadline);
      }
      isDone = true;
      if (reply.type === "failed") throw new WorkerJobError("failed", reply.message);
    } finally {
      // Nobody wants the rest of it, and the thread may be in the midst of it.
      if (!isDone) await this.end();
    }
  }

  async end(): Promise<void> {
    this.isBroken = true;
    clearTimeout(this.#idleTimer);
    await this.#worker.terminate();
  }

  #ask(
    request: WorkerRequest<Job>,
    deadline: number,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<WorkerReply<Part>> {
    return new Promise((resolve, reject) => {
      if (this.isBroken) {
        reject(new WorkerJobError("failed", "The thread ended"));
        return;
      }
      const give = (reply: WorkerReply<Part> | WorkerJobError): void => {
        clearTimeout(timer);
        this.#listener = undefined;
        if (reply instanceof WorkerJobError) reject(reply);
        else resolve(reply);
      };
      const timer = setTimeout(
        () => give(new WorkerJobError("tookTooLong", "The job took too long")),
        Math.max(0, deadline - performance.now()),
      );
      this.#listener = give;
      this.#worker.postMessage(request, [...transfer]);
    });
  }

  #break(message: string): void {
    this.isBroken = true;
    this.#listener?.(new WorkerJobError("failed", message));
  }
}
