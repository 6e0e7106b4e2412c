import { type ChildProcess, fork } from "node:child_process";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { HeardSentence } from "../decoding/heard-part.ts";
import type { HeardPiece } from "../following/running-transcript.ts";
import type { SpeechFrame, SpeechJob } from "../process/speech-frames.ts";
import { FollowedSpeech } from "./followed-speech.ts";
import type { SpeechProgram } from "./speech-program.ts";

export interface SpeechEngineDeps {
  readonly clock: Clock;
  readonly program: SpeechProgram;
}

interface WaitingJob {
  readonly job: SpeechJob;
  answer(frame: SpeechFrame): void;
  reject(error: Error): void;
}

/** Jobs of one kind, of which the process has one at a time. */
interface Lane {
  readonly waiting: WaitingJob[];
  current: WaitingJob | undefined;
}

/** Weights and runtime take 200 MB: they are kept for the next message, and not for the night. */
const IDLE_MS = 60_000;
/** The longest segment takes two seconds; a machine full of calls may take many times as long. */
const HANG_MS = 120_000;

/** Transcription in a process of its own, started with the first file and ended a minute after the last. */
export class SpeechEngine {
  readonly #deps: SpeechEngineDeps;
  /** Whoever reads along does not wait for files: the process lets pieces of growing ones go first. */
  readonly #lanes: Readonly<Record<SpeechJob["type"], Lane>> = {
    transcribe: { waiting: [], current: undefined },
    follow: { waiting: [], current: undefined },
  };
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
    return new Promise((resolve, reject) => {
      const job = { type: "transcribe", id: this.#newId(), file } as const;
      this.#add({
        job,
        reject,
        answer: (frame) => frame.type === "transcribed" && resolve(frame.sentences),
      });
    });
  }

  /** Somebody speaks into this file, which the recorder writes: a WAV file of one channel, 16 bits and 16 kHz. */
  follow(file: string): FollowedSpeech {
    return new FollowedSpeech((from) => this.#piece(file, from));
  }

  close(): void {
    this.#isClosed = true;
    const waiting = Object.values(this.#lanes).flatMap((lane) => lane.waiting.splice(0));
    this.#end("The transcriber is closed");
    for (const { reject } of waiting) reject(new Error("The transcriber is closed"));
  }

  #piece(file: string, from: number): Promise<HeardPiece> {
    return new Promise((resolve, reject) => {
      const job = { type: "follow", id: this.#newId(), file, from } as const;
      this.#add({ job, reject, answer: (frame) => frame.type === "followed" && resolve(frame.piece) });
    });
  }

  #newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #add(work: WaitingJob): void {
    if (this.#isClosed) {
      work.reject(new Error("The transcriber is closed"));
      return;
    }
    this.#lanes[work.job.type].waiting.push(work);
    this.#next();
  }

  #next(): void {
    const lanes = Object.values(this.#lanes);
    for (const lane of lanes) {
      if (lane.current) continue;
      lane.current = lane.waiting.shift();
      if (lane.current) this.#hand(lane.current.job);
    }
    if (lanes.every(({ current }) => !current)) this.#rest();
  }

  #hand(job: SpeechJob): void {
    this.#child ??= this.#start();
    this.#watch();
    // An error on the way is told by the exit that follows; without a callback it would be thrown.
    this.#child.send(job, () => {});
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
    const lane = Object.values(this.#lanes).find(({ current }) => current?.job.id === frame.id);
    const work = lane?.current;
    if (!lane || !work) return;
    this.#watch();
    if (frame.type === "busy") return;
    lane.current = undefined;
    if (frame.type === "failed") work.reject(new Error(frame.reason));
    else work.answer(frame);
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

  /** Ends the process, if it has not ended by itself; what it was at gets to know, the next starts another. */
  #end(reason: string): void {
    this.#cancelTimer();
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
    const lanes = Object.values(this.#lanes);
    for (const lane of lanes) {
      const work = lane.current;
      lane.current = undefined;
      work?.reject(new Error(reason));
    }
    if (lanes.some(({ waiting }) => waiting.length > 0)) this.#next();
  }
}
