/** Signed steps from one 16-bit sequence number to another, the short way round the circle (RFC 3550 A.1). */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}

/** Signed steps between two 32-bit RTP timestamps. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0;
}

export const nextSequence = (value: number, steps = 1): number => (value + steps) & 0xffff;

export const addToTimestamp = (value: number, steps: number): number => (value + steps) >>> 0;

/** Numbers packets without wrap: the wire counts to 65535, the jitter buffer needs an order that never turns. */
export class SequenceExtender {
  #last: number | undefined;

  extend(sequenceNumber: number): number {
    const last = this.#last ?? sequenceNumber;
    const extended = last + sequenceDistance(last & 0xffff, sequenceNumber);
    if (this.#last === undefined || extended > this.#last) this.#last = extended;
    return extended;
  }
}
