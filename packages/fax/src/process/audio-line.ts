import { randomInt } from "node:crypto";
import {
  addToTimestamp,
  type Endpoint,
  nextSequence,
  PCMA,
  PCMU,
  parseRtpPacket,
  payloadLength,
  RTP_HEADER_BYTES,
  SourceGuard,
  writeRtpHeader,
} from "@offhook/media/rtp";
import type { FaxCallEvents } from "../protocol/fax-call-events.ts";
import type { AudioRemote, FaxOrder } from "../protocol/fax-order.ts";
import { AudioModem } from "../spandsp/audio-modem.ts";
import type { Spandsp } from "../spandsp/spandsp-library.ts";
import type { T30Session } from "../spandsp/t30-session.ts";
import { ToneListener } from "../spandsp/tone-listener.ts";
import { DEAD_TICKS, type FaxLine, FRAME_SAMPLES, type SendDatagram } from "./fax-line.ts";
import { RtpInput } from "./rtp-input.ts";

const CODECS = { 0: PCMU, 8: PCMA } as const;
const DECODERS = new Map([
  [0, PCMU.createDecoder()],
  [8, PCMA.createDecoder()],
]);

/**
 * As long as packets are merely late, the modem waits with them: silence in the middle of a carrier would tear it. Then
 * the line is silent, and time goes on.
 */
const SILENT_MS = 500;
/** A tick that comes later than this finds a process that stood still, and its packets still in the kernel. */
const LATE_TICK_MS = 40;
/** 100 ms: nobody sends so much in one packet. */
const MAX_PAYLOAD = 800;
/** A modem is far louder; a quiet line hisses. */
const QUIET = 64;
/** What came late is heard in a hurry, and not all at once. */
const MAX_PARTS_A_TICK = 10;

/** G.711 over RTP, as it is: no jitter buffer that would stretch it. */
export class AudioLine implements FaxLine {
  readonly way = "phone";
  readonly #modem: AudioModem;
  readonly #tones: ToneListener;
  readonly #guard: SourceGuard;
  readonly #payloadType: 0 | 8;
  readonly #send: SendDatagram;
  readonly #onHeard: (tone: FaxCallEvents["heard"]) => void;
  readonly #input = new RtpInput();
  readonly #encoder;
  readonly #outgoing = new Int16Array(FRAME_SAMPLES);
  readonly #ssrc = randomInt(2 ** 32);
  #sequenceNumber = randomInt(2 ** 16);
  #timestamp = randomInt(2 ** 32);
  #isFirst = true;
  #silentMs = 0;
  #tickAtMs: number;
  #quietTicks = 0;
  #lastHeard = new Int16Array(FRAME_SAMPLES);

  constructor(
    spandsp: Spandsp,
    order: FaxOrder,
    remote: AudioRemote,
    ports: { send: SendDatagram; onHeard: (tone: FaxCallEvents["heard"]) => void; nowMs: number },
  ) {
    this.#modem = new AudioModem(spandsp, order);
    this.#tones = new ToneListener(spandsp, order.role);
    this.#guard = new SourceGuard({ remote, latching: "sameAddress" });
    this.#payloadType = remote.payloadType;
    this.#encoder = CODECS[remote.payloadType].createEncoder();
    this.#send = ports.send;
    this.#onHeard = ports.onHeard;
    this.#tickAtMs = ports.nowMs;
  }

  get t30(): T30Session {
    return this.#modem.t30;
  }

  get isDead(): boolean {
    return this.#quietTicks > DEAD_TICKS;
  }

  receive(data: Uint8Array, from: Endpoint, nowMs: number): void {
    const packet = parseRtpPacket(data);
    // Key presses and comfort noise have their own numbers, and nothing to say to a modem.
    const decoder = packet && DECODERS.get(packet.payloadType);
    if (!packet || !decoder || payloadLength(packet) > MAX_PAYLOAD) return;
    if (!this.#guard.accepts(from, packet, nowMs)) return;
    this.#input.push(packet, decoder.decode(packet.payload) ?? new Int16Array());
  }

  tick(nowMs: number): void {
    this.#quietTicks += 1;
    this.#listen(nowMs);
    this.#modem.speak(this.#outgoing);
    const target = this.#guard.target;
    if (target) this.#send(this.#packet(), target);
  }

  free(): void {
    this.#tones.free();
    this.#modem.free();
  }

  #listen(nowMs: number): void {
    // Several ticks that are caught up at once are one chance for packets to come.
    this.#silentMs += Math.min(nowMs - this.#tickAtMs, LATE_TICK_MS);
    this.#tickAtMs = nowMs;
    for (let parts = 0; parts < MAX_PARTS_A_TICK; parts += 1) {
      const part = this.#input.pull();
      if (!part) {
        if (this.#silentMs > SILENT_MS) this.#modem.hear(new Int16Array(FRAME_SAMPLES));
        return;
      }
      // By what is heard and not by what comes: packets that repeat one number would stop the time of T.30.
      this.#silentMs = 0;
      if (part.type === "samples") this.#take(part.samples);
      // Of silence, nothing and the last sound again, a modem gets over the last best.
      else this.#modem.hear(this.#lastHeard.slice());
    }
  }

  #take(samples: Int16Array): void {
    if (samples.some((sample) => Math.abs(sample) > QUIET)) this.#quietTicks = 0;
    this.#lastHeard = samples.slice();
    const tone = this.#tones.hear(samples);
    if (tone) this.#onHeard(tone);
    this.#modem.hear(samples);
  }

  #packet(): Uint8Array {
    const payload = this.#encoder.encode(this.#outgoing);
    const data = new Uint8Array(RTP_HEADER_BYTES + payload.length);
    writeRtpHeader(data, {
      payloadType: this.#payloadType,
      marker: this.#isFirst,
      sequenceNumber: this.#sequenceNumber,
      timestamp: this.#timestamp,
      ssrc: this.#ssrc,
    });
    data.set(payload, RTP_HEADER_BYTES);
    this.#isFirst = false;
    this.#sequenceNumber = nextSequence(this.#sequenceNumber);
    this.#timestamp = addToTimestamp(this.#timestamp, payload.length);
    return data;
  }
}
