import { Emitter } from "@offhook/kernel";
import type {
  AudioSource,
  DtmfDigit,
  MediaCommandName,
  MediaErrorCode,
  ParamsOf,
  RecordingFinished,
  ResultOf,
} from "@offhook/media/protocol";
import type { Direction } from "@offhook/sdp";
import type { MediaPort, MediaPortEvents } from "../ports/media-port.ts";

export interface FakeLeg {
  readonly kind: "webrtc" | "rtp";
  isConnected: boolean;
  direction: Direction;
  bridgeId: string | undefined;
  isMuted: boolean;
  /** Who alone hears it; undefined: everybody. */
  audience: readonly string[] | undefined;
  isEchoing: boolean;
  playing: { readonly playbackId: string; readonly sources: readonly AudioSource[] } | undefined;
  readonly sentDigits: string[];
}

/** The media process without any media: it keeps the books, refuses what the real one refuses, and tells its events. */
export class FakeMedia implements MediaPort {
  readonly legs = new Map<string, FakeLeg>();
  readonly bridges = new Set<string>();
  readonly recordings = new Map<string, ParamsOf<"record">>();
  /** Commands that were refused: each is a mistake of call control, or a race that it must survive. */
  readonly refusals: string[] = [];
  /** Prompts in the order they were begun, as text. */
  readonly said: string[] = [];
  /** When set, every offer is refused. */
  isRefusingOffers = false;
  /** When set, what is said takes until the test ends it. */
  isSpeakingSlowly = false;
  /** Ports that somebody else has. */
  readonly takenPorts = new Set<number>();
  /** Legs on which somebody listens for a fax machine. */
  readonly listening: string[] = [];
  readonly #events = new Emitter<MediaPortEvents>();
  #nextPort = 20_000;

  on<Name extends keyof MediaPortEvents>(
    name: Name,
    listener: (payload: MediaPortEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  async request<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    // Commands arrive in order, their answers a moment later.
    const handler = this.#handlers[name] as (given: ParamsOf<Name>) => ResultOf<Name>;
    try {
      const result = handler(params);
      await Promise.resolve();
      return result;
    } catch (error) {
      this.refusals.push(`${name}: ${String(error)}`);
      await Promise.resolve();
      throw error;
    }
  }

  tell<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): void {
    this.request(name, params).catch((error: unknown) => {
      const code = (error instanceof Error ? error.message : "media.failed") as MediaErrorCode;
      const about = "legId" in params ? { legId: params.legId } : {};
      this.#events.emit("orderRefused", { name, code, message: code, ...about });
    });
  }

  /** Whoever is at this leg is a fax machine. */
  whistle(legId: string): void {
    this.#events.emit("faxHeard", { legId });
  }

  /** Somebody presses a key on this leg. */
  press(legId: string, digit: DtmfDigit): void {
    this.#events.emit("dtmf", { legId, digit, method: "rfc4733" });
  }

  fallSilent(legId: string): void {
    this.#events.emit("mediaTimeout", { legId, silentMs: 3_000 });
  }

  lose(legId: string, reason: "transportFailed" | "transportClosed" = "transportFailed"): void {
    if (!this.legs.delete(legId)) return;
    this.#events.emit("legLost", { legId, reason });
  }

