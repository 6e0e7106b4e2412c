import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { FrameGatherer } from "../ipc/frame-gatherer.ts";
import type { ControlFrame, FrameBatch, MediaFrame } from "../protocol/ipc-frames.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { ASK_EVERY_MS, SilenceWatch } from "./silence-watch.ts";

export interface MediaProgram {
  /** The media process's entry: `@offhook/media/process`, or a bundle of it. */
  readonly entry: string;
  readonly execArgv: readonly string[];
}

export interface MediaChildHooks {
  onReady(): void;
  onFrame(frame: Extract<MediaFrame, { type: "result" | "refusal" | "event" }>): void;
  onExit(reason: string): void;
}

const STOP_MS = 12_000;

/** Sources run through tsx; a bundle has the entry's bundle beside it. */
export function defaultProgram(): MediaProgram {
  if (!import.meta.url.endsWith(".ts"))
    return { entry: fileURLToPath(new URL("./media-process.js", import.meta.url)), execArgv: [] };
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const entry = fileURLToPath(new URL("../process/media-process.ts", import.meta.url));
  return { entry, execArgv: ["--import", tsx] };
}

/** One run of the media process, from fork to exit. */
export class MediaChild {
  readonly #child: ChildProcess;
  readonly #hooks: MediaChildHooks;
  readonly #silence = new SilenceWatch();
  readonly #timer: NodeJS.Timeout;
  readonly #gatherer = new FrameGatherer<ControlFrame>((message) => this.#transmit(message));
  #isOver = false;

  constructor({ entry, execArgv }: MediaProgram, settings: MediaSettings, hooks: MediaChildHooks) {
    this.#hooks = hooks;
    this.#child = fork(entry, [], {
      execArgv: [...execArgv],
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child.on("message", (message: MediaFrame | FrameBatch<MediaFrame>) => {
      for (const frame of message.type === "batch" ? message.frames : [message]) this.#receive(frame);
    });
    this.#child.on("error", (error) => this.#end(`it could not be started or reached: ${error.message}`));
    this.#child.on("exit", (code, signal) => this.#end(signal ? `signal ${signal}` : `exit code ${code}`));
    this.#timer = setInterval(() => this.#checkHealth(), ASK_EVERY_MS);
    this.#timer.unref();
    this.send({ type: "configure", settings });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(frame: ControlFrame): void {
    this.#gatherer.send(frame);
  }

  sendWithNext(frame: ControlFrame): void {
    this.#gatherer.sendWithNext(frame);
  }

  async stop(): Promise<void> {
    if (this.#isOver) return;
    const ended = new Promise<void>((resolve) => this.#child.once("exit", () => resolve()));
    this.send({ type: "stop" });
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  #transmit(message: ControlFrame | FrameBatch<ControlFrame>): void {
    if (this.#isOver || !this.#child.connected) return;
    // An error on the way is told by the exit that follows; without a callback it would be thrown.
    this.#child.send(message, () => {});
  }

  #receive(frame: MediaFrame): void {
    this.#silence.heard();
    if (frame.type === "ready") this.#hooks.onReady();
    else if (frame.type !== "pong") this.#hooks.onFrame(frame);
  }

  #checkHealth(): void {
    if (this.#silence.isHung()) this.#child.kill("SIGKILL");
    else this.send({ type: "ping" });
  }

  #end(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#hooks.onExit(reason);
  }
}
