import { setTimeout as sleep } from "node:timers/promises";
import { type AudioSource, MediaEngine } from "@offhook/media";
import { describeAudio, type RemoteAudio, readAudio } from "./plain-audio-description.ts";

const ADDRESS = "127.0.0.1";
/** Apart from the server's own, so that both run on one machine. */
const PORTS = { first: 31_000, last: 31_998 };

/** The greeting has begun by then, and a key is heard. */
const GREETED_MS = 2_000;
/** The key has ended the greeting, and the beep is over. */
const BEEP_MS = 1_800;

export type OutsideVoice =
  /** Says what it hears, after a greeting. */
  | { readonly kind: "echo" }
  | { readonly kind: "says"; readonly sources: readonly AudioSource[] }
  /** Skips the greeting of a mailbox, says it after the beep, and from then on what it hears. */
  | { readonly kind: "message"; readonly sources: readonly AudioSource[] }
  | { readonly kind: "tone"; readonly hz: number };

/** The mouths and ears of people outside: an audio engine of their own, started with the first call. */
export class OutsideAudio {
  readonly #engine: MediaEngine;
  #started: Promise<void> | undefined;
  #nextId = 1;

  constructor() {
    this.#engine = new MediaEngine({
      settings: { rtpAddress: ADDRESS, bindAddress: ADDRESS, rtpPorts: PORTS, qualityIntervalMs: 0 },
    });
  }

  async open(): Promise<OutsideLeg> {
    this.#started ??= this.#engine.start();
    await this.#started;
    const legId = `outside-${this.#nextId}`;
    this.#nextId += 1;
    const { port } = await this.#engine.request("createRtpLeg", { legId });
    return new OutsideLeg(this.#engine, legId, { address: ADDRESS, port });
  }

  onDigit(listener: (legId: string, digit: string) => void): void {
    this.#engine.on("dtmf", ({ legId, digit }) => listener(legId, digit));
  }

  async close(): Promise<void> {
    await this.#engine.stop();
  }
}

export class OutsideLeg {
  readonly id: string;
  readonly #engine: MediaEngine;
  readonly #local: { readonly address: string; readonly port: number };

  constructor(engine: MediaEngine, id: string, local: { readonly address: string; readonly port: number }) {
    this.#engine = engine;
    this.id = id;
    this.#local = local;
  }

  get offer(): string {
    return describeAudio(this.#local);
  }

  answerTo(remote: RemoteAudio): string {
    return describeAudio(this.#local, remote);
  }

  /** Whether there is audio that both ends can speak. */
  async connect(description: string): Promise<boolean> {
    const remote = readAudio(description);
    if (!remote) return false;
    await this.#engine.request("connectRtpLeg", {
      legId: this.id,
      remote: { address: remote.address, port: remote.port },
      codec: remote.codec,
      ...(remote.telephoneEvent && { telephoneEvent: remote.telephoneEvent }),
    });
    return true;
  }

  async speak(voice: OutsideVoice): Promise<void> {
    if (voice.kind === "echo") {
      await this.#engine.request("setEcho", { legId: this.id, isOn: true });
      return;
    }
    if (voice.kind === "message") {
      await this.#leaveMessage(voice.sources);
      return;
    }
    if (voice.kind === "tone") await this.#play([{ kind: "sine", hz: voice.hz, durationMs: 10_000 }], true);
    else await this.#play(voice.sources);
  }

  async press(digits: string): Promise<void> {
    await this.#engine.request("sendDtmf", { legId: this.id, digits });
  }

  async #leaveMessage(sources: readonly AudioSource[]): Promise<void> {
    await sleep(GREETED_MS);
    await this.press("#");
    const isSaid = this.#whenPlayed();
    await this.#play([{ kind: "silence", durationMs: BEEP_MS }, ...sources]);
    await isSaid;
    await this.#engine.request("setEcho", { legId: this.id, isOn: true });
  }

  async #play(sources: readonly AudioSource[], loop = false): Promise<void> {
    const target = { legId: this.id };
    await this.#engine.request("play", { playbackId: this.#playbackId, target, sources, loop });
  }

  get #playbackId(): string {
    return `voice-${this.id}`;
  }

  #whenPlayed(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#engine.on("playbackFinished", ({ playbackId }) => {
        if (playbackId !== this.#playbackId) return;
        stop();
        resolve();
      });
    });
  }

  /** Nobody waits for it: the engine may be gone, and with it the leg. */
  close(): void {
    this.#engine.tell("closeLeg", { legId: this.id });
  }
}
