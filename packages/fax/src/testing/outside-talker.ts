import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { PCMU, RTP_HEADER_BYTES, Ticker, writeRtpHeader } from "@offhook/media/rtp";

const SAMPLE_RATE = 8_000;
const FRAME = 160;
const encoder = PCMU.createEncoder();

/** Somebody who picks up a telephone and speaks, as far as a fax machine can tell: a voice that goes up and down. */
export class OutsideTalker {
  readonly #socket: Socket;
  readonly #ticker: Ticker;
  #frames = 0;

  private constructor(socket: Socket, farPort: number) {
    this.#socket = socket;
    this.#ticker = new Ticker(() => this.#say(farPort));
    this.#ticker.start();
  }

  static async speakTo(farPort: number): Promise<OutsideTalker> {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return new OutsideTalker(socket, farPort);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  stop(): void {
    this.#ticker.stop();
    this.#socket.close();
  }

  #say(farPort: number): void {
    const samples = Int16Array.from({ length: FRAME }, (_, index) =>
      this.#voice(this.#frames * FRAME + index),
    );
    const packet = new Uint8Array(RTP_HEADER_BYTES + FRAME);
    writeRtpHeader(packet, {
      payloadType: 0,
      marker: this.#frames === 0,
      sequenceNumber: this.#frames & 0xffff,
      timestamp: this.#frames * FRAME,
      ssrc: 77,
    });
    packet.set(encoder.encode(samples), RTP_HEADER_BYTES);
    this.#frames += 1;
    this.#socket.send(packet, farPort, "127.0.0.1");
  }

  /** Syllables of a third of a second with harmonics of a pitch that wanders, and pauses between sentences. */
  #voice(sample: number): number {
    const time = sample / SAMPLE_RATE;
    if (time % 4 > 2.8) return 0;
    const pitch = 130 + 30 * Math.sin(time * 2.1);
    const loud = Math.max(0, Math.sin(time * 2 * Math.PI * 3)) * 2_500;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1)
      sum += Math.sin(2 * Math.PI * pitch * harmonic * time + harmonic) / harmonic;
    return Math.round(loud * sum);
  }
}
