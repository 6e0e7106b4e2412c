import type { Clock } from "@offhook/kernel";
import type { CallQuality } from "../calls/active-call.ts";
import { type AudioCounters, countersFrom, qualityBetween } from "./call-quality.ts";

export interface CallAudioOptions {
  readonly clock: Clock;
  /** Where the far end is heard; empty means the system's default. */
  readonly outputId: () => string;
  readonly chooseOutput: (element: HTMLAudioElement, outputId: string) => Promise<unknown>;
  readonly onQuality: (quality: CallQuality) => void;
  readonly onVideo: (stream: MediaStream | undefined) => void;
  /** The connection is dead or will be: the leg has to be replaced. */
  readonly onBroken: () => void;
  /** The network may be gone, and with it more than this sound. */
  readonly onDoubt: () => void;
  readonly log: (failure: unknown) => void;
}

const QUALITY_EVERY_MS = 2_000;
/** Short dips mend themselves. */
const DISCONNECTED_FOR_MS = 2_500;

/** The sound of one leg: our microphone on the way out, the far end on a loudspeaker. */
export class CallAudio {
  readonly #options: CallAudioOptions;
  readonly #element = new Audio();
  #microphone: MediaStream;
  #connection: RTCPeerConnection | undefined;
  #counters: AudioCounters | undefined;
  #isMuted = false;
  #isClosed = false;
  #cancelQuality: () => void = () => {};
  #cancelDoubt: () => void = () => {};

  constructor(microphone: MediaStream, options: CallAudioOptions) {
    this.#options = options;
    this.#microphone = microphone;
    this.#element.autoplay = true;
  }

  get microphone(): MediaStream {
    return this.#microphone;
  }

  connect(connection: RTCPeerConnection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    connection.addEventListener("track", ({ track }) => this.#onTrack(track));
    for (const { track } of connection.getReceivers()) this.#onTrack(track);
    connection.addEventListener("iceconnectionstatechange", this.#onState, { capture: true });
    this.#measureSoon();
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.applyMute();
  }

  /** JsSIP switches tracks on again with every new offer. */
  applyMute(): void {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !this.#isMuted;
  }

  /** Another microphone in the middle of the call. */
  async replaceMicrophone(microphone: MediaStream): Promise<void> {
    const [track] = microphone.getAudioTracks();
    const sender = this.#connection?.getSenders().find((each) => each.track?.kind === "audio");
    if (track) await sender?.replaceTrack(track);
    this.#stopMicrophone();
    this.#microphone = microphone;
    this.setMuted(this.#isMuted);
    if (this.#isClosed) this.#stopMicrophone();
  }

  async applyOutput(): Promise<void> {
    await this.#options.chooseOutput(this.#element, this.#options.outputId());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelQuality();
    this.#cancelDoubt();
    this.#stopMicrophone();
    this.#connection?.removeEventListener("iceconnectionstatechange", this.#onState, { capture: true });
    this.#element.pause();
    this.#element.srcObject = null;
    this.#options.onVideo(undefined);
  }

  #stopMicrophone(): void {
    for (const track of this.#microphone.getTracks()) track.stop();
  }

  #onTrack(track: MediaStreamTrack): void {
    if (this.#isClosed) return;
    const stream = new MediaStream([track]);
    if (track.kind === "video") {
      this.#options.onVideo(stream);
      return;
    }
    this.#element.srcObject = stream;
    void this.#play().catch(this.#options.log);
  }

  async #play(): Promise<void> {
    if (this.#options.outputId() !== "") await this.applyOutput();
    await this.#element.play();
  }

  readonly #onState = (): void => {
    const state = this.#connection?.iceConnectionState;
    this.#cancelDoubt();
    if (state === "disconnected" || state === "failed") this.#options.onDoubt();
    if (state === "failed") this.#options.onBroken();
    if (state === "disconnected") {
      this.#cancelDoubt = this.#options.clock.schedule(DISCONNECTED_FOR_MS, () => this.#options.onBroken());
    }
  };

  #measureSoon(): void {
    this.#cancelQuality = this.#options.clock.schedule(QUALITY_EVERY_MS, () => void this.#measure());
  }

  async #measure(): Promise<void> {
    const report = await this.#connection?.getStats().catch(() => undefined);
    if (this.#isClosed) return;
    if (report) {
      const now = countersFrom(report.values());
      const quality = this.#counters && qualityBetween(this.#counters, now);
      this.#counters = now;
      if (quality) this.#options.onQuality(quality);
    }
    this.#measureSoon();
  }
}