  measure(legId: string, meanOpinionScore = 4.2): void {
    this.#events.emit("quality", {
      legId,
      intervalMs: 5_000,
      received: { packets: 250, lost: 2, lossRate: 0.01, jitterMs: 4 },
      sent: { packets: 250, bytes: 43_000 },
      meanOpinionScore,
    });
  }

  /** The process dies and comes back empty. */
  die(): void {
    const legs = [...this.legs.keys()];
    this.legs.clear();
    this.bridges.clear();
    this.recordings.clear();
    for (const legId of legs) this.#events.emit("legLost", { legId, reason: "processDied" });
    this.#events.emit("engineDown", { reason: "killed" });
  }

  /** What a leg plays ends by itself. */
  finishPlaying(legId: string): void {
    const leg = this.#leg(legId);
    const { playing } = leg;
    leg.playing = undefined;
    if (playing)
      this.#events.emit("playbackFinished", { playbackId: playing.playbackId, reason: "finished" });
  }

  finishRecording(recordingId: string, finished: Partial<RecordingFinished> = {}): void {
    const recording = this.recordings.get(recordingId);
    if (!recording) return;
    this.recordings.delete(recordingId);
    this.#events.emit("recordingFinished", {
      recordingId,
      reason: "stopped",
      durationMs: 4_000,
      trailingSilenceMs: 0,
      files: { wav: `${recording.path}.wav` },
      ...finished,
    });
  }

  readonly #handlers: { [Name in MediaCommandName]: (params: ParamsOf<Name>) => ResultOf<Name> } = {
    createWebRtcLeg: ({ legId, offer, codecs }) => {
      if (this.isRefusingOffers || !offer.startsWith("offer")) throw new Error("media.offerRefused");
      const direction = answerTo(offer);
      this.#add(legId, "webrtc", direction);
      this.#leg(legId).isConnected = true;
      return { answer: `answer to ${offer}`, codec: codecs[0] ?? "opus", direction, video: videoOf(offer) };
    },
    updateWebRtcLeg: ({ legId, offer }) => {
      if (this.isRefusingOffers) throw new Error("media.offerRefused");
      const leg = this.#leg(legId);
      leg.direction = answerTo(offer);
      return { answer: `answer to ${offer}`, codec: "opus", direction: leg.direction, video: videoOf(offer) };
    },
    holdRtpPorts: () => ({ address: "192.0.2.1", ports: [] }),
    createRtpLeg: ({ legId, wantedPort }) => {
      this.#add(legId, "rtp", "sendrecv");
      do this.#nextPort += 2;
      while (this.takenPorts.has(this.#nextPort));
      const port = wantedPort === undefined || this.takenPorts.has(wantedPort) ? this.#nextPort : wantedPort;
      return { address: "192.0.2.1", port, rtcpPort: port + 1 };
    },
    connectRtpLeg: ({ legId, direction = "sendrecv" }) => {
      const leg = this.#leg(legId);
      leg.isConnected = true;
      leg.direction = direction;
    },
    setDirection: ({ legId, direction }) => {
      this.#leg(legId).direction = direction;
    },
    listenForFax: ({ legId }) => void this.listening.push(legId),
    setEcho: ({ legId, isOn }) => {
      this.#leg(legId).isEchoing = isOn;
    },
    sendDtmf: ({ legId, digits }) => {
      this.#leg(legId).sentDigits.push(digits);
    },
    setQualityInterval: () => {},
    closeLeg: ({ legId }) => {
      const leg = this.#leg(legId);
      this.legs.delete(legId);
      this.#endPlayback(leg, "legClosed");
      for (const [id, { target }] of this.recordings)
        if ("legId" in target && target.legId === legId) this.finishRecording(id, { reason: "targetClosed" });
    },
    createBridge: ({ bridgeId }) => {
      if (this.bridges.has(bridgeId)) throw new Error("media.alreadyThere");
      this.bridges.add(bridgeId);
    },
    closeBridge: ({ bridgeId }) => {
      if (!this.bridges.delete(bridgeId)) throw new Error("media.unknownBridge");
      for (const leg of this.legs.values()) if (leg.bridgeId === bridgeId) leg.bridgeId = undefined;
    },
    joinBridge: ({ bridgeId, legId, isMuted = false, audience }) => {
      if (!this.bridges.has(bridgeId)) throw new Error("media.unknownBridge");
      Object.assign(this.#leg(legId), { bridgeId, isMuted, audience });
    },
    leaveBridge: ({ legId }) => {
      this.#leg(legId).bridgeId = undefined;
    },
    setMuted: ({ legId, isMuted }) => {
      this.#leg(legId).isMuted = isMuted;
    },
    setAudience: ({ legId, audience }) => {
      this.#leg(legId).audience = audience;
    },
    play: ({ playbackId, target, sources, loop }) => {
      this.said.push(...sources.map(describe));
      if (!("legId" in target)) return;
      const leg = this.#leg(target.legId);
      this.#endPlayback(leg, "replaced");
      leg.playing = { playbackId, sources };
      const goesOn = loop || sources.some(({ kind }) => kind === "music" || kind === "tone");
      if (!goesOn && !this.isSpeakingSlowly)
        void Promise.resolve().then(() => this.#finish(target.legId, playbackId));
    },
    stopPlayback: ({ playbackId }) => {
      for (const leg of this.legs.values())
        if (leg.playing?.playbackId === playbackId) this.#endPlayback(leg, "stopped");
    },
    record: (recording) => {
      this.recordings.set(recording.recordingId, recording);
    },
    setRecordingPaused: () => {},
    moveRecording: ({ recordingId, target, leftLegId }) => {
      const recording = this.recordings.get(recordingId);
      if (recording)
        this.recordings.set(recordingId, { ...recording, target, ...(leftLegId && { leftLegId }) });
    },
    stopRecording: ({ recordingId }) => {
      this.finishRecording(recordingId);
    },
    recoverRecording: () => {},
    countAll: () => ({ legs: this.legs.size, bridges: this.bridges.size }),
  };

  #add(legId: string, kind: FakeLeg["kind"], direction: Direction): void {
    if (this.legs.has(legId)) throw new Error("media.alreadyThere");
    this.legs.set(legId, {
      kind,
      isConnected: false,
      direction,
      bridgeId: undefined,
      isMuted: false,
      audience: undefined,
      isEchoing: false,
      playing: undefined,
      sentDigits: [],
    });
  }

  #leg(legId: string): FakeLeg {
    const leg = this.legs.get(legId);
    if (!leg) throw new Error("media.unknownLeg");
    return leg;
  }

  #finish(legId: string, playbackId: string): void {
    if (this.legs.get(legId)?.playing?.playbackId === playbackId) this.finishPlaying(legId);
  }

  #endPlayback(leg: FakeLeg, reason: "stopped" | "replaced" | "legClosed"): void {
    const { playing } = leg;
    leg.playing = undefined;
    if (playing) this.#events.emit("playbackFinished", { playbackId: playing.playbackId, reason });
  }
}

const describe = (source: AudioSource): string => {
  if (source.kind === "prompt" || source.kind === "tone") return source.name;
  return source.kind === "file" ? source.path : source.kind;
};

/** A browser's pretended offer says in words what it wants: "offer", "offer sendonly". */
function answerTo(offer: string): Direction {
  if (offer.includes("sendonly")) return "recvonly";
  return offer.includes("inactive") ? "inactive" : "sendrecv";
}

/** "offer with video" has pictures in both directions. */
const videoOf = (offer: string): Direction => (offer.includes("with video") ? "sendrecv" : "inactive");
