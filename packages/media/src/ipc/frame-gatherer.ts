import type { FrameBatch } from "../protocol/ipc-frames.ts";

/** Gathers what is sent in one turn of the event loop into one message: each wakes the other process. */
export class FrameGatherer<Frame> {
  readonly #transmit: (message: Frame | FrameBatch<Frame>, count: number) => void;
  #waiting: Frame[] = [];
  #isDue = false;

  constructor(transmit: (message: Frame | FrameBatch<Frame>, count: number) => void) {
    this.#transmit = transmit;
  }

  send(frame: Frame): void {
    this.#waiting.push(frame);
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.flush());
  }

  /** For what is of no use alone: it goes together with the next one, and before it. */
  sendWithNext(frame: Frame): void {
    this.#waiting.push(frame);
  }

  flush(): void {
    this.#isDue = false;
    const frames = this.#waiting;
    const [first] = frames;
    if (first === undefined) return;
    this.#waiting = [];
    this.#transmit(frames.length === 1 ? first : { type: "batch", frames }, frames.length);
  }
}
