import type { FrameBatch } from "../protocol/ipc-frames.ts";

/** Gathers what is sent in one turn of the event loop into one message. */
export class FrameGatherer<Frame> {
  readonly #transmit: (message: Frame | FrameBatch<Frame>, count: number) => void;
  #waiting: Frame[] = [];

  constructor(transmit: (message: Frame | FrameBatch<Frame>, count: number) => void) {
    this.#transmit = transmit;
  }

  send(frame: Frame): void {
    this.#waiting.push(frame);
    if (this.#waiting.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const frames = this.#waiting;
    const [first] = frames;
    if (first === undefined) return;
    this.#waiting = [];
    this.#transmit(frames.length === 1 ? first : { type: "batch", frames }, frames.length);
  }
}
