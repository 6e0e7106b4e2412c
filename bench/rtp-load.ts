import type { Socket } from "node:dgram";
import { type AudioCodec, boundSocket } from "@offhook/media/testing";
import { PAYLOAD_TYPES } from "./conference-path.ts";

const FRAME_MS = 20;
const HEADER_BYTES = 12;

/** How long packets may be under way after the last one was sent. */
const SETTLE_MS = 300;
/** Half a jitter buffer of a usual phone. */
const LATE_MS = 20;

interface LoadPhone {
  readonly socket: Socket;
  /** Header and payload of every frame of a second; numbers are written in as they are sent. */
  readonly packets: readonly Buffer[];
  readonly samples: number;
  remotePort: number;
}

interface LoadCounts {
  readonly sent: number;
  readonly received: number;
  /** Packets that took longer than half a jitter buffer, where the path does not touch what is in them. */
  readonly late: number;
  /** By how much the load itself was behind its own beat, at worst. */
  readonly behindMs: number;
}

/** Many phones that send the same prepared frames in step, and count what comes back. As cheap as they can be. */
export class RtpLoad {
  readonly #phones: LoadPhone[] = [];
  readonly #stampsPackets: boolean;
  /** Frames sent before this run: the streams go on from one run to the next. */
  #frames = 0;
  #sent = 0;
  #received = 0;
  #late = 0;
  #behindMs = 0;

  /** Where payloads are passed on as they are, they can carry the time they were sent at. */
  constructor({ stampsPackets = false }: { readonly stampsPackets?: boolean } = {}) {
    this.#stampsPackets = stampsPackets;
  }

  get counts(): LoadCounts {
    return { sent: this.#sent, received: this.#received, late: this.#late, behindMs: this.#behindMs };
  }

  get size(): number {
    return this.#phones.length;
  }

  /** A new phone: the port it listens at, and how to tell it where to send. */
  async add(
    codec: AudioCodec,
    hz: number,
  ): Promise<{ readonly port: number; readonly sendTo: (port: number) => void }> {
    const socket = await boundSocket();
    socket.on("message", (data: Buffer) => this.#receive(data));
    const header = Buffer.alloc(HEADER_BYTES);
    header[0] = 0x80;
    header[1] = PAYLOAD_TYPES[codec.name];
    header.writeUInt32BE(this.#phones.length + 1, 8);
    const packets = frames(codec, hz).map((payload) => Buffer.concat([header, payload]));
    const phone: LoadPhone = { socket, packets, samples: codec.clockRate / 50, remotePort: 0 };
    this.#phones.push(phone);
    return {
      port: socket.address().port,
      sendTo: (port) => {
        phone.remotePort = port;
      },
    };
  }

  /** Sends for so long; the phones share the tick evenly, as those of strangers do. Waits for the last to come. */
  async send(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const count = this.#phones.length;
    const total = Math.round(durationMs / FRAME_MS) * count;
    // Silence that came while nobody sent is no answer to what is sent now.
    const expected = this.#received + total;
    this.#behindMs = 0;
    let done = 0;
    while (done < total) {
      const elapsed = performance.now() - startedAt;
      const due = Math.min(total, Math.floor((elapsed / FRAME_MS) * count));
      this.#behindMs = Math.max(this.#behindMs, ((due - done) / count) * FRAME_MS);
      for (; done < due; done += 1) this.#sendOne(done);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#frames += total / count;
    const deadline = performance.now() + SETTLE_MS;
    while (this.#received < expected && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  close(): void {
    for (const { socket } of this.#phones.splice(0)) socket.close();
  }

  #sendOne(index: number): void {
    const phone = this.#phones[index % this.#phones.length];
    if (!phone) return;
    const tick = this.#frames + Math.floor(index / this.#phones.length);
    // A copy: the socket may send it later than this.
    const packet = Buffer.from(phone.packets[tick % phone.packets.length] ?? []);
    packet.writeUInt16BE(tick & 0xffff, 2);
    packet.writeUInt32BE((tick * phone.samples) >>> 0, 4);
    if (this.#stampsPackets) packet.writeDoubleBE(performance.now(), HEADER_BYTES);
    phone.socket.send(packet, phone.remotePort, "127.0.0.1");
    this.#sent += 1;
  }

  #receive(data: Buffer): void {
    // RFC 5761 §4: what reports on the stream is not of the stream.
    const type = data[1] ?? 0;
    if (type >= 192 && type <= 223) return;
    this.#received += 1;
    if (!this.#stampsPackets || data.length < HEADER_BYTES + 8) return;
    if (performance.now() - data.readDoubleBE(HEADER_BYTES) > LATE_MS) this.#late += 1;
  }
}

/** A second of a hum, or of silence for 0 Hz. */
function frames(codec: AudioCodec, hz: number): Uint8Array[] {
  const encoder = codec.createEncoder();
  const size = codec.sampleRate / 50;
  return Array.from({ length: 50 }, (_, frame) =>
    encoder.encode(
      Int16Array.from({ length: size }, (_, at) =>
        hz === 0 ? 0 : 6_000 * Math.sin((2 * Math.PI * hz * (frame * size + at)) / codec.sampleRate),
      ),
    ),
  );
}
