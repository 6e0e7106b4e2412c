import type { LegId } from "../protocol/media-commands.ts";
import type { QualityReport } from "../protocol/media-events.ts";
import { meanOpinionScore } from "../quality/mean-opinion-score.ts";
import { RtcpSession } from "../rtp/rtcp/rtcp-session.ts";
import type { LegFormat } from "./leg-format.ts";
import type { LegReceiver } from "./leg-receiver.ts";
import type { LegSender, SentTotals } from "./leg-sender.ts";

/** What the two halves of a leg hold that quality is measured from. */
export interface MeasuredVoice {
  readonly format: LegFormat;
  readonly receiver: LegReceiver;
  readonly sender: LegSender;
}

export interface LegQualityOptions {
  readonly legId: LegId;
  readonly ssrc: number;
  readonly intervalMs: number;
  readonly sendControl: (data: Uint8Array) => void;
  readonly onReport: (report: QualityReport) => void;
}

const FIRST_RTCP_MS = 600;
const RTCP_MS = 5_000;
const NOTHING_SENT: SentTotals = { packets: 0, bytes: 0 };

/** RTCP and the quality reports of one leg. Fed with the time of the ticker, and with the wall clock for RTCP. */
export class LegQuality {
  readonly #options: LegQualityOptions;
  readonly #rtcp: RtcpSession;
  #intervalMs: number;
  #reportedAtMs: number | undefined;
  #rtcpAtMs: number | undefined;
  #sentAtRtcp = NOTHING_SENT;
  #sentAtReport = NOTHING_SENT;

  constructor(options: LegQualityOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs;
    this.#rtcp = new RtcpSession(options.ssrc, "offhook");
  }

  setInterval(intervalMs: number): void {
    this.#intervalMs = intervalMs;
  }

  receiveControl(data: Uint8Array, voice: MeasuredVoice): void {
    this.#rtcp.receive(data, voice.format.codec.clockRate, wallClockMs());
  }

  /** Called every tick while the transport is open. */
  tick(voice: MeasuredVoice, nowMs: number): void {
    this.#rtcpAtMs ??= nowMs + FIRST_RTCP_MS;
    this.#reportedAtMs ??= nowMs;
    if (nowMs >= this.#rtcpAtMs) this.#sendRtcp(voice, nowMs);
    if (this.#intervalMs > 0 && nowMs - this.#reportedAtMs >= this.#intervalMs) this.#report(voice, nowMs);
  }

  #sendRtcp({ receiver, sender }: MeasuredVoice, nowMs: number): void {
    const { packets, bytes } = sender.totals;
    const hasSent = packets > this.#sentAtRtcp.packets;
    this.#sentAtRtcp = { packets, bytes };
    const sent = { packets, octets: bytes, rtpTimestamp: sender.stream.timestampAt(nowMs) };
    this.#options.sendControl(
      this.#rtcp.report(receiver.statistics, hasSent ? sent : undefined, wallClockMs()),
    );
    // RFC 3550 §6.2: varied, so that the reports of many legs do not fall together.
    this.#rtcpAtMs = nowMs + RTCP_MS * (0.75 + Math.random() / 2);
  }

  #report({ format, receiver, sender }: MeasuredVoice, nowMs: number): void {
    const totals = sender.totals;
    const { roundTripMs } = this.#rtcp;
    const remoteView = this.#rtcp.remoteViewAt(wallClockMs());
    const received = receiver.statistics.takeInterval();
    const conditions = [received, ...(remoteView ? [remoteView] : [])];
    const scores = conditions.map(({ lossRate, jitterMs }) =>
      meanOpinionScore({ codec: format.codec.name, lossRate, jitterMs, roundTripMs }),
    );
    this.#options.onReport({
      legId: this.#options.legId,
      intervalMs: Math.round(nowMs - (this.#reportedAtMs ?? nowMs)),
      received,
      sent: {
        packets: totals.packets - this.#sentAtReport.packets,
        bytes: totals.bytes - this.#sentAtReport.bytes,
      },
      ...(remoteView && { remote: remoteView }),
      ...(roundTripMs !== undefined && { roundTripMs }),
      ...(received.packets > 0 && { meanOpinionScore: Math.min(...scores) }),
    });
    this.#sentAtReport = totals;
    this.#reportedAtMs = nowMs;
  }
}

/** With fractions of a millisecond, which a round trip on a local network is made of. */
const wallClockMs = (): number => performance.timeOrigin + performance.now();
