import { createSocket, type Socket } from "node:dgram";
import type { MediaEngine } from "../client/media-engine.ts";
import type { AudioCodec } from "../codecs/audio-codec.ts";
import { PCMU } from "../codecs/g711.ts";
import type { ConnectRtpLeg, CreateRtpLeg } from "../protocol/media-commands.ts";
import { TestVoice } from "./test-voice.ts";

const PAYLOAD_TYPES = { opus: 111, G722: 9, PCMU: 0, PCMA: 8 } as const;

export interface RtpPhoneOptions {
  readonly codec?: AudioCodec;
  readonly leg?: Partial<CreateRtpLeg>;
  readonly connect?: Partial<ConnectRtpLeg>;
}

/** A desk phone on loopback with plain RTP, connected to a leg of the engine. */
export class RtpPhone {
  readonly legId: string;
  readonly voice: TestVoice;
  readonly socket: Socket;
  readonly controls: Uint8Array[];
  readonly enginePort: number;

  private constructor(
    legId: string,
    voice: TestVoice,
    socket: Socket,
    controls: Uint8Array[],
    enginePort: number,
  ) {
    this.legId = legId;
    this.voice = voice;
    this.socket = socket;
    this.controls = controls;
    this.enginePort = enginePort;
  }

  static async connect(engine: MediaEngine, legId: string, options: RtpPhoneOptions = {}): Promise<RtpPhone> {
    const { codec = PCMU } = options;
    const socket = await boundSocket();
    const { address, port } = await engine.request("createRtpLeg", { legId, ...options.leg });
    const payloadType = PAYLOAD_TYPES[codec.name];
    const voice = new TestVoice({
      codec,
      payloadType,
      eventPayloadType: 101,
      eventClockRate: 8_000,
      send: (data) => socket.send(data, port, address),
    });
    const controls: Uint8Array[] = [];
    socket.on("message", (data) => {
      const type = data[1] ?? 0;
      if (type >= 192 && type <= 223) controls.push(data);
      else voice.receive(data);
    });
    await engine.request("connectRtpLeg", {
      legId,
      remote: { address: "127.0.0.1", port: socket.address().port },
      codec: { name: codec.name, payloadType },
      telephoneEvent: { payloadType: 101, clockRate: 8_000 },
      rtcpMux: true,
      ...options.connect,
    });
    return new RtpPhone(legId, voice, socket, controls, port);
  }

  close(): void {
    this.voice.close();
    this.socket.close();
  }
}

export function boundSocket(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => resolve(socket));
  });
}
