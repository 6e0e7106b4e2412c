import type { FaxOrder } from "../protocol/fax-order.ts";
import type { NativePointer, Spandsp } from "./spandsp-library.ts";
import { T30Session } from "./t30-session.ts";

/** A fax machine on a telephone line: samples in, samples out, 8,000 of them a second. Its clock is what it hears. */
export class AudioModem {
  readonly t30: T30Session;
  readonly #spandsp: Spandsp;
  readonly #fax: NativePointer;

  constructor(spandsp: Spandsp, order: FaxOrder) {
    this.#spandsp = spandsp;
    this.#fax = spandsp.faxInit(null, order.role === "send" ? 1 : 0);
    // A gap in our stream is a line that is dead for whoever listens.
    spandsp.faxSetTransmitOnIdle(this.#fax, 1);
    this.t30 = new T30Session(spandsp, spandsp.faxGetT30State(this.#fax), order);
  }

  /** Takes the samples for itself: they are changed. */
  hear(samples: Int16Array): void {
    this.#spandsp.faxRx(this.#fax, samples, samples.length);
  }

  /** Fills all of it, with silence where there is nothing to say. */
  speak(samples: Int16Array): void {
    const count = this.#spandsp.faxTx(this.#fax, samples, samples.length);
    samples.fill(0, Math.max(0, count));
  }

  free(): void {
    this.#spandsp.faxFree(this.#fax);
    this.t30.release();
  }
}
