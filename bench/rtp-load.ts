import type { Socket } from "node:dgram";
import type { MediaEngine } from "@offhook/media";
import { type AudioCodec, boundSocket } from "@offhook/media/testing";

const FRAME_MS = 20;
const PAYLOAD_TYPES = { opus: 111, G722: 9, PCMU: 0, PCMA: 8 } as const;

interface LoadPhone {
  readonly legId: string;
  readonly socket: Socket;
  readonly port: number;
  readonly header: Buffer;
  readonly frames: readonly Uint8Array[];
}

/** Many phones that send the same prepared frames in step, and count what comes back. As cheap as they can be. */
export class RtpLoad {
  readonly #engine: MediaEngine;
  readonly #phones: LoadPhone[] = [];
  /** Frames sent before this run: the streams go on from one run to the next. */
  #frames = 0;
  #sent = 0;
  #received = 0;

  constructor(engine: MediaEngine) {
    this.#engine = engine;
  }

  get legIds(): string[] {
    return this.#phones.map(({ legId }) => legId);
  }

  get counts(): { readonly sent: number; readonly received: number } {
    return { sent: this.#sent, received: this.#received };
  }

  async add(legId: string, codec: AudioCodec, hz: number): Promise<void> {
    const socket = await boundSocket();
    const { port } = await this.#engine.request("createRtpLeg", { legId, qualityIntervalMs: 0 });
    const payloadType = PAYLOAD_TYPES[codec.name];
    await this.#engine.request("connectRtpLeg", {
      legId,
      remote: { address: "127.0.0.1", port: socket.address().port },
      codec: { name: codec.name, payloadType },
    });
    socket.on("message", () => {
      this.#received += 1;
    });
    const header = Buffer.alloc(12);
    header[0] = 0x80;
    header[1] = payloadType;
    header.writeUInt32BE(this.#phones.length + 1, 8);
    header.writeUInt32BE(codec.clockRate / 50, 4);
    this.#phones.push({ legId, socket, port, header, frames: frames(codec, hz) });
  }

  /** Sends for so long; the phones share the tick evenly, as those of strangers do. */
  async send(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const total = Math.round(durationMs / FRAME_MS) * this.#phones.length;
    let done = 0;
    while (done < total) {
      const elapsed = performance.now() - startedAt;
      const due = Math.min(total, Math.floor((elapsed / FRAME_MS) * this.#phones.length));
      for (; done < due; done += 1) this.#sendOne(done);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#frames += total / this.#phones.length;
  }

  async close(): Promise<void> {
    for (const { legId, socket } of this.#phones.splice(0)) {
      socket.close();
      await this.#engine.request("closeLeg", { legId });
    }
  }

  #sendOne(index: number): void {
    const phone = this.#phones[index % this.#phones.length];
    if (!phone) return;
    const tick = this.#frames + Math.floor(index / this.#phones.length);
    const payload = phone.frames[tick % phone.frames.length] ?? new Uint8Array();
    const packet = Buffer.concat([phone.header, payload]);
    packet.writeUInt16BE(tick & 0xffff, 2);
    packet.writeUInt32BE((tick * phone.header.readUInt32BE(4)) >>> 0, 4);
    phone.socket.send(packet, phone.port, "127.0.0.1");
    this.#sent += 1;
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
