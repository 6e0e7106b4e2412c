import type { FaxCallEvents } from "../protocol/fax-call-events.ts";
import type { FaxOrder } from "../protocol/fax-order.ts";
import type { NativePointer, Spandsp } from "./spandsp-library.ts";

const CNG = 1;
const CED_OR_PREAMBLE = 7;
const HEARD: Readonly<Record<number, FaxCallEvents["heard"]>> = { 1: "cng", 2: "ced", 6: "preamble" };

/** Listens for what a fax machine says first, from the beginning of the call to when it has said it. */
export class ToneListener {
  readonly #spandsp: Spandsp;
  #tones: NativePointer | undefined;

  constructor(spandsp: Spandsp, role: FaxOrder["role"]) {
    this.#spandsp = spandsp;
    const tone = role === "send" ? CED_OR_PREAMBLE : CNG;
    this.#tones = spandsp.modemConnectTonesRxInit(null, tone, null, null);
  }

  hear(samples: Int16Array): FaxCallEvents["heard"] | undefined {
    if (this.#tones === undefined) return undefined;
    this.#spandsp.modemConnectTonesRx(this.#tones, samples, samples.length);
    const heard = HEARD[this.#spandsp.modemConnectTonesRxGet(this.#tones)];
    if (heard) this.free();
    return heard;
  }

  free(): void {
    if (this.#tones !== undefined) this.#spandsp.modemConnectTonesRxFree(this.#tones);
    this.#tones = undefined;
  }
}
