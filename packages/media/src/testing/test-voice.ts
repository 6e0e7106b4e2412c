import { type AudioCodec, frameSamples } from "../codecs/audio-codec.ts";
import { DtmfReceiver } from "../rtp/dtmf/dtmf-receiver.ts";
import { DtmfSender } from "../rtp/dtmf/dtmf-sender.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { parseRtpPacket, type RtpHeader, type RtpPacket, serializeRtpPacket } from "../rtp/rtp-packet.ts";
import { RtpSendStream } from "../rtp/rtp-send-stream.ts";
import { amplitudeAt } from "../tones/goertzel.ts";

export interface TestVoiceOptions {
  readonly codec: AudioCodec;
  readonly payloadType: number;
  readonly eventPayloadType: number;
  readonly eventClockRate: number;
  readonly send: (data: Uint8Array) => void;
}

const WINDOW_MS = 400;

/** The voice and the ear of a phone in a test: it hums at a frequency and tells what frequencies it hears. */
export class TestVoice {
  readonly #options: TestVoiceOptions;
  readonly #stream: RtpSendStream;
  readonly #encoder;
  readonly #decoder;
  readonly #dtmfSender: DtmfSender;
  readonly #dtmfReceiver: DtmfReceiver;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAtMs = performance.now();
  readonly ssrc = Math.floor(Math.random() * 2 ** 31) + 1;
  #hz = 0;
  #dropEvery = 0;
  #frames = 0;
  #heard = new Int16Array(0);
  #heardAtMs = 0;
  readonly received: RtpPacket[] = [];
  digits = "";
  /** Audio level that is claimed in the RFC 6464 extension, with its id; none by default. */
  audioLevel: { readonly id: number; readonly belowOverloadDb: number } | undefined;

  constructor(options: TestVoiceOptions) {
    const { codec, eventClockRate } = options;
    this.#options = options;
    this.#stream = new RtpSendStream({ ssrc: this.ssrc, firstSequenceNumber: 65_500, firstTimestamp: 1_000 });
    this.#stream.setClockRate(codec.clockRate);
    this.#encoder = codec.createEncoder();
    this.#decoder = codec.createDecoder();
    this.#dtmfSender = new DtmfSender(eventClockRate);
    this.#dtmfReceiver = new DtmfReceiver(eventClockRate);
    this.#timer = setInterval(() => this.#tick(), 5);
  }

  /** Hums from now on; 0 is silence, undefined sends nothing at all. */
  speak(hz: number | undefined): void {
    this.#hz = hz ?? Number.NaN;
  }

  /** Every so many packets one gets lost. */
  dropEvery(packets: number): void {
    this.#dropEvery = packets;
  }

  press(digit: DtmfDigit): void {
    this.#dtmfSender.send(digit, 120);
  }

  /** Amplitude of a frequency in what was heard last; 0 once nothing comes any more. */
  heard(hz: number): number {
    if (performance.now() - this.#heardAtMs > WINDOW_MS) return 0;
    return amplitudeAt(this.#heard, hz, this.#options.codec.sampleRate);
  }

  receive(data: Uint8Array): void {
    const packet = parseRtpPacket(data);
    if (!packet) return;
    this.received.push(packet);
    if (packet.payloadType === this.#options.payloadType) this.#hear(packet);
    if (packet.payloadType === this.#options.eventPayloadType)
      for (const signal of this.#dtmfReceiver.receive(packet.payload, packet.timestamp, performance.now()))
        if (signal.type === "pressed") this.digits += signal.digit;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #hear(packet: RtpPacket): void {
    const audio = this.#decoder.decode(packet.payload);
    if (!audio) return;
    const window = (WINDOW_MS * this.#options.codec.sampleRate) / 1_000;
    const all = new Int16Array(this.#heard.length + audio.length);
    all.set(this.#heard);
    all.set(audio, this.#heard.length);
    this.#heard = all.slice(-window);
    this.#heardAtMs = performance.now();
  }

  #tick(): void {
    const due = Math.floor((performance.now() - this.#startedAtMs) / 20);
    while (this.#frames < due) this.#sendFrame();
  }

  #sendFrame(): void {
    const { codec, payloadType, eventPayloadType } = this.#options;
    const size = frameSamples(codec.sampleRate);
    const start = this.#frames * size;
    this.#frames += 1;
    const nowMs = this.#frames * 20;
    for (const { payload, isFirst } of this.#dtmfSender.tick())
      this.#send(this.#stream.event(eventPayloadType, isFirst, nowMs), payload);
    if (Number.isNaN(this.#hz) || this.#dtmfSender.isSounding) return;
    const step = (2 * Math.PI * this.#hz) / codec.sampleRate;
    const frame = Int16Array.from({ length: size }, (_, at) => 6_000 * Math.sin(step * (start + at)));
    const payload = this.#encoder.encode(frame);
    const header = this.#stream.frame(this, payloadType, codec.clockRate / 50, nowMs);
    if (this.#dropEvery === 0 || this.#frames % this.#dropEvery !== 0) this.#send(header, payload);
  }

  #send(header: RtpHeader, payload: Uint8Array): void {
    const level = this.audioLevel;
    const data = level && Uint8Array.of(level.id << 4, level.belowOverloadDb, 0, 0);
    const extension = data && { profile: 0xbede, data };
    this.#options.send(
      serializeRtpPacket({ ...header, csrcs: [], ...(extension && { extension }), payload }),
    );
  }
}
