import type { ReceiveStatistics } from "./receive-statistics.ts";
import { middleOfNtp, ntpTimeAt, parseRtcp, type RtcpReport, serializeRtcp } from "./rtcp-packets.ts";

/** What the far end says about the audio that we send to it. */
export interface RemoteView {
  readonly lossRate: number;
  readonly jitterMs: number;
}

export interface SentCounts {
  readonly packets: number;
  readonly octets: number;
  readonly rtpTimestamp: number;
}

interface HeardSenderReport {
  readonly ssrc: number;
  readonly middle: number;
  readonly atMs: number;
}

const MAX_PLAUSIBLE_ROUND_TRIP_MS = 30_000;
const STALE_MS = 20_000;

/** Both halves of RTCP for one leg. Times are milliseconds since the epoch. */
export class RtcpSession {
  readonly #ssrc: number;
  readonly #cname: string;
  #heard: HeardSenderReport | undefined;
  #roundTripMs: number | undefined;
  #remote: { readonly view: RemoteView; readonly atMs: number } | undefined;

  constructor(ssrc: number, cname: string) {
    this.#ssrc = ssrc;
    this.#cname = cname;
  }

  get roundTripMs(): number | undefined {
    return this.#roundTripMs;
  }

  /** What the far end last said, while that is fresh. */
  remoteViewAt(nowMs: number): RemoteView | undefined {
    return this.#remote && nowMs - this.#remote.atMs < STALE_MS ? this.#remote.view : undefined;
  }

  receive(data: Uint8Array, clockRate: number, nowMs: number): void {
    for (const report of parseRtcp(data).reports) {
      if (report.sender)
        this.#heard = { ssrc: report.ssrc, middle: middleOfNtp(report.sender.ntp), atMs: nowMs };
      this.#readBlocks(report, clockRate, nowMs);
    }
  }

  /** A report to send now; `sent` is absent for a leg that has sent nothing since the last one. */
  report(received: ReceiveStatistics, sent: SentCounts | undefined, nowMs: number): Uint8Array {
    const reception = received.takeReport();
    const heard = this.#heard?.ssrc === reception?.ssrc ? this.#heard : undefined;
    const block = reception && {
      ...reception,
      lastSenderReport: heard?.middle ?? 0,
      delaySinceLastSenderReport: heard ? Math.round(((nowMs - heard.atMs) * 65_536) / 1_000) : 0,
    };
    const blocks = block ? [block] : [];
    if (!sent) return serializeRtcp({ ssrc: this.#ssrc, blocks }, this.#cname);
    const sender = { ...sent, ntp: ntpTimeAt(nowMs) };
    return serializeRtcp({ ssrc: this.#ssrc, sender, blocks }, this.#cname);
  }

  #readBlocks(report: RtcpReport, clockRate: number, nowMs: number): void {
    const block = report.blocks.find((each) => each.ssrc === this.#ssrc);
    if (!block) return;
    const view = { lossRate: block.fractionLost / 256, jitterMs: (block.jitter * 1_000) / clockRate };
    this.#remote = { view, atMs: nowMs };
    if (block.lastSenderReport === 0) return;
    // RFC 3550 §6.4.1: arrival minus LSR minus DLSR, all in 1/65536 s and modulo 2^32.
    const now = middleOfNtp(ntpTimeAt(nowMs));
    const units = (now - block.lastSenderReport - block.delaySinceLastSenderReport) | 0;
    const roundTripMs = (units * 1_000) / 65_536;
    // Clocks that step, or a far end that computes DLSR wrongly, give nonsense: better none than that.
    if (roundTripMs > -5 && roundTripMs < MAX_PLAUSIBLE_ROUND_TRIP_MS)
      this.#roundTripMs = Math.max(0, roundTripMs);
  }
}
