import { type Direction, receives, sends } from "@offhook/sdp";
import type { AudioCodec } from "../codecs/audio-codec.ts";
import type { Playback } from "../players/playback.ts";
import type { LegId } from "../protocol/media-commands.ts";
import type { MediaEventName, MediaEvents } from "../protocol/media-events.ts";
import type { DtmfSignal } from "../rtp/dtmf/dtmf-receiver.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import type { RtpPacket } from "../rtp/rtp-packet.ts";
import { RtpSendStream, type RtpSource } from "../rtp/rtp-send-stream.ts";
import type { VideoFormat } from "../sdp/webrtc-video.ts";
import { DtmfDetector } from "../tones/dtmf-detector.ts";
import type { LegTransport, TransportListener } from "../transports/leg-transport.ts";
import { FaxListener } from "./fax-listener.ts";
import { isSameFormat, type LegFormat } from "./leg-format.ts";
import { LegQuality, type MeasuredVoice } from "./leg-quality.ts";
import { LegReceiver, type Relay } from "./leg-receiver.ts";
import { LegSender } from "./leg-sender.ts";
import { LegVideo } from "./leg-video.ts";

export interface LegHooks {
  emit<Name extends MediaEventName>(name: Name, payload: MediaEvents[Name]): void;
  onKey(leg: MediaLeg, signal: DtmfSignal, method: MediaEvents["dtmf"]["method"]): void;
  /** The codec is known, or another one. */
  onFormat(leg: MediaLeg): void;
  /** The transport is gone. */
  onLost(leg: MediaLeg, reason: MediaEvents["legLost"]["reason"]): void;
}

export interface MediaLegOptions {
  readonly legId: LegId;
  readonly ssrc: number;
  readonly qualityIntervalMs: number;
  readonly mediaTimeoutMs: number;
  readonly hearsInbandDtmf: boolean;
  readonly hooks: LegHooks;
}

/** The source of what the leg hears when nothing is played to it: nobody, a mixer every tick, or a peer's packets. */
export type LegFeed = "none" | "mix" | "relay";

/** Pictures and sound of a leg have sources of their own; one follows from the other. */
const VIDEO_SSRC_BIT = 0x5a5a5a5a;

/** A relayed peer may pause; after this the leg gets silence, lest its far end think the call is dead. */
const RELAY_PAUSE_MS = 500;
/** Between two looks after a leg whose packets come from its peer: it needs no beat. */
const RELAY_TICKS = 5;

/** One party's audio, whatever carries it. */
export class MediaLeg {
  readonly id: LegId;
  readonly ssrc: number;
  readonly video: LegVideo;
  readonly #hooks: LegHooks;
  readonly #stream: RtpSendStream;
  readonly #quality: LegQuality;
  readonly #mediaTimeoutMs: number;
  readonly #hearsInbandDtmf: boolean;
  #voice: MeasuredVoice | undefined;
  #detector: DtmfDetector | undefined;
  #faxListener: FaxListener | undefined;
  #transport: LegTransport | undefined;
  #direction: Direction = "sendrecv";
  #feed: LegFeed = "none";
  #relayTo: Relay | undefined;
  #skipsSilence = false;
  #users = 0;
  #playback: Playback | undefined;
  #isConnected = false;
  /** Since when packets are due. */
  #dueSinceMs: number | undefined;
  #isTimedOut = false;

