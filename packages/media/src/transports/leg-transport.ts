import type { RtpPacket } from "../rtp/rtp-packet.ts";

export interface TransportListener {
  onPacket(packet: RtpPacket, nowMs: number): void;
  onControl(data: Uint8Array): void;
  /** Audio can flow. */
  onOpen(): void;
  /** The transport is gone without `close` having been called. */
  onEnd(reason: "transportFailed" | "transportClosed"): void;
}

/** How packets get to the far end and back. What is sent while the transport is not open is dropped. */
export interface LegTransport {
  readonly isOpen: boolean;
  /** The bytes are the transport's from then on: it may send them later. */
  sendPacket(data: Uint8Array): void;
  sendControl(data: Uint8Array): void;
  close(): void;
}
