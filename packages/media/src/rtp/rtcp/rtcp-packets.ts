import type { ReceptionReport } from "./receive-statistics.ts";

/** Wall clock as RTCP writes it: seconds since 1900 and a binary fraction. */
export interface NtpTime {
  readonly seconds: number;
  readonly fraction: number;
}

interface SenderReport {
  readonly ntp: NtpTime;
  readonly rtpTimestamp: number;
  readonly packets: number;
  readonly octets: number;
}

interface ReportBlock extends ReceptionReport {
  /** Middle 32 bits of the NTP time of the last sender report we had from that source, 0 for none. */
  readonly lastSenderReport: number;
  /** Time since then in 1/65536 s. */
  readonly delaySinceLastSenderReport: number;
}

export interface RtcpReport {
  readonly ssrc: number;
  readonly sender?: SenderReport;
  readonly blocks: readonly ReportBlock[];
}

export interface RtcpContent {
  readonly reports: readonly RtcpReport[];
  /** Sources that said goodbye. */
  readonly byes: readonly number[];
}

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const BYE = 203;
const SECONDS_1900_TO_1970 = 2_208_988_800;
const BLOCK_BYTES = 24;

export function ntpTimeAt(epochMs: number): NtpTime {
  const seconds = Math.floor(epochMs / 1_000);
  const fraction = Math.floor(((epochMs - seconds * 1_000) / 1_000) * 2 ** 32);
  return { seconds: (seconds + SECONDS_1900_TO_1970) >>> 0, fraction: fraction >>> 0 };
}

export const middleOfNtp = ({ seconds, fraction }: NtpTime): number =>
  (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0;

/** Reads a compound packet as far as it makes sense; what is broken or unknown is left out. */
export function parseRtcp(data: Uint8Array): RtcpContent {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const reports: RtcpReport[] = [];
  const byes: number[] = [];
  let at = 0;
  while (at + 4 <= data.length && view.getUint8(at) >> 6 === 2) {
    const count = view.getUint8(at) & 0x1f;
    const type = view.getUint8(at + 1);
    const end = at + 4 + 4 * view.getUint16(at + 2);
    if (end > data.length) break;
    if (type === SENDER_REPORT || type === RECEIVER_REPORT) {
      const report = readReport(view, at, end, count, type === SENDER_REPORT);
      if (report) reports.push(report);
    } else if (type === BYE) {
      for (let each = 0; each < count && at + 8 + 4 * each <= end; each += 1)
        byes.push(view.getUint32(at + 4 + 4 * each));
    }
    at = end;
  }
  return { reports, byes };
}

function readReport(
  view: DataView,
  at: number,
  end: number,
  count: number,
  isSender: boolean,
): RtcpReport | undefined {
  const blocksAt = at + (isSender ? 28 : 8);
  if (blocksAt > end) return undefined;
  const blocks: ReportBlock[] = [];
  for (let each = 0; each < count; each += 1) {
    const block = blocksAt + each * BLOCK_BYTES;
    if (block + BLOCK_BYTES > end) break;
    blocks.push(readBlock(view, block));
  }
  const ssrc = view.getUint32(at + 4);
  return isSender ? { ssrc, sender: readSender(view, at + 8), blocks } : { ssrc, blocks };
}

function readSender(view: DataView, at: number): SenderReport {
  return {
    ntp: { seconds: view.getUint32(at), fraction: view.getUint32(at + 4) },
    rtpTimestamp: view.getUint32(at + 8),
    packets: view.getUint32(at + 12),
    octets: view.getUint32(at + 16),
  };
}

function readBlock(view: DataView, at: number): ReportBlock {
  const lost = view.getUint32(at + 4) & 0xffffff;
  return {
    ssrc: view.getUint32(at),
    fractionLost: view.getUint8(at + 4),
    cumulativeLost: lost >= 0x800000 ? lost - 0x1000000 : lost,
    highestSequence: view.getUint32(at + 8),
    jitter: view.getUint32(at + 12),
    lastSenderReport: view.getUint32(at + 16),
    delaySinceLastSenderReport: view.getUint32(at + 20),
  };
}

/** A report followed by the name that RFC 3550 §6.1 asks for in every compound packet. */
export function serializeRtcp(report: RtcpReport, cname: string): Uint8Array {
  const name = [...cname].map((character) => character.charCodeAt(0) & 0x7f).slice(0, 255);
  const reportBytes = (report.sender ? 28 : 8) + BLOCK_BYTES * report.blocks.length;
  // The chunk ends with at least one zero byte and fills a whole word.
  const chunkBytes = Math.ceil((4 + 2 + name.length + 1) / 4) * 4;
  const data = new Uint8Array(reportBytes + 4 + chunkBytes);
  const view = new DataView(data.buffer);

  writeHead(view, 0, report.blocks.length, report.sender ? SENDER_REPORT : RECEIVER_REPORT, reportBytes);
  view.setUint32(4, report.ssrc);
  if (report.sender) writeSender(view, 8, report.sender);
  report.blocks.forEach((block, index) => {
    writeBlock(view, (report.sender ? 28 : 8) + index * BLOCK_BYTES, block);
  });

  writeHead(view, reportBytes, 1, SOURCE_DESCRIPTION, 4 + chunkBytes);
  view.setUint32(reportBytes + 4, report.ssrc);
  data.set([1, name.length, ...name], reportBytes + 8);
  return data;
}

function writeHead(view: DataView, at: number, count: number, type: number, bytes: number): void {
  view.setUint8(at, 0x80 | count);
  view.setUint8(at + 1, type);
  view.setUint16(at + 2, bytes / 4 - 1);
}

function writeSender(view: DataView, at: number, { ntp, rtpTimestamp, packets, octets }: SenderReport): void {
  view.setUint32(at, ntp.seconds);
  view.setUint32(at + 4, ntp.fraction);
  view.setUint32(at + 8, rtpTimestamp);
  view.setUint32(at + 12, packets);
  view.setUint32(at + 16, octets);
}

function writeBlock(view: DataView, at: number, block: ReportBlock): void {
  view.setUint32(at, block.ssrc);
  view.setUint32(at + 4, block.cumulativeLost & 0xffffff);
  view.setUint8(at + 4, block.fractionLost);
  view.setUint32(at + 8, block.highestSequence);
  view.setUint32(at + 12, block.jitter);
  view.setUint32(at + 16, block.lastSenderReport);
  view.setUint32(at + 20, block.delaySinceLastSenderReport);
}
