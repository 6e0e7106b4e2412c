import { SequenceExtender } from "@offhook/media/rtp";

/** What came, or a packet that did not. */
export type HeardPart =
  | { readonly type: "samples"; readonly samples: Int16Array }
  | { readonly type: "lost" };

/** Packets that overtook another are held so long for it: modems mind a hole more than a moment. */
const REORDER_PACKETS = 3;
/** A hole beyond a second is a break: the line goes on where it is. */
const MAX_HOLE = 50;
/** A second: more is a flood, not a line. */
const MAX_WAITING = 50;

/** Puts audio in its order, and neither stretches nor smooths it: a modem hears every change. */
export class RtpInput {
  #extender = new SequenceExtender();
  #ssrc: number | undefined;
  #next: number | undefined;
  readonly #waiting = new Map<number, Int16Array>();

  push(packet: { readonly ssrc: number; readonly sequenceNumber: number }, samples: Int16Array): void {
    if (samples.length === 0 || this.#waiting.size >= MAX_WAITING) return;
    if (packet.ssrc !== this.#ssrc) this.#restart(packet.ssrc);
    let at = this.#extender.extend(packet.sequenceNumber);
    if (this.#next !== undefined && Math.abs(at - this.#next) > MAX_HOLE) {
      this.#restart(packet.ssrc);
      at = this.#extender.extend(packet.sequenceNumber);
    }
    this.#next ??= at;
    // Too late: its place has been filled.
    if (at < this.#next) return;
    this.#waiting.set(at, samples);
  }

  /** The next in order; undefined while it may still come. */
  pull(): HeardPart | undefined {
    if (this.#next === undefined || this.#waiting.size === 0) return undefined;
    const samples = this.#waiting.get(this.#next);
    if (samples) {
      this.#waiting.delete(this.#next);
      this.#next += 1;
      return { type: "samples", samples };
    }
    if (this.#waiting.size < REORDER_PACKETS) return undefined;
    this.#next += 1;
    return { type: "lost" };
  }

  #restart(ssrc: number): void {
    this.#ssrc = ssrc;
    this.#extender = new SequenceExtender();
    this.#next = undefined;
    this.#waiting.clear();
  }
}
