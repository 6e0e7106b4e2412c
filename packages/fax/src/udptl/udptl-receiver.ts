import type { UdptlPacket } from "./udptl-packet.ts";

/** A packet of the fax with its place in the row. */
export interface NumberedPacket {
  readonly sequenceNumber: number;
  readonly data: Uint8Array;
}

/** Further ahead than this, the far end has begun to count anew. */
const RESTART_STEPS = 1_000;

/** Signed steps from one number to the other, the short way round. */
const steps = (from: number, to: number): number => ((to - from) << 16) >> 16;

/** Puts back what got lost from what later packets repeat, and drops what came already. */
export class UdptlReceiver {
  #next: number | undefined;

  /** In order. A hole that nothing fills stays one: T.30 asks for what is missing. */
  take({ sequenceNumber, primary, earlier }: UdptlPacket): readonly NumberedPacket[] {
    const ahead = this.#next === undefined ? 0 : steps(this.#next, sequenceNumber);
    const isRestart = Math.abs(ahead) > RESTART_STEPS;
    if (ahead < 0 && !isRestart) return [];
    const repeated = isRestart ? [] : earlier.slice(0, ahead).reverse();
    this.#next = (sequenceNumber + 1) & 0xffff;
    const packets = repeated.map((data, index) => ({
      sequenceNumber: (sequenceNumber - repeated.length + index) & 0xffff,
      data,
    }));
    return [...packets, { sequenceNumber, data: primary }].filter(({ data }) => data.length > 0);
  }
}
