import { Audio, PeerConnection, type RtcConfig, type Track } from "node-datachannel";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { isRtcp, parseRtpPacket } from "../rtp/rtp-packet.ts";
import { announceCandidates, type LocalTransport, readLocalTransport } from "../sdp/webrtc-answer.ts";
import { type ChosenCodec, offerForTransport, type WebRtcOffer } from "../sdp/webrtc-offer.ts";
import type { LegTransport, TransportListener } from "./leg-transport.ts";

export interface WebRtcTransportOptions {
  readonly name: string;
  readonly offer: WebRtcOffer;
  readonly codec: ChosenCodec;
  readonly ssrc: number;
  readonly settings: MediaSettings;
  readonly listener: TransportListener;
}

/** An unreachable STUN server must not hold up an answer: what was gathered by then has to do. */
const GATHERING_MS = 3_000;

/**
 * ICE, DTLS and SRTP by libdatachannel. No media handler is set, so that RTCP comes to us as it is: we measure
 * round trips and loss the same way on all legs.
 */
export class WebRtcTransport implements LegTransport {
  readonly #connection: PeerConnection;
  readonly #track: Track;
  readonly #listener: TransportListener;
  #isOpen = false;
  #isClosed = false;

  private constructor(connection: PeerConnection, track: Track, listener: TransportListener) {
    this.#connection = connection;
    this.#track = track;
    this.#listener = listener;
    track.onMessage((data) => this.#receive(data));
    track.onOpen(() => this.#open());
    // The library drops a track from its table only after telling of its end. One that is collected before stays in
    // the table, and the process dies of it while it stops; this keeps the track until then.
    track.onClosed(() => track.close());
    connection.onStateChange((state) => this.#follow(state));
  }

  static async answer(
    options: WebRtcTransportOptions,
  ): Promise<{ readonly transport: WebRtcTransport; readonly local: LocalTransport }> {
    const { name, offer, codec, ssrc, settings, listener } = options;
    const connection = new PeerConnection(name, transportConfig(settings));
    try {
      const audio = new Audio(offer.mid, "SendRecv");
      if (codec.name === "opus") audio.addOpusCodec(codec.payloadType);
      else audio.addAudioCodec(codec.payloadType, codec.name);
      audio.addSSRC(ssrc, name, name, name);
      const transport = new WebRtcTransport(connection, connection.addTrack(audio), listener);
      const gathered = gatheringOf(connection);
      connection.setRemoteDescription(offerForTransport(offer, codec), "offer");
      connection.setLocalDescription("answer");
      await gathered;
      return { transport, local: localTransportOf(connection, settings) };
    } catch (error) {
      connection.close();
      if (error instanceof MediaError) throw error;
      // The library throws for whatever it does not like in an offer that a stranger wrote.
      throw new MediaError("media.offerRefused", `The offer cannot be answered: ${String(error)}`);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isClosed;
  }

  sendPacket(data: Uint8Array): void {
    if (!this.isOpen) return;
    try {
      this.#track.sendMessageBinary(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    } catch {
      // The track can close between its last event and this call; the event follows.
    }
  }

  sendControl(data: Uint8Array): void {
    this.sendPacket(data);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
  }

  #receive(data: Buffer): void {
    if (this.#isClosed) return;
    if (isRtcp(data)) {
      this.#listener.onControl(data);
      return;
    }
    const packet = parseRtpPacket(data);
    if (packet) this.#listener.onPacket(packet, performance.now());
  }

  #open(): void {
    if (this.#isClosed || this.#isOpen) return;
    this.#isOpen = true;
    this.#listener.onOpen();
  }

  #follow(state: string): void {
    if (this.#isClosed || (state !== "failed" && state !== "closed")) return;
    this.close();
    this.#listener.onEnd(state === "failed" ? "transportFailed" : "transportClosed");
  }
}

function transportConfig({ bindAddress, webRtcPort, iceServers }: MediaSettings): RtcConfig {
  return {
    iceServers: [...iceServers],
    disableAutoNegotiation: true,
    ...(bindAddress && { bindAddress }),
    ...(webRtcPort && { enableIceUdpMux: true, portRangeBegin: webRtcPort, portRangeEnd: webRtcPort }),
  };
}

function gatheringOf(connection: PeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHERING_MS);
    connection.onGatheringStateChange((state) => {
      if (state !== "complete") return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function localTransportOf(connection: PeerConnection, { announcedAddresses }: MediaSettings): LocalTransport {
  const local = readLocalTransport(connection.localDescription()?.sdp ?? "");
  if (!local) throw new MediaError("media.offerRefused", "The transport gave no description of itself");
  const candidates = announceCandidates(local.candidates, announcedAddresses);
  if (candidates.length === 0)
    throw new MediaError("media.noCandidates", "No network address to offer to the browser");
  return { ...local, candidates };
}
