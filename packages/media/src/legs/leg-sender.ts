import { silencePayload } from "../codecs/codec-table.ts";
import { DtmfSender } from "../rtp/dtmf/dtmf-sender.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import {
  payloadLength,
  RTP_HEADER_BYTES,
  type RtpHeader,
  type RtpPacket,
  writeRtpHeader,
} from "../rtp/rtp-packet.ts";
import type { RtpSendStream, RtpSource } from "../rtp/rtp-send-stream.ts";
import type { LegFormat } from "./leg-format.ts";

export interface SentTotals {
  readonly packets: number;
  readonly bytes: number;
}

const SILENCE: RtpSource = { what: "silence" };

/** The speaking half of a leg: one RTP stream for whatever is to be heard. */
export class LegSender {
  readonly stream: RtpSendStream;
  readonly #transmit: (data: Uint8Array) => void;
  readonly #dtmf = new DtmfSender(8_000);
  #format: LegFormat;
  #packets = 0;
  #bytes = 0;

  constructor(stream: RtpSendStream, format: LegFormat, transmit: (data: Uint8Array) => void) {
    this.stream = stream;
    this.#transmit = transmit;
    this.#format = format;
    this.setFormat(format);
  }

  get totals(): SentTotals {
    return { packets: this.#packets, bytes: this.#bytes };
  }

  /** Whether keys can be sent as telephone events. */
  get hasEvents(): boolean {
    return this.#format.telephoneEvent !== undefined;
  }

  /** Whether keys are being sent, or wait to be. */
  get isPressing(): boolean {
    return this.#dtmf.isBusy;
  }

  setFormat(format: LegFormat): void {
    this.#format = format;
    this.stream.setClockRate(format.codec.clockRate);
    this.#dtmf.setClockRate(format.telephoneEvent?.clockRate ?? 8_000);
  }

  sendFrame(source: RtpSource, payload: Uint8Array, nowMs: number): void {
    if (this.#dtmf.isSounding) return;
    const { codec, payloadType } = this.#format;
    this.#send(this.stream.frame(source, payloadType, codec.clockRate / 50, nowMs), payload);
  }

  sendSilence(nowMs: number): void {
    this.sendFrame(SILENCE, silencePayload(this.#format.codec), nowMs);
  }

  relay(source: RtpSource, packet: RtpPacket, nowMs: number): void {
    if (this.#dtmf.isSounding) return;
    const header = this.stream.relay(source, packet, this.#format.payloadType, nowMs);
    if (!header) return;
    const { wire } = packet;
    if (!wire) {
      this.#send(header, packet.payload);
      return;
    }
    // Nobody reads the header of a packet any more that was received: it goes on in the same memory.
    writeRtpHeader(wire, header);
    this.#transmitCounted(wire, payloadLength(packet));
  }

  press(digit: DtmfDigit): void {
    this.#dtmf.press(digit);
  }

  release(durationMs: number): void {
    this.#dtmf.release(durationMs);
  }

  sendKey(digit: DtmfDigit, durationMs: number): void {
    this.#dtmf.send(digit, durationMs);
  }

  tickKeys(nowMs: number): void {
    const { telephoneEvent } = this.#format;
    if (!telephoneEvent || !this.#dtmf.isBusy) return;
    for (const { payload, isFirst } of this.#dtmf.tick())
      this.#send(this.stream.event(telephoneEvent.payloadType, isFirst, nowMs), payload);
  }

  #send(header: RtpHeader, payload: Uint8Array): void {
    const data = Buffer.allocUnsafe(RTP_HEADER_BYTES + payload.length);
    writeRtpHeader(data, header);
    data.set(payload, RTP_HEADER_BYTES);
    this.#transmitCounted(data, payload.length);
  }

  #transmitCounted(data: Uint8Array, payloadBytes: number): void {
    this.#packets += 1;
    this.#bytes += payloadBytes;
    this.#transmit(data);
  }
}
