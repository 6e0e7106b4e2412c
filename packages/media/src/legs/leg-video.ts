import { type Direction, receives, sends } from "@offhook/sdp";
import { ReceiveStatistics } from "../rtp/rtcp/receive-statistics.ts";
import {
  parseVideoFeedback,
  serializeBandwidth,
  serializeKeyframeRequest,
  serializeLost,
  type VideoFeedback,
} from "../rtp/rtcp/rtcp-feedback.ts";
import { RtcpSession } from "../rtp/rtcp/rtcp-session.ts";
import { RTP_HEADER_BYTES, type RtpPacket, writeRtpHeader } from "../rtp/rtp-packet.ts";
import type { VideoFormat } from "../sdp/webrtc-video.ts";

export interface LegVideoOptions {
  /** Of what we send to this far end. */
  readonly ssrc: number;
  readonly sendPacket: (data: Uint8Array) => void;
  readonly sendControl: (data: Uint8Array) => void;
}

const CLOCK_RATE = 90_000;
const REPORT_MS = 1_000;
/** Whole pictures are large: a viewer who loses much may not ask for one with every packet. */
const KEYFRAME_MS = 400;
/** Between the last picture of one sender and the first of the next. */
const GAP_TICKS = CLOCK_RATE / 30;

interface Source {
  readonly ssrc: number;
  readonly sequenceOffset: number;
  readonly timestampOffset: number;
}

/** The pictures of one browser leg. They are passed on as they are to the one other leg of the call, or nowhere. */
export class LegVideo {
  readonly ssrc: number;
  readonly #options: LegVideoOptions;
  readonly #statistics = new ReceiveStatistics(CLOCK_RATE);
  readonly #rtcp: RtcpSession;
  #format: VideoFormat | undefined;
  #direction: Direction = "inactive";
  #peer: LegVideo | undefined;
  /** Whose pictures this far end is shown, and how their numbers became ours. */
  #source: Source | undefined;
  #last = { sequenceNumber: 0, timestamp: 0, atMs: 0 };
  #sent = { packets: 0, octets: 0 };
  #reportAtMs = 0;
  #keyframeAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LegVideoOptions) {
    this.ssrc = options.ssrc;
    this.#options = options;
    this.#rtcp = new RtcpSession(options.ssrc, "offhook");
  }

  /** As offer and answer have settled it; without a format there are no pictures. */
  agree(format: VideoFormat | undefined, direction: Direction): void {
    this.#format = format;
    this.#direction = format ? direction : "inactive";
    this.#peer?.requestKeyframe();
  }

  isOwn(payloadType: number): boolean {
    return this.#format?.payloadType === payloadType;
  }

  /** The leg that is shown these pictures and whose pictures this one is shown. */
  pair(peer: LegVideo | undefined): void {
    if (peer === this.#peer) return;
    this.#peer = peer;
    peer?.requestKeyframe();
  }

  receive(packet: RtpPacket, nowMs: number): void {
    if (!receives(this.#direction)) return;
    const isFirst = this.#statistics.ssrc === undefined;
    this.#statistics.receive(packet, nowMs);
    const peer = this.#peer;
    if (peer) peer.#show(packet, this.#format?.name, nowMs);
    if (isFirst) this.requestKeyframe();
  }

  /** Asks this far end for a whole picture. */
  requestKeyframe(): void {
    const about = this.#statistics.ssrc;
    const nowMs = performance.now();
    if (about === undefined || !receives(this.#direction) || nowMs - this.#keyframeAtMs < KEYFRAME_MS) return;
    this.#keyframeAtMs = nowMs;
    this.#options.sendControl(serializeKeyframeRequest(this.ssrc, about));
  }

  receiveControl(data: Uint8Array): void {
    if (!this.#format) return;
    this.#rtcp.receive(data, CLOCK_RATE, wallClockMs());
    const peer = this.#peer;
    if (!peer) return;
    for (const feedback of parseVideoFeedback(data)) peer.#follow(feedback, this.ssrc, this.#source);
  }

  /** Every tick while the transport is open. */
  tick(nowMs: number): void {
    if (!this.#format || nowMs < this.#reportAtMs) return;
    this.#reportAtMs = nowMs + REPORT_MS;
    const { timestamp, atMs } = this.#last;
    const rtpTimestamp = (timestamp + Math.round(((nowMs - atMs) * CLOCK_RATE) / 1_000)) >>> 0;
    const sent = this.#sent.packets > 0 ? { ...this.#sent, rtpTimestamp } : undefined;
    if (sent || this.#statistics.ssrc !== undefined)
      this.#options.sendControl(this.#rtcp.report(this.#statistics, sent, wallClockMs()));
  }

  /** A packet of the peer, with our numbers instead of its own. */
  #show(packet: RtpPacket, codec: VideoFormat["name"] | undefined, nowMs: number): void {
    if (!this.#format || this.#format.name !== codec || !sends(this.#direction)) return;
    const { sequenceOffset, timestampOffset } = this.#sourceOf(packet);
    const sequenceNumber = (packet.sequenceNumber + sequenceOffset) & 0xffff;
    const timestamp = (packet.timestamp + timestampOffset) >>> 0;
    const data = new Uint8Array(RTP_HEADER_BYTES + packet.payload.length);
    const { payloadType } = this.#format;
    writeRtpHeader(data, { payloadType, marker: packet.marker, sequenceNumber, timestamp, ssrc: this.ssrc });
    data.set(packet.payload, RTP_HEADER_BYTES);
    this.#options.sendPacket(data);
    this.#last = { sequenceNumber, timestamp, atMs: nowMs };
    this.#sent = { packets: this.#sent.packets + 1, octets: this.#sent.octets + packet.payload.length };
  }

  /** One stream to the viewer, whoever sends it: numbers go on where those of the last sender ended. */
  #sourceOf({ ssrc, sequenceNumber, timestamp }: RtpPacket): Source {
    if (this.#source?.ssrc === ssrc) return this.#source;
    const isFirst = this.#source === undefined;
    this.#source = {
      ssrc,
      sequenceOffset: isFirst ? 0 : (this.#last.sequenceNumber + 1 - sequenceNumber) & 0xffff,
      timestampOffset: isFirst ? 0 : (this.#last.timestamp + GAP_TICKS - timestamp) | 0,
    };
    return this.#source;
  }

  /** What the viewer of our far end's pictures asks for. `shown` is the source the viewer knows them by. */
  #follow(feedback: VideoFeedback, shown: number, source: Source | undefined): void {
    const about = this.#statistics.ssrc;
    if (about === undefined || source?.ssrc !== about) return;
    switch (feedback.kind) {
      case "keyframe":
        if (feedback.ssrc === shown) this.requestKeyframe();
        break;
      case "lost": {
        if (feedback.ssrc !== shown) break;
        const packets = feedback.packets.map(({ first, mask }) => ({
          first: (first - source.sequenceOffset) & 0xffff,
          mask,
        }));
        this.#options.sendControl(serializeLost(this.ssrc, about, packets));
        break;
      }
      case "bandwidth":
        this.#options.sendControl(serializeBandwidth(this.ssrc, about, feedback.exponentAndMantissa));
        break;
    }
  }
}

const wallClockMs = (): number => performance.timeOrigin + performance.now();
