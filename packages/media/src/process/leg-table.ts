import { randomInt } from "node:crypto";
import type { Direction } from "@offhook/sdp";
import type { Bridge } from "../bridges/bridge.ts";
import { CODECS } from "../codecs/codec-table.ts";
import { type LegHooks, MediaLeg } from "../legs/media-leg.ts";
import { WebRtcSession } from "../legs/webrtc-session.ts";
import type {
  ConnectRtpLeg,
  CreateRtpLeg,
  CreateWebRtcLeg,
  HeldRtpPorts,
  LegId,
  LegOptions,
  RtpLegPorts,
  WebRtcAnswer,
} from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { type PortPair, PortPool } from "../transports/port-pool.ts";
import { RtpTransport } from "../transports/rtp-transport.ts";

export interface LegEntry {
  readonly leg: MediaLeg;
  /** What is only there for one kind of leg. */
  readonly line:
    | { readonly kind: "webrtc"; readonly session: WebRtcSession }
    /** Whoever connects it before its ports are there waits for them. */
    | { readonly kind: "rtp"; readonly opening: Promise<RtpTransport> };
  bridge: Bridge | undefined;
}

interface LegTableHooks extends LegHooks {
  /** There is a leg more. */
  onAdded(): void;
}

/** All legs by their id, and how each kind comes to be. */
export class LegTable {
  readonly #settings: MediaSettings;
  readonly #hooks: LegTableHooks;
  readonly #ports: PortPool;
  readonly #entries = new Map<LegId, LegEntry>();
  /** Open ports without a leg, by the one of RTP. */
  readonly #held = new Map<number, PortPair>();

  constructor(settings: MediaSettings, hooks: LegTableHooks) {
    this.#settings = settings;
    this.#hooks = hooks;
    this.#ports = new PortPool(settings.rtpPorts);
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): IterableIterator<LegEntry> {
    return this.#entries.values();
  }

  get(legId: LegId): LegEntry {
    const entry = this.#entries.get(legId);
    if (!entry) throw new MediaError("media.unknownLeg", `No leg ${legId}`);
    return entry;
  }

  find(legId: LegId): LegEntry | undefined {
    return this.#entries.get(legId);
  }

