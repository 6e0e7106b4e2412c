/** For the fax process, which speaks RTP without a leg: how packets, companded samples, sources and time are handled. */
export { ASK_EVERY_MS, SilenceWatch } from "./client/silence-watch.ts";
export { PCMA, PCMU } from "./codecs/g711.ts";
export { Ticker } from "./process/ticker.ts";
export type { Endpoint } from "./rtp/endpoint.ts";
export { parseRtpPacket, payloadLength, RTP_HEADER_BYTES, writeRtpHeader } from "./rtp/rtp-packet.ts";
export { addToTimestamp, nextSequence, SequenceExtender } from "./rtp/sequence.ts";
export { SourceGuard } from "./rtp/source-guard.ts";
export { bindUdp } from "./transports/udp-socket.ts";
