import { sequenceDistance, timestampDistance } from "../sequence.ts";

export interface ReceiveInterval {
  readonly packets: number;
  readonly lost: number;
  /** Share of the expected packets that did not come, 0 to 1. */
  readonly lossRate: number;
  readonly jitterMs: number;
}

export interface ReceptionReport {
  readonly ssrc: number;
  /** RFC 3550 §6.4.1: loss since the last report in 1/256. */
  readonly fractionLost: number;
  readonly cumulativeLost: number;
  readonly highestSequence: number;
  /** In units of the RTP clock. */
  readonly jitter: number;
}

interface Mark {
  readonly expected: number;
  readonly received: number;
}

const MAX_DROPOUT = 3_000;
const NOTHING: Mark = { expected: 0, received: 0 };

/** What RFC 3550 A.3 and A.8 measure about one incoming stream. A new SSRC starts anew. */
export class ReceiveStatistics {
  readonly #clockRate: number;
  #ssrc: number | undefined;
  #firstSequence = 0;
  #highest = 0;
  #received = 0;
  #jitter = 0;
  #transit: number | undefined;
  #lastTimestamp: number | undefined;
  #reported = NOTHING;
  #taken = NOTHING;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  get ssrc(): number | undefined {
    return this.#ssrc;
  }

  receive(packet: { ssrc: number; sequenceNumber: number; timestamp: number }, arrivalMs: number): void {
    const { ssrc, sequenceNumber, timestamp } = packet;
    const steps = sequenceDistance(this.#highest & 0xffff, sequenceNumber);
    if (ssrc !== this.#ssrc || Math.abs(steps) > MAX_DROPOUT) this.#restart(ssrc, sequenceNumber);
    else if (steps > 0) this.#highest += steps;
    this.#received += 1;
    this.#measureJitter(timestamp, arrivalMs);
  }

  /** Counts since the last call, for the quality events. */
  takeInterval(): ReceiveInterval {
    const { expected, received, lost } = this.#since(this.#taken);
    this.#taken = this.#mark();
    return {
      packets: received,
      lost,
      lossRate: expected > 0 ? lost / expected : 0,
      jitterMs: (this.#jitter * 1_000) / this.#clockRate,
    };
  }

  /** Counts since the last call, for RTCP; undefined before the first packet. */
  takeReport(): ReceptionReport | undefined {
    if (this.#ssrc === undefined) return undefined;
    const { expected, lost } = this.#since(this.#reported);
    this.#reported = this.#mark();
    const total = this.#mark();
    return {
      ssrc: this.#ssrc,
      fractionLost: expected > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      cumulativeLost: Math.max(0, Math.min(0x7fffff, total.expected - total.received)),
      highestSequence: this.#highest >>> 0,
      jitter: Math.round(this.#jitter),
    };
  }

  #restart(ssrc: number, sequenceNumber: number): void {
    this.#ssrc = ssrc;
    this.#firstSequence = sequenceNumber;
    this.#highest = sequenceNumber;
    this.#received = 0;
    this.#jitter = 0;
    this.#transit = undefined;
    this.#lastTimestamp = undefined;
    this.#reported = NOTHING;
    this.#taken = NOTHING;
  }

  #measureJitter(timestamp: number, arrivalMs: number): void {
    // Packets that share a timestamp (a telephone event) were not sampled when they were sent.
    if (timestamp === this.#lastTimestamp) return;
    const arrival = Math.round((arrivalMs * this.#clockRate) / 1_000) % 2 ** 32;
    const transit = timestampDistance(timestamp, arrival);
    if (this.#transit !== undefined) {
      const difference = Math.abs(timestampDistance(this.#transit, transit));
      // A jump of more than a second is a new talk spurt with a new clock, not jitter.
      if (difference < this.#clockRate) this.#jitter += (difference - this.#jitter) / 16;
    }
    this.#transit = transit;
    this.#lastTimestamp = timestamp;
  }

  #mark(): Mark {
    const expected = this.#ssrc === undefined ? 0 : this.#highest - this.#firstSequence + 1;
    return { expected, received: this.#received };
  }

  #since(earlier: Mark): Mark & { readonly lost: number } {
    const now = this.#mark();
    const expected = now.expected - earlier.expected;
    const received = now.received - earlier.received;
    // Late packets and duplicates of an earlier interval can make more arrive than was expected.
    return { expected, received, lost: Math.max(0, expected - received) };
  }
}
