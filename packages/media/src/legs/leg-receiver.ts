import { frameSamples } from "../codecs/audio-codec.ts";
import { isOpusSilence } from "../codecs/opus-packet.ts";
import { Resampler } from "../codecs/resampler.ts";
import { Playout } from "../jitter/playout.ts";
import { VoiceActivity } from "../mixer/voice-activity.ts";
import { readAudioLevel } from "../rtp/audio-level.ts";
import { DtmfReceiver, type DtmfSignal } from "../rtp/dtmf/dtmf-receiver.ts";
import { ReceiveStatistics } from "../rtp/rtcp/receive-statistics.ts";
import { payloadLength, type RtpPacket } from "../rtp/rtp-packet.ts";
import type { LegFormat } from "./leg-format.ts";

interface HeardFrame {
  readonly tick: number;
  readonly native: Int16Array | undefined;
  wide: Int16Array | undefined;
}

/** Takes audio packets as they come. */
export type Relay = (packet: RtpPacket, nowMs: number) => void;

/** The hearing half of a leg: counts what comes, hears keys, passes packets on, and decodes only while somebody asks. */
export class LegReceiver {
  readonly #format: LegFormat;
  readonly #onDtmf: (signal: DtmfSignal) => void;
  readonly #statistics: ReceiveStatistics;
  readonly #dtmf: DtmfReceiver;
  readonly #activity = new VoiceActivity();
  readonly #upsampler: Resampler | undefined;
  /** Audio that its sender calls silent is not decoded then. */
  skipsSilence = false;
  #relayTo: Relay | undefined;
  #users = 0;
  #playout: Playout | undefined;
  #heard: HeardFrame = { tick: -1, native: undefined, wide: undefined };
  #lastPacketAtMs: number | undefined;

  constructor(format: LegFormat, onDtmf: (signal: DtmfSignal) => void) {
    this.#format = format;
    this.#onDtmf = onDtmf;
    this.#statistics = new ReceiveStatistics(format.codec.clockRate);
    this.#dtmf = new DtmfReceiver(format.telephoneEvent?.clockRate ?? 8_000);
    if (format.codec.sampleRate === 8_000) this.#upsampler = new Resampler(8_000, 16_000);
  }

  get statistics(): ReceiveStatistics {
    return this.#statistics;
  }

  get lastPacketAtMs(): number | undefined {
    return this.#lastPacketAtMs;
  }

  /** Audio packets go there as they come; undefined ends it. */
  set relayTo(relay: Relay | undefined) {
    this.#relayTo = relay;
  }

  /** Decoding begins with the first user and ends with the last. */
  use(): void {
    this.#users += 1;
    this.#playout ??= new Playout(this.#format.codec);
  }

  release(): void {
    this.#users = Math.max(0, this.#users - 1);
    if (this.#users === 0) this.#playout = undefined;
  }

  receive(packet: RtpPacket, nowMs: number): void {
    const { payloadType } = packet;
    this.#lastPacketAtMs = nowMs;
    this.#statistics.receive(packet, nowMs);
    if (payloadType === this.#format.payloadType) {
      if (payloadLength(packet) === 0) return;
      this.#relayTo?.(packet, nowMs);
      if (this.#playout) this.#playout.put({ ...pick(packet), isSilent: this.#isSilent(packet) });
    } else if (payloadType === this.#format.telephoneEvent?.payloadType) {
      for (const signal of this.#dtmf.receive(packet.payload, packet.timestamp, nowMs)) this.#onDtmf(signal);
    }
    // Anything else, comfort noise for one, counts as received and is not heard.
  }

  get hearsKey(): boolean {
    return this.#dtmf.isHolding;
  }

  expireKeys(nowMs: number): void {
    for (const signal of this.#dtmf.expire(nowMs)) this.#onDtmf(signal);
  }

  /** The frame of this tick at the codec's own rate, the same for all who ask; undefined for nothing to hear. */
  frame(tick: number): Int16Array | undefined {
    if (this.#heard.tick !== tick) this.#heard = { tick, native: this.#playout?.pull(), wide: undefined };
    return this.#heard.native;
  }

  wideFrame(tick: number): Int16Array | undefined {
    const native = this.frame(tick);
    if (!native || !this.#upsampler) return native;
    this.#heard.wide ??= this.#upsampler.process(native);
    return this.#heard.wide;
  }

  frameAt(sampleRate: 8_000 | 16_000, tick: number): Int16Array | undefined {
    return sampleRate === 16_000 ? this.wideFrame(tick) : this.frame(tick);
  }

  get frameSamples(): number {
    return frameSamples(this.#format.codec.sampleRate);
  }

  /** By what the sender says of its packet, so that the silent many of a conference cost no decoding. */
  #isSilent({ extension, payload }: RtpPacket): boolean {
    const { audioLevelId, codec } = this.#format;
    if (codec.name !== "opus" || !this.skipsSilence) return false;
    if (isOpusSilence(payload)) return true;
    const level = audioLevelId === undefined ? undefined : readAudioLevel(extension, audioLevelId);
    return level !== undefined && !this.#activity.update(-level.belowOverloadDb);
  }
}

const pick = ({ ssrc, sequenceNumber, payload }: RtpPacket) => ({ ssrc, sequenceNumber, payload });
