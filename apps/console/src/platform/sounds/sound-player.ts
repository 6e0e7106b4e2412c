import { dtmfNotes, SOUNDS, type SoundName } from "./sound-catalog.ts";
import type { Note } from "./synthesis.ts";
import { renderNotes, wavFile } from "./synthesis.ts";

/** An audio element, as far as sounds need it. */
export interface SoundElement {
  loop: boolean;
  currentTime: number;
  play(): Promise<void>;
  pause(): void;
  setSinkId?: ((deviceId: string) => Promise<void>) | undefined;
}

export interface PlayOptions {
  readonly loop?: boolean;
  /** Outputs to play on; an empty id is the system's default. */
  readonly outputs?: readonly string[];
}

export interface SoundPlayerOptions {
  readonly createElement: (file: Blob) => SoundElement;
  /** Browsers refuse sound before the first click, and devices vanish: worth a log line, never an error. */
  readonly onFailed: (failure: unknown) => void;
}

/** Plays generated sounds on chosen outputs. Starting a sound again restarts it. */
export class SoundPlayer {
  readonly #options: SoundPlayerOptions;
  readonly #files = new Map<readonly Note[], Blob>();
  readonly #playing = new Map<SoundName, readonly SoundElement[]>();

  constructor(options: SoundPlayerOptions) {
    this.#options = options;
  }

  play(name: SoundName, options: PlayOptions = {}): void {
    this.stop(name);
    this.#playing.set(name, this.#start(SOUNDS[name], options));
  }

  playKey(key: string, options: PlayOptions = {}): void {
    const notes = dtmfNotes(key);
    if (notes) this.#start(notes, options);
  }

  isPlaying(name: SoundName): boolean {
    return this.#playing.has(name);
  }

  stop(name: SoundName): void {
    for (const element of this.#playing.get(name) ?? []) {
      element.pause();
      element.currentTime = 0;
    }
    this.#playing.delete(name);
  }

  stopAll(): void {
    for (const name of [...this.#playing.keys()]) this.stop(name);
  }

  #start(notes: readonly Note[], { loop = false, outputs = [""] }: PlayOptions): readonly SoundElement[] {
    return [...new Set(outputs)].map((output) => {
      const element = this.#options.createElement(this.#fileOf(notes));
      element.loop = loop;
      void this.#playOn(element, output).catch(this.#options.onFailed);
      return element;
    });
  }

  async #playOn(element: SoundElement, output: string): Promise<void> {
    if (output !== "") {
      // A headset that was unplugged must not silence the ring: the default output takes over.
      await element.setSinkId?.(output).catch(this.#options.onFailed);
    }
    await element.play();
  }

  #fileOf(notes: readonly Note[]): Blob {
    const known = this.#files.get(notes);
    if (known) return known;
    const file = new Blob([wavFile(renderNotes(notes))], { type: "audio/wav" });
    this.#files.set(notes, file);
    return file;
  }
}

export function createBrowserSoundPlayer(onFailed: (failure: unknown) => void): SoundPlayer {
  return new SoundPlayer({
    onFailed,
    createElement: (file) => {
      const address = URL.createObjectURL(file);
      const element = new Audio(address);
      element.addEventListener("ended", () => URL.revokeObjectURL(address));
      return element;
    },
  });
}
