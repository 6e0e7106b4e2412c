import type { Socket } from "node:dgram";
import { amplitudeAt, boundSocket, CODECS, TestVoice } from "@offhook/media/testing";

const EVENT_TYPE = 101;
/** Frames of 20 ms: what counts as heard now. */
const WINDOW = 25;
const STALE_MS = 500;

/** Mouth and ear of one call of a robot: G.711 over plain RTP. */
export class RobotAudio {
  readonly voice: TestVoice;
  readonly port: number;
  readonly #socket: Socket;
  readonly #decoder = CODECS.PCMU.createDecoder();
  readonly #frames: Int16Array[] = [];
  #remotePort: number | undefined;
  #version = 0;
  #heardAtMs = 0;
  #isOpen = true;

  private constructor(socket: Socket, hz: number) {
    this.#socket = socket;
    this.port = socket.address().port;
    this.voice = new TestVoice({
      codec: CODECS.PCMU,
      payloadType: 0,
      eventPayloadType: EVENT_TYPE,
      eventClockRate: 8_000,
      send: (data) => {
        if (this.#isOpen && this.#remotePort !== undefined)
          socket.send(data, this.#remotePort, "127.0.0.1", () => {});
      },
    });
    this.voice.speak(hz);
    socket.on("message", (data) => this.#receive(data));
  }

  static async open(hz: number): Promise<RobotAudio> {
    return new RobotAudio(await boundSocket(), hz);
  }

  /** Its end of the session description. */
  describe(direction = "sendrecv"): string {
    this.#version += 1;
    return [
      "v=0",
      `o=- ${this.port} ${this.#version} IN IP4 127.0.0.1`,
      "s=-",
      "c=IN IP4 127.0.0.1",
      "t=0 0",
      `m=audio ${this.port} RTP/AVP 0 ${EVENT_TYPE}`,
      "a=rtpmap:0 PCMU/8000",
      `a=rtpmap:${EVENT_TYPE} telephone-event/8000`,
      `a=fmtp:${EVENT_TYPE} 0-15`,
      `a=${direction}`,
      "",
    ].join("\r\n");
  }

  sendTo(description: string): void {
    const port = /^m=audio (\d+)/m.exec(description)?.[1];
    if (port !== undefined) this.#remotePort = Number(port);
  }

  /** Amplitude of a frequency in the last half second, 0 to 32768. */
  heard(hz: number): number {
    const samples = this.#recent();
    return amplitudeAt(samples, hz, 8_000);
  }

  /** Loudness of whatever was heard in the last half second. */
  loudness(): number {
    return loudnessOf(this.#recent());
  }

  /** The quietest 20 ms of the last half second. Speech has gaps between its words, music has none. */
  quietest(): number {
    return Math.min(...this.#frames.map(loudnessOf));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.voice.close();
    this.#socket.close();
  }

  #recent(): Int16Array {
    if (performance.now() - this.#heardAtMs > STALE_MS) return new Int16Array();
    return Int16Array.from(this.#frames.flatMap((frame) => [...frame]));
  }

  #receive(data: Uint8Array): void {
    const isControl = (data[1] ?? 0) >= 192 && (data[1] ?? 0) <= 223;
    if (isControl) return;
    this.voice.receive(data);
    const packet = this.voice.received.at(-1);
    const frame = packet?.payloadType === 0 ? this.#decoder.decode(packet.payload) : undefined;
    if (!frame) return;
    this.#heardAtMs = performance.now();
    this.#frames.push(frame);
    if (this.#frames.length > WINDOW) this.#frames.shift();
  }
}

function loudnessOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
