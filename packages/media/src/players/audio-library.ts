import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FRAME_MS, frameSamples } from "../codecs/audio-codec.ts";
import type { AudioSource } from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import { dtmfTone, TONES } from "../tones/north-american-tones.ts";
import { renderToneFrame, type Tone, toneFrames } from "../tones/tone.ts";
import { audioFromFile } from "./audio-files.ts";
import { isPromptName } from "./prompt-texts.ts";
import { SharedAudio } from "./shared-audio.ts";

const RATE = 16_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Twenty minutes: each frame takes about a kilobyte once it was played. */
const MAX_CACHED_FRAMES = 60_000;
/** Frames are kept once made, so a tone for longer is a repeating one. */
const MAX_TONE_MS = 60_000;

/** Finds the audio for what is to be played, and keeps what may be played again. */
export class AudioLibrary {
  readonly #promptsFolder: string;
  readonly #lasting = new Map<string, Promise<SharedAudio>>();
  readonly #files = new Map<string, SharedAudio>();

  constructor(promptsFolder: string) {
    this.#promptsFolder = promptsFolder;
  }

  find(source: AudioSource): Promise<SharedAudio> {
    switch (source.kind) {
      case "prompt":
        return this.#prompt(source.name);
      case "music":
        return this.#keep("music", () => this.#load(join(this.#promptsFolder, "hold-music.opus"), true));
      case "tone":
        return this.#keep(`tone ${source.name}`, async () => fromTone(TONES[source.name]));
      case "dtmf":
        return Promise.resolve(fromTone(dtmfTone(source.digit, source.durationMs)));
      case "sine":
        return Promise.resolve(fromTone(steadyTone([source.hz], source.durationMs)));
      case "silence":
        return Promise.resolve(fromTone(steadyTone([], source.durationMs)));
      case "file":
        return this.#file(source.path);
    }
  }

  #prompt(name: string): Promise<SharedAudio> {
    // The name becomes part of a path, and came over a process boundary.
    if (!isPromptName(name)) return Promise.reject(new MediaError("media.badSource", `No prompt "${name}"`));
    return this.#keep(`prompt ${name}`, () => this.#load(join(this.#promptsFolder, `${name}.opus`), false));
  }

  #keep(key: string, make: () => Promise<SharedAudio>): Promise<SharedAudio> {
    const known = this.#lasting.get(key);
    if (known) return known;
    const made = make();
    this.#lasting.set(key, made);
    // A file that was missing may be there the next time.
    made.catch(() => this.#lasting.delete(key));
    return made;
  }

  async #file(path: string): Promise<SharedAudio> {
    const { mtimeMs, size } = await stat(path).catch(() => {
      throw new MediaError("media.badFile", `No file ${path}`);
    });
    const key = `${path} ${mtimeMs} ${size}`;
    const audio = this.#files.get(key) ?? (await this.#load(path, false, size));
    // Deleted and set again, the newest stands last: the first is the one not used for longest.
    this.#files.delete(key);
    this.#files.set(key, audio);
    this.#forgetOldest(key);
    return audio;
  }

  #forgetOldest(newest: string): void {
    let frames = 0;
    for (const audio of this.#files.values()) frames += audio.frameCount;
    for (const [key, { frameCount }] of this.#files) {
      if (frames <= MAX_CACHED_FRAMES || key === newest) return;
      this.#files.delete(key);
      frames -= frameCount;
    }
  }

  async #load(path: string, isRepeating: boolean, size = 0): Promise<SharedAudio> {
    if (size > MAX_FILE_BYTES) throw new MediaError("media.badFile", `${path} is too large to be played`);
    const file = await readFile(path).catch(() => {
      throw new MediaError("media.badFile", `${path} cannot be read`);
    });
    const audio = audioFromFile(file, isRepeating);
    if (!audio) throw new MediaError("media.badFile", `${path} is neither WAV nor Ogg Opus`);
    return audio;
  }
}

function steadyTone(frequencies: readonly number[], durationMs: number): Tone {
  const bounded = Math.min(MAX_TONE_MS, Math.max(FRAME_MS, durationMs));
  return { segments: [{ frequencies, durationMs: bounded }], isRepeating: false };
}

function fromTone(tone: Tone): SharedAudio {
  const silence = new Int16Array(frameSamples(RATE));
  const isSilent = tone.segments.every(({ frequencies }) => frequencies.length === 0);
  return new SharedAudio({
    frameCount: toneFrames(tone),
    isRepeating: tone.isRepeating,
    render: (index) => (isSilent ? silence : renderToneFrame(tone, RATE, index)),
  });
}
