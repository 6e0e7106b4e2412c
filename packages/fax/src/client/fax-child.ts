import { type ChildProcess, fork } from "node:child_process";
import { ASK_EVERY_MS, SilenceWatch } from "@offhook/media/rtp";
import type { FaxCommand, FaxReport } from "../protocol/fax-frames.ts";
import type { FaxProgram } from "./fax-program.ts";

export interface FaxChildHooks {
  onReport(report: Extract<FaxReport, { callId: string }>): void;
  /** Once. `why` is for people. */
  onExit(why: string): void;
}

/** One run of the fax process, from fork to exit. */
export class FaxChild {
  /** Rejects where it cannot fax. */
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #hooks: FaxChildHooks;
  readonly #silence = new SilenceWatch();
  readonly #timer: NodeJS.Timeout;
  #why: string | undefined;
  #isOver = false;
  #settle: { resolve(): void; reject(error: Error): void } | undefined;

  constructor({ entry, execArgv }: FaxProgram, hooks: FaxChildHooks) {
    this.#hooks = hooks;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever opens a call waits for it; nobody else needs to.
    this.ready.catch(() => {});
    this.#child = fork(entry, {
      execArgv: [...execArgv],
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child.on("message", (report: FaxReport) => this.#receive(report));
    this.#child.on("error", (error) => this.#end(`it could not be started or reached: ${error.message}`));
    this.#child.on("exit", (code, signal) => this.#end(signal ? `signal ${signal}` : `exit code ${code}`));
    this.#timer = setInterval(() => this.#checkHealth(), ASK_EVERY_MS);
    this.#timer.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(command: FaxCommand): void {
    if (this.#isOver || !this.#child.connected) return;
    // An error on the way is told by the exit that follows; without a callback it would be thrown.
    this.#child.send(command, () => {});
  }

  /** It has nothing to finish: whoever stops it has ended its calls. */
  kill(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    const ended = new Promise<void>((resolve) => this.#child.once("exit", () => resolve()));
    this.#child.kill("SIGKILL");
    return ended;
  }

  #receive(report: FaxReport): void {
    this.#silence.heard();
    if (report.type === "ready") this.#settle?.resolve();
    else if (report.type === "unable") {
      this.#why = report.why;
      this.#child.kill("SIGKILL");
    } else if (report.type !== "pong") this.#hooks.onReport(report);
  }

  #checkHealth(): void {
    if (this.#silence.isHung()) this.#child.kill("SIGKILL");
    else this.send({ type: "ping" });
  }

  #end(how: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    const why = this.#why ?? `The fax process ended: ${how}`;
    this.#settle?.reject(new Error(why));
    this.#hooks.onExit(why);
  }
}
