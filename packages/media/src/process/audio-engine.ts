import { Bridge } from "../bridges/bridge.ts";
import { FRAME_MS } from "../codecs/audio-codec.ts";
import type { MediaLeg } from "../legs/media-leg.ts";
import { AudioLibrary } from "../players/audio-library.ts";
import type { AudioTarget, BridgeId, LegId, Play, StartRecording } from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaEventName, MediaEvents } from "../protocol/media-events.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { RecordingConverter } from "../recordings/recording-converter.ts";
import type { DtmfSignal } from "../rtp/dtmf/dtmf-receiver.ts";
import { isDtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { LegTable } from "./leg-table.ts";
import { PlayerRegistry, type PlayTarget } from "./player-registry.ts";
import { RecorderRegistry } from "./recorder-registry.ts";
import { Ticker } from "./ticker.ts";

export interface AudioEngineOptions {
  readonly settings: MediaSettings;
  readonly promptsFolder: string;
  readonly ownEntry: string;
  emit<Name extends MediaEventName>(name: Name, payload: MediaEvents[Name]): void;
}

const KEY_MS = 160;
const STALL_LOG_MS = 10_000;

/** Everything audible: legs, the bridges that join them, what is played and recorded, on one beat. */
export class AudioEngine {
  readonly legs: LegTable;
  readonly recordings: RecorderRegistry;
  readonly playbacks: PlayerRegistry;
  readonly #emit: AudioEngineOptions["emit"];
  readonly #converter: RecordingConverter;
  readonly #bridges = new Map<BridgeId, Bridge>();
  readonly #ticker = new Ticker(
    (tick, nowMs) => this.#tick(tick, nowMs),
    (ticks) => this.#onStall(ticks),
  );
  #stallToldAtMs = Number.NEGATIVE_INFINITY;

  constructor({ settings, promptsFolder, ownEntry, emit }: AudioEngineOptions) {
    this.#emit = emit;
    this.legs = new LegTable(settings, {
      emit,
      onAdded: () => this.#ticker.start(),
      onKey: (leg, signal, method) => this.#onKey(leg, signal, method),
      onFormat: (leg) => this.legs.find(leg.id)?.bridge?.refresh(),
      onLost: (leg, reason) => this.#lose(leg.id, reason),
    });
    this.#converter = new RecordingConverter(ownEntry);
    this.recordings = new RecorderRegistry(this.#converter, {
      onFinished: (event) => emit("recordingFinished", event),
      onProblem: (message) => emit("log", { level: "error", message }),
    });
    this.playbacks = new PlayerRegistry(new AudioLibrary(promptsFolder), (event) =>
      emit("playbackFinished", event),
    );
  }

  get bridgeCount(): number {
    return this.#bridges.size;
  }

  createBridge(bridgeId: BridgeId): void {
    if (this.#bridges.has(bridgeId))
      throw new MediaError("media.alreadyThere", `Bridge ${bridgeId} is there already`);
    this.#bridges.set(bridgeId, new Bridge(bridgeId, (event) => this.#emit("talkers", event)));
    this.#ticker.start();
  }

  closeBridge(bridgeId: BridgeId): void {
    const bridge = this.#bridge(bridgeId);
    for (const entry of this.legs.entries()) if (entry.bridge === bridge) entry.bridge = undefined;
    this.recordings.endFor((target) => "bridgeId" in target && target.bridgeId === bridgeId);
    bridge.close();
    this.#bridges.delete(bridgeId);
  }

  join(bridgeId: BridgeId, legId: LegId, isMuted: boolean, audience?: readonly LegId[]): void {
    const bridge = this.#bridge(bridgeId);
    const entry = this.legs.get(legId);
    if (entry.bridge !== bridge) entry.bridge?.leave(entry.leg);
    entry.bridge = bridge;
    bridge.join(entry.leg, isMuted, audience);
  }

  leave(legId: LegId): void {
    const entry = this.legs.get(legId);
    entry.bridge?.leave(entry.leg);
    entry.bridge = undefined;
  }

  setMuted(legId: LegId, isMuted: boolean): void {
    const { bridge, leg } = this.legs.get(legId);
    bridge?.setMuted(leg, isMuted);
  }

  setAudience(legId: LegId, audience: readonly LegId[] | undefined): void {
    const { bridge, leg } = this.legs.get(legId);
    bridge?.setAudience(leg, audience);
  }

  /** The leg hears itself; it leaves its bridge for that. */
  setEcho(legId: LegId, isOn: boolean): void {
    this.leave(legId);
    const { leg } = this.legs.get(legId);
    leg.relayTo(isOn ? (packet, nowMs) => leg.relay(leg, packet, nowMs) : undefined);
    leg.setFeed(isOn ? "relay" : "none");
  }

  async sendDtmf(legId: LegId, text: string, durationMs = KEY_MS): Promise<void> {
    const { leg } = this.legs.get(legId);
    const digits = [...text.toUpperCase()].filter(isDtmfDigit);
    if (digits.length !== text.length)
      throw new MediaError("media.badSource", `"${text}" holds more than keys`);
    if (!leg.canSendEvents) return this.playbacks.playKeys(leg, digits, durationMs);
    for (const digit of digits) leg.sendKey(digit, durationMs);
  }

  play(play: Play): Promise<void> {
    return this.playbacks.play(play, () => this.#playTarget(play.target));
  }

  record(start: StartRecording): void {
    const { target } = start;
    const playTarget = this.#playTarget(target);
    const recorder = this.recordings.start(start, (current) => this.#legsOf(current));
    if (!start.beep) return;
    recorder.setPaused(true);
    this.playbacks
      .playQuietly(playTarget, [{ kind: "tone", name: "beep" }], () => recorder.setPaused(false))
      .catch((error: unknown) => {
        recorder.setPaused(false);
        this.#emit("log", { level: "error", message: `No beep before a recording: ${String(error)}` });
      });
  }

  closeLeg(legId: LegId): void {
    const entry = this.legs.get(legId);
    entry.bridge?.leave(entry.leg);
    this.recordings.endFor((target) => "legId" in target && target.legId === legId);
    this.legs.remove(legId);
  }

  async close(): Promise<void> {
    this.#ticker.stop();
    await this.recordings.close();
    this.#converter.close();
    for (const { leg } of [...this.legs.entries()]) this.closeLeg(leg.id);
    this.legs.releaseHeld();
  }

  #bridge(bridgeId: BridgeId): Bridge {
    const bridge = this.#bridges.get(bridgeId);
    if (!bridge) throw new MediaError("media.unknownBridge", `No bridge ${bridgeId}`);
    return bridge;
  }

  #playTarget(target: AudioTarget): PlayTarget {
    return "legId" in target ? this.legs.get(target.legId).leg : this.#bridge(target.bridgeId);
  }

  #legsOf(target: AudioTarget): readonly MediaLeg[] {
    if ("bridgeId" in target) return this.#bridges.get(target.bridgeId)?.audibleLegs ?? [];
    const entry = this.legs.find(target.legId);
    return entry ? [entry.leg] : [];
  }

  #onKey(leg: MediaLeg, signal: DtmfSignal, method: MediaEvents["dtmf"]["method"]): void {
    if (signal.type === "pressed") {
      this.#emit("dtmf", { legId: leg.id, digit: signal.digit, method });
      leg.playback?.press(signal.digit);
      this.recordings.press(leg, signal.digit);
    }
    // Heard in the audio, the tone is on its way to the other one already.
    if (method === "inband") return;
    const needsTones = this.legs.find(leg.id)?.bridge?.passKey(leg, signal);
    if (needsTones && !needsTones.playback && signal.type === "released")
      this.playbacks
        .playKeys(needsTones, [signal.digit], Math.max(KEY_MS, signal.durationMs))
        .catch((error: unknown) => this.#emit("log", { level: "error", message: String(error) }));
  }

  #tick(tick: number, nowMs: number): void {
    // Where nobody listens there is no beat: an idle server should not wake fifty times a second.
    if (this.legs.size === 0 && this.#bridges.size === 0) this.#ticker.stop();
    for (const bridge of this.#bridges.values())
      this.#guard(() => bridge.tick(tick, nowMs), `bridge ${bridge.id}`);
    for (const { leg } of this.legs.entries())
      this.#guard(
        () => leg.tick(tick, nowMs),
        `leg ${leg.id}`,
        () => this.#lose(leg.id, "failed"),
      );
    this.#guard(() => this.recordings.tick(tick), "recordings");
  }

  /** Told now and then, not for every stall of an overloaded machine. */
  #onStall(ticks: number): void {
    if (performance.now() - this.#stallToldAtMs < STALL_LOG_MS) return;
    this.#stallToldAtMs = performance.now();
    this.#emit("log", { level: "warn", message: `Audio stood still for ${ticks * FRAME_MS} ms` });
  }

  /** A mistake in one call must not silence all the others. */
  #guard(work: () => void, what: string, onError: () => void = () => {}): void {
    try {
      work();
    } catch (error) {
      const trace = error instanceof Error ? error.stack : String(error);
      this.#emit("log", { level: "error", message: `Audio of ${what} failed: ${trace}` });
      onError();
    }
  }

  #lose(legId: LegId, reason: MediaEvents["legLost"]["reason"]): void {
    if (!this.legs.find(legId)) return;
    this.closeLeg(legId);
    this.#emit("legLost", { legId, reason });
  }
}
