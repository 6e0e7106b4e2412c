/** What a far end asks of the pictures we send to it (RFC 4585, RFC 5104, draft-alvestrand-rmcat-remb). */
export type VideoFeedback =
  /** A whole picture: it cannot decode what comes. */
  | { readonly kind: "keyframe"; readonly ssrc: number }
  /** Lost packets again: sequence numbers, each with a mask of the sixteen after it. */
  | { readonly kind: "lost"; readonly ssrc: number; readonly packets: readonly LostPackets[] }
  /** How many bits a second it can take, as the six bits and eighteen bits of the message. */
  | { readonly kind: "bandwidth"; readonly exponentAndMantissa: number };

interface LostPackets {
  readonly first: number;
  readonly mask: number;
}

const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const NACK = 1;
const PLI = 1;
const FIR = 4;
const APPLICATION = 15;
const REMB = 0x52454d42;
const HEAD_BYTES = 12;

/** Reads the feedback of a compound packet; what is broken or of another kind is left out. */
export function parseVideoFeedback(data: Uint8Array): VideoFeedback[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: VideoFeedback[] = [];
  for (let at = 0; at + 4 <= data.length && view.getUint8(at) >> 6 === 2; ) {
    const end = at + 4 + 4 * view.getUint16(at + 2);
    if (end > data.length) break;
    if (end - at >= HEAD_BYTES) {
      const feedback = readFeedback(view, at, end);
      if (feedback) found.push(feedback);
    }
    at = end;
  }
  return found;
}

function readFeedback(view: DataView, at: number, end: number): VideoFeedback | undefined {
  const format = view.getUint8(at) & 0x1f;
  const type = view.getUint8(at + 1);
  const ssrc = view.getUint32(at + 8);
  if (type === TRANSPORT_FEEDBACK && format === NACK)
    return { kind: "lost", ssrc, packets: readLost(view, at + HEAD_BYTES, end) };
  if (type !== PAYLOAD_FEEDBACK) return undefined;
  if (format === PLI) return { kind: "keyframe", ssrc };
  // A full intra request names its source behind the head.
  if (format === FIR && end - at >= HEAD_BYTES + 8)
    return { kind: "keyframe", ssrc: view.getUint32(at + HEAD_BYTES) };
  const isBandwidth =
    format === APPLICATION && end - at >= HEAD_BYTES + 8 && view.getUint32(at + HEAD_BYTES) === REMB;
  return isBandwidth
    ? { kind: "bandwidth", exponentAndMantissa: view.getUint32(at + HEAD_BYTES + 4) & 0xffffff }
    : undefined;
}

function readLost(view: DataView, from: number, end: number): LostPackets[] {
  const packets: LostPackets[] = [];
  for (let at = from; at + 4 <= end; at += 4)
    packets.push({ first: view.getUint16(at), mask: view.getUint16(at + 2) });
  return packets;
}

function packet(format: number, type: number, words: readonly number[]): Uint8Array {
  const data = new Uint8Array(4 + 4 * words.length);
  const view = new DataView(data.buffer);
  view.setUint8(0, 0x80 | format);
  view.setUint8(1, type);
  view.setUint16(2, words.length);
  words.forEach((word, index) => {
    view.setUint32(4 + 4 * index, word >>> 0);
  });
  return data;
}

/** `from` is our own source, `about` the one whose pictures we want. */
export const serializeKeyframeRequest = (from: number, about: number): Uint8Array =>
  packet(PLI, PAYLOAD_FEEDBACK, [from, about]);

export const serializeLost = (from: number, about: number, packets: readonly LostPackets[]): Uint8Array =>
  packet(NACK, TRANSPORT_FEEDBACK, [from, about, ...packets.map(({ first, mask }) => (first << 16) | mask)]);

export const serializeBandwidth = (from: number, about: number, exponentAndMantissa: number): Uint8Array =>
  packet(APPLICATION, PAYLOAD_FEEDBACK, [from, 0, REMB, (1 << 24) | exponentAndMantissa, about]);