  constructor(options: MediaLegOptions) {
    const { legId, ssrc, hooks } = options;
    this.id = legId;
    this.ssrc = ssrc;
    this.#hooks = hooks;
    this.#mediaTimeoutMs = options.mediaTimeoutMs;
    this.#hearsInbandDtmf = options.hearsInbandDtmf;
    this.#stream = new RtpSendStream({
      ssrc,
      firstSequenceNumber: Math.floor(Math.random() * 0x8000),
      firstTimestamp: Math.floor(Math.random() * 2 ** 32),
    });
    this.video = new LegVideo({
      ssrc: (ssrc ^ VIDEO_SSRC_BIT) >>> 0,
      sendPacket: (data) => this.#transport?.sendPacket(data),
      sendControl: (data) => this.#transport?.sendControl(data),
    });
    this.#quality = new LegQuality({
      legId,
      ssrc,
      intervalMs: options.qualityIntervalMs,
      sendControl: (data) => this.#transport?.sendControl(data),
      onReport: (report) => hooks.emit("quality", report),
    });
  }

  /** Undefined until the far end's codec is known. */
  get codec(): AudioCodec | undefined {
    return this.#voice?.format.codec;
  }

  get direction(): Direction {
    return this.#direction;
  }

  get playback(): Playback | undefined {
    return this.#playback;
  }

  get canSendEvents(): boolean {
    return this.#voice?.sender.hasEvents ?? false;
  }

  /** Listener for a transport of this leg; packets count only while it is the present one. */
  listenerFor(isPresent: () => boolean): TransportListener {
    return {
      onPacket: (packet, nowMs) => {
        if (!isPresent()) return;
        if (this.video.isOwn(packet.payloadType)) this.video.receive(packet, nowMs);
        else this.#receive(packet, nowMs);
      },
      onControl: (data) => {
        if (!isPresent()) return;
        if (this.#voice) this.#quality.receiveControl(data, this.#voice);
        this.video.receiveControl(data);
      },
      onOpen: () => {
        if (isPresent()) this.#open();
      },
      onEnd: (reason) => {
        if (isPresent()) this.#hooks.onLost(this, reason);
      },
    };
  }

  setTransport(transport: LegTransport): void {
    this.#transport = transport;
  }

  setDirection(direction: Direction): void {
    if (receives(direction) && !receives(this.#direction)) this.#dueSinceMs = performance.now();
    this.#direction = direction;
  }

  setQualityInterval(intervalMs: number): void {
    this.#quality.setInterval(intervalMs);
  }

  setFormat(format: LegFormat): void {
    if (this.#voice && isSameFormat(this.#voice.format, format)) return;
    const receiver = new LegReceiver(format, (signal) => this.#hooks.onKey(this, signal, "rfc4733"));
    receiver.relayTo = this.#relayTo;
    receiver.skipsSilence = this.#skipsSilence;
    for (let each = 0; each < this.#users; each += 1) receiver.use();
    const sender =
      this.#voice?.sender ?? new LegSender(this.#stream, format, (data) => this.#transport?.sendPacket(data));
    sender.setFormat(format);
    const isFirst = !this.#voice;
    this.#voice = { format, receiver, sender };
    if (this.#hearsInbandDtmf && isFirst) this.use();
    if (this.#hearsInbandDtmf) this.#detector = new DtmfDetector(format.codec.sampleRate);
    this.#hooks.onFormat(this);
  }

  /** As offer and answer have settled it; without a format there are no pictures. */
  setVideo(format: VideoFormat | undefined, direction: Direction): void {
    this.video.agree(format, direction);
  }

  /** Somebody wants the leg's audio decoded. */
  use(): void {
    this.#users += 1;
    this.#voice?.receiver.use();
  }

  release(): void {
    this.#users = Math.max(0, this.#users - 1);
    this.#voice?.receiver.release();
  }

  listenForFax(forMs: number): void {
    const wasListening = this.#faxListener !== undefined;
    this.#faxListener = forMs > 0 ? new FaxListener(performance.now() + forMs) : undefined;
    if (this.#faxListener && !wasListening) this.use();
    if (!this.#faxListener && wasListening) this.release();
  }

  frame(tick: number): Int16Array | undefined {
    return receives(this.#direction) ? this.#voice?.receiver.frame(tick) : undefined;
  }

  frameAt(sampleRate: 8_000 | 16_000, tick: number): Int16Array | undefined {
    return receives(this.#direction) ? this.#voice?.receiver.frameAt(sampleRate, tick) : undefined;
  }

  /** Whether audio that its sender calls silent need not be decoded. */
  skipSilence(isOn: boolean): void {
    this.#skipsSilence = isOn;
    if (this.#voice) this.#voice.receiver.skipsSilence = isOn;
  }

  setFeed(feed: LegFeed): void {
    this.#feed = feed;
  }

  /** The leg's packets go there as they come. */
  relayTo(relay: Relay | undefined): void {
    this.#relayTo = relay;
    if (this.#voice) this.#voice.receiver.relayTo = relay;
  }

  /** A packet of the peer this leg is relayed from. */
  relay(source: RtpSource, packet: RtpPacket, nowMs: number): void {
    if (this.#canSpeak() && !this.#playback) this.#voice?.sender.relay(source, packet, nowMs);
  }

  /** What the mixer made for this leg in this tick. */
  sendMixed(source: RtpSource, payload: Uint8Array, nowMs: number): void {
    if (this.#canSpeak() && !this.#playback) this.#voice?.sender.sendFrame(source, payload, nowMs);
  }

  play(playback: Playback): void {
    const before = this.#playback;
    this.#playback = playback;
    before?.end("replaced");
  }

  stopPlaying(playback: Playback): void {
    if (this.#playback === playback) this.#playback = undefined;
  }

  pressKey(digit: DtmfDigit): void {
    this.#voice?.sender.press(digit);
  }

  releaseKey(durationMs: number): void {
    this.#voice?.sender.release(durationMs);
  }

  sendKey(digit: DtmfDigit, durationMs: number): void {
    this.#voice?.sender.sendKey(digit, durationMs);
  }

  /** Every 20 ms, after the bridges. */
  tick(tick: number, nowMs: number): void {
    const voice = this.#voice;
    if (!voice || !this.#transport?.isOpen) return;
    if ((tick + this.ssrc) % RELAY_TICKS !== 0 && this.#isRelayed(voice, nowMs)) return;
    voice.receiver.expireKeys(nowMs);
    this.#hearInband(tick);
    this.#hearFax(voice, tick, nowMs);
    if (this.#canSpeak()) this.#speak(voice, nowMs);
    this.#watchTimeout(voice, nowMs);
    this.#quality.tick(voice, nowMs);
    this.video.tick(nowMs);
  }

  close(): void {
    this.#playback?.end("legClosed");
    this.#playback = undefined;
    this.#transport?.close();
  }

  #canSpeak(): boolean {
    return sends(this.#direction) && (this.#transport?.isOpen ?? false);
  }

  #speak({ format, sender }: MeasuredVoice, nowMs: number): void {
    sender.tickKeys(nowMs);
    const playback = this.#playback;
    const payload = playback?.nextEncoded(format.codec);
    if (playback && payload) {
      sender.sendFrame(playback, payload, nowMs);
      return;
    }
    // The end of one playback may have begun the next; that one starts with the next tick.
    if (playback === this.#playback) this.#playback = undefined;
    const silentMs = nowMs - (sender.stream.sentAtMs ?? 0);
    if (this.#feed === "none" || (this.#feed === "relay" && silentMs > RELAY_PAUSE_MS))
      sender.sendSilence(nowMs);
  }

  /** All that the leg hears comes from its peer, and nothing but packets has to be heard of itself. */
  #isRelayed({ receiver, sender }: MeasuredVoice, nowMs: number): boolean {
    if (this.#feed !== "relay" || this.#playback || this.#detector || this.#faxListener) return false;
    if (receiver.hearsKey || sender.isPressing) return false;
    return nowMs - (sender.stream.sentAtMs ?? 0) <= RELAY_PAUSE_MS;
  }

  #receive(packet: RtpPacket, nowMs: number): void {
    if (!receives(this.#direction)) return;
    this.#voice?.receiver.receive(packet, nowMs);
    if (this.#isTimedOut) {
      this.#isTimedOut = false;
      this.#hooks.emit("mediaResumed", { legId: this.id });
    }
  }

  #open(): void {
    this.#dueSinceMs = performance.now();
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#hooks.emit("legConnected", { legId: this.id });
  }

  #hearInband(tick: number): void {
    const frame = this.#detector && this.frame(tick);
    const digit = frame && this.#detector?.update(frame);
    if (digit) this.#hooks.onKey(this, { type: "pressed", digit }, "inband");
  }

  #hearFax({ format }: MeasuredVoice, tick: number, nowMs: number): void {
    const news = this.#faxListener?.hear(this.frame(tick), format.codec.sampleRate, nowMs);
    if (news === undefined) return;
    this.listenForFax(0);
    if (news === "heard") this.#hooks.emit("faxHeard", { legId: this.id });
  }

  #watchTimeout({ receiver }: MeasuredVoice, nowMs: number): void {
    if (this.#mediaTimeoutMs === 0 || this.#isTimedOut || !receives(this.#direction)) return;
    this.#dueSinceMs ??= nowMs;
    const silentMs = nowMs - Math.max(receiver.lastPacketAtMs ?? 0, this.#dueSinceMs);
    if (silentMs < this.#mediaTimeoutMs) return;
    this.#isTimedOut = true;
    this.#hooks.emit("mediaTimeout", { legId: this.id, silentMs: Math.round(silentMs) });
  }
}