  async createWebRtc(params: CreateWebRtcLeg): Promise<WebRtcAnswer> {
    const leg = this.#newLeg(params);
    const session = new WebRtcSession(leg, this.#settings, params.codecs);
    this.#entries.set(leg.id, { leg, line: { kind: "webrtc", session }, bridge: undefined });
    try {
      return await session.answer(params.offer, params.direction ?? "sendrecv");
    } catch (error) {
      this.#entries.delete(leg.id);
      session.close();
      throw error;
    }
  }

  updateWebRtc(legId: LegId, offer: string, direction: Direction): Promise<WebRtcAnswer> {
    const { line } = this.get(legId);
    if (line.kind !== "webrtc") throw new MediaError("media.wrongLegKind", `Leg ${legId} is no browser leg`);
    return line.session.answer(offer, direction);
  }

  async holdRtp(count: number): Promise<HeldRtpPorts> {
    const { maxLegs, rtpAddress, bindAddress = rtpAddress, announcedAddresses } = this.#settings;
    const room = Math.max(0, maxLegs - this.#entries.size - this.#held.size);
    const opening = Array.from({ length: Math.min(count, room) }, () => this.#ports.open(bindAddress));
    const ports: number[] = [];
    for (const opened of await Promise.allSettled(opening)) {
      if (opened.status === "rejected") continue;
      const { port, rtp, rtcp } = opened.value;
      for (const socket of [rtp, rtcp]) socket.on("error", () => {});
      this.#held.set(port, opened.value);
      ports.push(port);
    }
    return { address: announcedAddresses[0] ?? rtpAddress, ports };
  }

  async createRtp(params: CreateRtpLeg): Promise<RtpLegPorts> {
    const leg = this.#newLeg(params);
    const address = params.localAddress ?? this.#settings.rtpAddress;
    const opening = this.#open(leg, () =>
      params.heldPort === undefined
        ? this.#ports.open(this.#settings.bindAddress ?? address, params.wantedPort)
        : this.#takeHeld(params.heldPort),
    );
    this.#entries.set(leg.id, { leg, line: { kind: "rtp", opening }, bridge: undefined });
    const { port } = await opening;
    const [announced = address] = this.#settings.announcedAddresses;
    return { address: params.announcedAddress ?? announced, port, rtcpPort: port + 1 };
  }

  #takeHeld(port: number): PortPair {
    const pair = this.#held.get(port);
    if (!pair) throw new MediaError("media.noFreePort", `Port ${port} is not held`);
    this.#held.delete(port);
    return pair;
  }

  async #open(leg: MediaLeg, openPair: () => PortPair | Promise<PortPair>): Promise<RtpTransport> {
    try {
      const pair = await openPair();
      const transport = new RtpTransport(
        this.#ports,
        pair,
        leg.listenerFor(() => true),
      );
      if (this.#entries.get(leg.id)?.leg !== leg) {
        transport.close();
        throw new MediaError("media.unknownLeg", `Leg ${leg.id} was closed while it was being made`);
      }
      leg.setTransport(transport);
      return transport;
    } catch (error) {
      if (this.#entries.get(leg.id)?.leg === leg) this.#entries.delete(leg.id);
      throw error;
    }
  }

  async connectRtp(params: ConnectRtpLeg): Promise<void> {
    const { leg, line } = this.get(params.legId);
    if (line.kind !== "rtp") throw new MediaError("media.wrongLegKind", `Leg ${leg.id} is no plain RTP leg`);
    const transport = await line.opening;
    const {
      remote,
      remoteRtcpPort,
      rtcpMux = false,
      latching = "sameAddress",
      trustedAddresses = [],
      isRemoteBelieved = false,
    } = params;
    transport.connect({
      remote,
      rtcpPort: remoteRtcpPort ?? remote.port + 1,
      rtcpMux,
      latching,
      trustedAddresses,
      isRemoteBelieved,
    });
    leg.setDirection(params.direction ?? "sendrecv");
    leg.setFormat({
      codec: CODECS[params.codec.name],
      payloadType: params.codec.payloadType,
      telephoneEvent: params.telephoneEvent,
      audioLevelId: undefined,
    });
  }

  releaseHeld(): void {
    for (const { rtp, rtcp, port } of this.#held.values()) {
      rtp.close();
      rtcp.close();
      this.#ports.release(port);
    }
    this.#held.clear();
  }

  remove(legId: LegId): LegEntry | undefined {
    const entry = this.#entries.get(legId);
    this.#entries.delete(legId);
    if (!entry) return undefined;
    entry.leg.close();
    if (entry.line.kind === "webrtc") entry.line.session.close();
    return entry;
  }

  #newLeg(options: LegOptions): MediaLeg {
    const { legId, qualityIntervalMs, mediaTimeoutMs, hearsInbandDtmf = false } = options;
    if (this.#entries.has(legId)) throw new MediaError("media.alreadyThere", `Leg ${legId} is there already`);
    if (this.#entries.size >= this.#settings.maxLegs)
      throw new MediaError("media.tooManyLegs", `There are ${this.#settings.maxLegs} legs already`);
    this.#hooks.onAdded();
    return new MediaLeg({
      legId,
      // RFC 3550 §8.1: hard to guess, and not that of another leg.
      ssrc: randomInt(1, 2 ** 32),
      qualityIntervalMs: qualityIntervalMs ?? this.#settings.qualityIntervalMs,
      mediaTimeoutMs: mediaTimeoutMs ?? this.#settings.mediaTimeoutMs,
      hearsInbandDtmf,
      hooks: this.#hooks,
    });
  }
}
