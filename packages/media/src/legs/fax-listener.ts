import { FaxCallDetector } from "../tones/fax-call-detector.ts";

/** Listens to a leg for a fax machine that calls, for a while. */
export class FaxListener {
  readonly #untilMs: number;
  #detector: FaxCallDetector | undefined;

  constructor(untilMs: number) {
    this.#untilMs = untilMs;
  }

  /** Undefined while it goes on listening. */
  hear(frame: Int16Array | undefined, sampleRate: number, nowMs: number): "heard" | "timeUp" | undefined {
    this.#detector ??= new FaxCallDetector(sampleRate);
    if (this.#detector.update(frame)) return "heard";
    return nowMs > this.#untilMs ? "timeUp" : undefined;
  }
}
