import { type CodecName, MediaEngine } from "@offhook/media";
import { type ConferencePath, PAYLOAD_TYPES } from "./conference-path.ts";
import type { MediaPath } from "./media-path.ts";

const CONFERENCE = "conference";

/** Our media process, driven as call control drives it. */
export class OwnMedia implements MediaPath, ConferencePath {
  readonly name = "ours";
  readonly pid: number;
  readonly #engine: MediaEngine;

  private constructor(engine: MediaEngine, pid: number) {
    this.#engine = engine;
    this.pid = pid;
  }

  static async start(): Promise<OwnMedia> {
    const engine = new MediaEngine({ settings: { maxLegs: 4_000 } });
    const started = new Promise<number>((resolve) => engine.on("engineUp", ({ pid }) => resolve(pid ?? 0)));
    await engine.start();
    await engine.request("createBridge", { bridgeId: CONFERENCE });
    return new OwnMedia(engine, await started);
  }

  async connect(callId: string, ports: readonly [number, number]): Promise<readonly [number, number]> {
    await this.#engine.request("createBridge", { bridgeId: callId });
    return [await this.#leg(callId, "PCMU", ports[0]), await this.#leg(callId, "PCMU", ports[1])];
  }

  join(codec: CodecName, phonePort: number): Promise<number> {
    return this.#leg(CONFERENCE, codec, phonePort);
  }

  async stop(): Promise<void> {
    await this.#engine.stop();
  }

  async #leg(bridgeId: string, codec: CodecName, phonePort: number): Promise<number> {
    const legId = `leg-${phonePort}`;
    const { port } = await this.#engine.request("createRtpLeg", { legId });
    await this.#engine.request("connectRtpLeg", {
      legId,
      remote: { address: "127.0.0.1", port: phonePort },
      codec: { name: codec, payloadType: PAYLOAD_TYPES[codec] },
    });
    await this.#engine.request("joinBridge", { bridgeId, legId });
    return port;
  }
}
