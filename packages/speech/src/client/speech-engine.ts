import { type ChildProcess, fork } from "node:child_process";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { HeardSentence } from "../decoding/transcribe-samples.ts";
import type { SpeechFrame, TranscriptionJob } from "../process/speech-frames.ts";
import type { SpeechProgram } from "./speech-program.ts";

export interface SpeechEngineDeps {
  readonly clock: Clock;
  readonly program: SpeechProgram;
}

interface WaitingFile extends TranscriptionJob {
  resolve(sentences: readonly HeardSentence[]): void;
  reject(error: Error): void;
}

/** Weights and runtime take 200 MB: they are kept for the next message, and not for the night. */
const IDLE_MS = 60_000;
/** The longest segment takes two seconds; a machine full of calls may take many times as long. */
const HANG_MS = 120_000;

/** Transcription in a process of its own, started with the first file and ended a minute after the last. */
export class SpeechEngine {
  readonly #deps: SpeechEngineDeps;
  #waiting: WaitingFile[] = [];
  #current: WaitingFile | undefined;
  #child: ChildProcess | undefined;
  #cancelTimer: CancelTimer = () => {};
  #nextId = 1;
  #isClosed = false;

  constructor(deps: SpeechEngineDeps) {
    this.#deps = deps;
  }

  /** The process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** One file at a time; the others wait. Rejects for a file that cannot be read and where the process dies of it. */
  transcribe(file: string): Promise<readonly HeardSentence[]> {
    if (this.#isClosed) return Promise.reject(new Error("The transcriber is closed"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: this.#nextId, file, resolve, reject });
      this.#nextId += 1;
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#end("The transcriber is closed");
    for (const { reject } of waiting) reject(new Error("The transcriber is closed"));
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (this.#current) this.#hand(this.#current);
    else this.#rest();
  }

  #hand({ id, file }: WaitingFile): void {
    this.#child ??= this.#start();
    this.#watch();
    // An error on the way is told by the exit that follows; without a callback it would be thrown.
    this.#child.send({ id, file } satisfies TranscriptionJob, () => {});
  }

  #start(): ChildProcess {
    const { entry, execArgv, args } = this.#deps.program;
    const child = fork(entry, [...args], { execArgv: [...execArgv] });
    child.on("message", (frame: SpeechFrame) => {
      if (child === this.#child) this.#receive(frame);
    });
    const gone = (reason: string) => {
      if (child === this.#child) this.#end(reason);
    };
    child.on("error", (error) => gone(`The transcriber cannot be started or reached: ${error.message}`));
    child.on("exit", (code, signal) => gone(`The transcriber ended: ${signal ?? `exit code ${code}`}`));
    return child;
  }

  #receive(frame: SpeechFrame): void {
    const file = this.#current;
    if (frame.id !== file?.id) return;
    if (frame.type === "busy") {
      this.#watch();
      return;
    }
    this.#current = undefined;
    if (frame.type === "done") file.resolve(frame.sentences);
    else file.reject(new Error(frame.reason));
    this.#next();
  }

  #watch(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.clock.schedule(HANG_MS, () => this.#end("The transcriber hangs"));
  }

  #rest(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.clock.schedule(IDLE_MS, () => this.#end("The transcriber is not needed"));
  }

  /** Ends the process, if it has not ended by itself; the file it was at gets to know, the next starts another. */
  #end(reason: string): void {
    this.#cancelTimer();
    const [child, file] = [this.#child, this.#current];
    this.#child = undefined;
    this.#current = undefined;
    child?.kill("SIGKILL");
    file?.reject(new Error(reason));
    if (this.#waiting.length > 0) this.#next();
  }
}
