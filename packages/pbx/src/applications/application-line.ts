import type { Clock } from "@offhook/kernel";
import type {
  AudioSource,
  DtmfDigit,
  PromptName,
  RecordingFinished,
  StartRecording,
} from "@offhook/media/protocol";
import type { MediaPort, MediaPortEvents } from "../ports/media-port.ts";

/** The other side is gone: an application that waits for it ends here. */
export class HungUp extends Error {
  constructor() {
    super("The caller hung up");
    this.name = "HungUp";
  }
}

export interface LineParts {
  readonly media: MediaPort;
  readonly clock: Clock;
  readonly legId: string;
  readonly newId: () => string;
}

export interface CollectOptions {
  readonly maxDigits: number;
  /** How long to wait for each key. */
  readonly timeoutMs: number;
  /** Ends the input and is not part of it. */
  readonly endOn?: DtmfDigit;
}

type RecordOptions = Omit<StartRecording, "recordingId" | "target"> & { readonly recordingId?: string };

const prompt = (name: PromptName): AudioSource => ({ kind: "prompt", name });
export const prompts = (...names: readonly PromptName[]): AudioSource[] => names.map(prompt);

/** Whoever knows the menu need not hear it. */
export async function askForKey(
  line: ApplicationLine,
  sources: readonly AudioSource[],
  timeoutMs: number,
): Promise<DtmfDigit | undefined> {
  if (!line.hasKey) await line.play(sources, "any");
  return line.key(timeoutMs);
}

/** The media process answers within its own limits; beyond this it has forgotten us. */
const MEDIA_GRACE_MS = 60_000;

/** A leg as an application sees it: something to talk to, in one sentence after the other. */
export class ApplicationLine {
  readonly legId: string;
  readonly #parts: LineParts;
  readonly #keys: DtmfDigit[] = [];
  readonly #waiters = new Set<() => void>();
  readonly #closers: (() => void)[] = [];
  #playing: { readonly playbackId: string; readonly interruptOn: "any" | readonly DtmfDigit[] } | undefined;
  #isOver = false;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.legId = parts.legId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The caller has typed ahead. */
  get hasKey(): boolean {
    return this.#keys.length > 0;
  }

  /** A key of the caller, however it came. */
  press(digit: DtmfDigit): void {
    if (this.#isOver) return;
    this.#keys.push(digit);
    const playing = this.#playing;
    if (playing && (playing.interruptOn === "any" || playing.interruptOn.includes(digit))) this.stopPlaying();
    this.#wake();
  }

  /** The caller is gone, or call control takes the leg back. */
  hangUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const close of this.#closers.splice(0)) close();
    this.#wake();
  }

  /** Plays to the end, or until a key that may interrupt. */
  async play(sources: readonly AudioSource[], interruptOn: "any" | readonly DtmfDigit[] = []): Promise<void> {
    this.#check();
    const playbackId = this.#parts.newId();
    const finished = this.#until("playbackFinished", (event) => event.playbackId === playbackId);
    this.#playing = { playbackId, interruptOn };
    try {
      await this.#parts.media.request("play", { playbackId, target: { legId: this.legId }, sources });
      await finished.promise;
    } finally {
      finished.forget();
      this.#playing = undefined;
    }
    this.#check();
  }

  stopPlaying(): void {
    if (!this.#playing) return;
    const { playbackId } = this.#playing;
    this.#parts.media.request("stopPlayback", { playbackId }).catch(() => {});
  }

  /** Resolves also when the caller hangs up: what was said until then is worth keeping. */
  async record(options: RecordOptions): Promise<RecordingFinished> {
    this.#check();
    const recordingId = options.recordingId ?? this.#parts.newId();
    const finished = this.#until("recordingFinished", (event) => event.recordingId === recordingId, true);
    const stop = (): void => {
      this.#parts.media.request("stopRecording", { recordingId }).catch(() => {});
    };
    try {
      await this.#parts.media.request("record", { ...options, recordingId, target: { legId: this.legId } });
      this.#onHangUp(stop);
      return await finished.promise;
    } finally {
      finished.forget();
    }
  }

  /** Keys pressed so far count too: people type ahead. */
  async collect({ maxDigits, timeoutMs, endOn }: CollectOptions): Promise<string> {
    let digits = "";
    while (digits.length < maxDigits) {
      const key = await this.key(timeoutMs);
      if (key === undefined || key === endOn) break;
      digits += key;
    }
    return digits;
  }

  /** The next key; undefined when none comes in time. */
  async key(timeoutMs: number): Promise<DtmfDigit | undefined> {
    this.#check();
    if (this.#keys.length === 0) await this.#pause(timeoutMs);
    this.#check();
    return this.#keys.shift();
  }

  forgetKeys(): void {
    this.#keys.length = 0;
  }

  /** Until somebody hangs up. */
  async forever(): Promise<never> {
    for (;;) {
      this.#check();
      await this.#pause(undefined);
      this.#keys.length = 0;
    }
  }

  async setEcho(isOn: boolean): Promise<void> {
    this.#check();
    await this.#parts.media.request("setEcho", { legId: this.legId, isOn });
    this.#check();
  }

  #check(): void {
    if (this.#isOver) throw new HungUp();
  }

  #onHangUp(close: () => void): void {
    if (this.#isOver) close();
    else this.#closers.push(close);
  }

  /** Until a key, the end of the call, or time is up. */
  #pause(timeoutMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const cancel =
        timeoutMs === undefined ? undefined : this.#parts.clock.schedule(timeoutMs, () => done());
      const done = (): void => {
        cancel?.();
        this.#waiters.delete(done);
        resolve();
      };
      this.#waiters.add(done);
    });
  }

  #wake(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** The event of the media process we wait for; gives up at the end of the call unless it outlives it. */
  #until<Name extends "playbackFinished" | "recordingFinished">(
    name: Name,
    isOurs: (event: MediaPortEvents[Name]) => boolean,
    outlivesCall = false,
  ): { readonly promise: Promise<MediaPortEvents[Name]>; forget(): void } {
    const stops: (() => void)[] = [];
    const promise = new Promise<MediaPortEvents[Name]>((resolve, reject) => {
      stops.push(
        this.#parts.media.on(name, (event) => {
          if (isOurs(event)) resolve(event);
        }),
      );
      const giveUp = (): void => {
        if (!outlivesCall) reject(new HungUp());
        else stops.push(this.#parts.clock.schedule(MEDIA_GRACE_MS, () => reject(new HungUp())));
      };
      this.#onHangUp(giveUp);
    });
    // Whoever waits for it hears of a refusal; when nobody does any more it is no news.
    promise.catch(() => {});
    return {
      promise,
      forget: () => {
        for (const stop of stops.splice(0)) stop();
      },
    };
  }
}
