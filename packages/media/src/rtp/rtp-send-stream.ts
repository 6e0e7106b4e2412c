import type { RtpHeader, RtpPacket } from "./rtp-packet.ts";
import { addToTimestamp, nextSequence, sequenceDistance, timestampDistance } from "./sequence.ts";

export interface RtpSendStreamOptions {
  readonly ssrc: number;
  readonly firstSequenceNumber: number;
  readonly firstTimestamp: number;
}

/** What a packet is made from; packets of one source follow each other without a seam. */
export type RtpSource = object;

interface RelayMapping {
  readonly ssrc: number;
  readonly sequenceOffset: number;
  readonly timestampOffset: number;
  lastSequence: number;
  lastTimestamp: number;
  /** How far the incoming stream has come since the relay began. */
  advanced: number;
}

/** A local source silent for longer than this has paused: its clock went on without packets. */
const PAUSE_MS = 70;
const MAX_SEQUENCE_JUMP = 3_000;
const MAX_TIMESTAMP_JUMP = MAX_SEQUENCE_JUMP * 960;

/**
 * One outgoing RTP stream whatever feeds it: music, a peer relayed packet by packet, a mix. The far end must see one
 * SSRC with sequence numbers that never repeat and timestamps that follow the wall clock, or its jitter buffer
 * drops what comes after a change of source as late.
 */
export class RtpSendStream {
  readonly ssrc: number;
  #clockRate = 8_000;
  #sequence: number;
  #timestamp: number;
  #sentAtMs: number | undefined;
  #source: RtpSource | undefined;
  #relay: RelayMapping | undefined;

  constructor({ ssrc, firstSequenceNumber, firstTimestamp }: RtpSendStreamOptions) {
    this.ssrc = ssrc;
    this.#sequence = nextSequence(firstSequenceNumber, -1);
    this.#timestamp = firstTimestamp;
  }

  /** When the leg last sent anything, in the caller's clock. */
  get sentAtMs(): number | undefined {
    return this.#sentAtMs;
  }

  get clockRate(): number {
    return this.#clockRate;
  }

  /** The timestamp that a packet sent now would carry: sender reports tie it to the wall clock. */
  timestampAt(nowMs: number): number {
    return this.#sentAtMs === undefined ? this.#timestamp : this.#continuedAt(nowMs, 0);
  }

  setClockRate(clockRate: number): void {
    if (clockRate === this.#clockRate) return;
    this.#clockRate = clockRate;
    this.#source = undefined;
  }

  /** Header for a frame made here: `samples` is its length in units of the RTP clock. */
  frame(source: RtpSource, payloadType: number, samples: number, nowMs: number): RtpHeader {
    const isSeam = this.#isSeam(source, nowMs);
    this.#advance(
      isSeam ? this.#continuedAt(nowMs, samples) : addToTimestamp(this.#timestamp, samples),
      nowMs,
    );
    this.#source = source;
    this.#relay = undefined;
    return this.#header(payloadType, isSeam, this.#sequence, this.#timestamp);
  }

  /**
   * Header for a relayed packet, or undefined when it must not be sent: a straggler from before the relay began
   * would reuse a sequence number that went out with other audio.
   */
  relay(source: RtpSource, packet: RtpPacket, payloadType: number, nowMs: number): RtpHeader | undefined {
    const mapping = this.#relay;
    if (source !== this.#source || !mapping || !continues(mapping, packet)) {
      return this.#startRelay(source, packet, payloadType, nowMs);
    }
    const steps = sequenceDistance(mapping.lastSequence, packet.sequenceNumber);
    if (mapping.advanced + steps < 0) return undefined;
    const sequence = nextSequence(packet.sequenceNumber, mapping.sequenceOffset);
    const timestamp = addToTimestamp(packet.timestamp, mapping.timestampOffset);
    if (steps > 0) {
      mapping.lastSequence = packet.sequenceNumber;
      mapping.lastTimestamp = packet.timestamp;
      mapping.advanced += steps;
      this.#sequence = sequence;
      this.#timestamp = timestamp;
      this.#sentAtMs = nowMs;
    }
    return this.#header(payloadType, packet.marker, sequence, timestamp);
  }

  /** Header for a packet of a telephone event: all of one event share the timestamp at which it began. */
  event(payloadType: number, isFirst: boolean, nowMs: number): RtpHeader {
    if (isFirst) {
      this.#advance(this.#continuedAt(nowMs, this.#frameSamples()), nowMs);
      this.#source = undefined;
      this.#relay = undefined;
    } else {
      this.#sequence = nextSequence(this.#sequence);
    }
    return this.#header(payloadType, isFirst, this.#sequence, this.#timestamp);
  }

  #startRelay(source: RtpSource, packet: RtpPacket, payloadType: number, nowMs: number): RtpHeader {
    this.#advance(this.#continuedAt(nowMs, this.#frameSamples()), nowMs);
    this.#source = source;
    this.#relay = {
      ssrc: packet.ssrc,
      sequenceOffset: this.#sequence - packet.sequenceNumber,
      timestampOffset: this.#timestamp - packet.timestamp,
      lastSequence: packet.sequenceNumber,
      lastTimestamp: packet.timestamp,
      advanced: 0,
    };
    return this.#header(payloadType, true, this.#sequence, this.#timestamp);
  }

  #isSeam(source: RtpSource, nowMs: number): boolean {
    return source !== this.#source || this.#sentAtMs === undefined || nowMs - this.#sentAtMs > PAUSE_MS;
  }

  /** The last timestamp plus the time since, but never less than what was last sent is long. */
  #continuedAt(nowMs: number, leastSamples: number): number {
    if (this.#sentAtMs === undefined) return this.#timestamp;
    const elapsed = Math.round(((nowMs - this.#sentAtMs) * this.#clockRate) / 1_000);
    return addToTimestamp(this.#timestamp, Math.max(elapsed, leastSamples));
  }

  #advance(timestamp: number, nowMs: number): void {
    this.#sequence = nextSequence(this.#sequence);
    this.#timestamp = timestamp;
    this.#sentAtMs = nowMs;
  }

  #frameSamples(): number {
    return this.#clockRate / 50;
  }

  #header(payloadType: number, marker: boolean, sequenceNumber: number, timestamp: number): RtpHeader {
    return { payloadType, marker, sequenceNumber, timestamp, ssrc: this.ssrc };
  }
}

/** False where the incoming stream was restarted: its numbers then say nothing about ours. */
function continues(mapping: RelayMapping, packet: RtpPacket): boolean {
  if (mapping.ssrc !== packet.ssrc) return false;
  const steps = sequenceDistance(mapping.lastSequence, packet.sequenceNumber);
  const drift = timestampDistance(mapping.lastTimestamp, packet.timestamp);
  return Math.abs(steps) < MAX_SEQUENCE_JUMP && Math.abs(drift) < MAX_TIMESTAMP_JUMP;
}
