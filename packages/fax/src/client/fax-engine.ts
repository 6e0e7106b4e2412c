import type { FaxReport } from "../protocol/fax-frames.ts";
import type { FaxOrder } from "../protocol/fax-order.ts";
import { type FaxLibrary, findSpandsp } from "../spandsp/find-spandsp.ts";
import { FaxCall } from "./fax-call.ts";
import { FaxChild } from "./fax-child.ts";
import { defaultProgram, type FaxProgram } from "./fax-program.ts";

export interface FaxEngineOptions {
  /** Where the fax process's code lies. Default: this package's sources, or the bundle beside ours. */
  readonly program?: FaxProgram;
  /** How long a process without calls is kept for the next one. */
  readonly idleMs?: number;
}

interface OpeningCall {
  resolve(call: FaxCall): void;
  reject(error: Error): void;
}

/** One run of the process and the calls that live and die with it. */
interface Run {
  readonly child: FaxChild;
  readonly opening: Map<string, OpeningCall>;
  readonly calls: Map<string, FaxCall>;
}

const IDLE_MS = 60_000;

/**
 * The fax machine: forks its process with the first call, ends it a while after the last, and forks another when it
 * dies. The calls of a process that dies end as `interrupted`; what had arrived is in their journals.
 */
export class FaxEngine {
  readonly #program: FaxProgram;
  readonly #idleMs: number;
  #run: Run | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ program = defaultProgram(), idleMs = IDLE_MS }: FaxEngineOptions = {}) {
    this.#program = program;
    this.#idleMs = idleMs;
  }

  /** Whether this machine can fax over a line, without trying. */
  static probe(): FaxLibrary {
    return findSpandsp();
  }

  /** The process, while it runs. */
  get pid(): number | undefined {
    return this.#run?.child.pid;
  }

  /** Binds the port and waits there for the far end. Rejects where the library is missing or the port is taken. */
  async openCall(order: FaxOrder): Promise<FaxCall> {
    if (this.#isClosed) throw new Error("The fax engine is closed");
    const library = FaxEngine.probe();
    if (!library.found) throw new Error(library.why);
    clearTimeout(this.#idleTimer);
    this.#run ??= this.#start();
    const { child, opening } = this.#run;
    if (opening.has(order.callId)) throw new Error(`There is a fax call ${order.callId} already`);
    const opened = new Promise<FaxCall>((resolve, reject) => {
      opening.set(order.callId, { resolve, reject });
    });
    // The process may die before it is ready, and then rejects both.
    opened.catch(() => {});
    await child.ready;
    child.send({ type: "open", order });
    return opened;
  }

  /** Ends the process; calls that are on end as interrupted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#run?.child.kill();
  }

  #start(): Run {
    const child = new FaxChild(this.#program, {
      onReport: (report) => this.#receive(run, report),
      onExit: (why) => this.#lose(run, why),
    });
    const run: Run = { child, opening: new Map(), calls: new Map() };
    return run;
  }

  #receive(run: Run, report: Extract<FaxReport, { callId: string }>): void {
    const { callId } = report;
    if (report.type === "event") {
      const call = run.calls.get(callId);
      if (report.name === "ended") run.calls.delete(callId);
      call?.receive(report);
      this.#restIfIdle(run);
      return;
    }
    const opening = run.opening.get(callId);
    run.opening.delete(callId);
    if (report.type === "opened") {
      const call = new FaxCall(callId, report.port, (command) => run.child.send(command));
      run.calls.set(callId, call);
      opening?.resolve(call);
    } else {
      opening?.reject(new Error(report.why));
      this.#restIfIdle(run);
    }
  }

  #lose(run: Run, why: string): void {
    if (this.#run === run) this.#run = undefined;
    for (const { reject } of run.opening.values()) reject(new Error(why));
    for (const call of run.calls.values()) call.interrupt(why);
  }

  #restIfIdle(run: Run): void {
    if (run.calls.size > 0 || run.opening.size > 0 || this.#run !== run) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (run.calls.size > 0 || run.opening.size > 0) return;
      // Before it is gone: a call that comes now is for the next process.
      if (this.#run === run) this.#run = undefined;
      void run.child.kill();
    }, this.#idleMs);
    this.#idleTimer.unref();
  }
}
