import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { frameSamples } from "../src/codecs/audio-codec.ts";
import { createOpusEncoder } from "../src/codecs/opus.ts";
import { Resampler } from "../src/codecs/resampler.ts";
import { serializeOggOpus } from "../src/files/ogg-opus.ts";
import { parseWav } from "../src/files/wav.ts";
import { PROMPT_TEXTS } from "../src/players/prompt-texts.ts";
import { HOLD_MUSIC } from "../src/tones/hold-music.ts";
import { renderScore } from "../src/tones/synthesiser.ts";

const SPEAKER = "espeak-ng";
const RATE = 16_000;
const FRAME = frameSamples(RATE);
const FOLDER = fileURLToPath(new URL("../prompts/", import.meta.url));
const SPEECH_BITS = 20_000;
const MUSIC_BITS = 32_000;
const SPEECH_PEAK = 16_000;
const MUSIC_PEAK = 11_000;
/** What is left of the pauses around the words, so that prompts can be strung together. */
const MARGIN_MS = 40;
const AUDIBLE = 300;

function speak(text: string, folder: string): Int16Array {
  const file = join(folder, "speech.wav");
  execFileSync(SPEAKER, ["-v", "en-us+f4", "-s", "150", "-p", "42", "-g", "2", "-w", file, text]);
  const wav = parseWav(readFileSync(file));
  if (!wav) throw new Error(`espeak-ng wrote no WAV file for "${text}"`);
  const bytes = wav.data.slice();
  return new Resampler(wav.sampleRate, RATE).process(new Int16Array(bytes.buffer, 0, bytes.length >> 1));
}

function trimmed(audio: Int16Array): Int16Array {
  const margin = (MARGIN_MS * RATE) / 1_000;
  const first = audio.findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const last = audio.findLastIndex((sample) => Math.abs(sample) > AUDIBLE);
  return audio.slice(Math.max(0, first - margin), last + margin);
}

function normalized(audio: Int16Array): Int16Array {
  const loudest = audio.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return audio.map((sample) => (sample * SPEECH_PEAK) / loudest);
}

function frames(audio: Int16Array): Int16Array[] {
  return Array.from({ length: Math.ceil(audio.length / FRAME) }, (_, index) => {
    const frame = new Int16Array(FRAME);
    frame.set(audio.subarray(index * FRAME, (index + 1) * FRAME));
    return frame;
  });
}

function save(name: string, packets: readonly Uint8Array[], serial: number): number {
  const file = serializeOggOpus({ packets, preSkip: 0 }, serial);
  writeFileSync(join(FOLDER, `${name}.opus`), file);
  return file.length;
}

function renderPrompts(): number {
  const folder = mkdtempSync(join(tmpdir(), "prompts-"));
  let bytes = 0;
  for (const [index, [name, text]] of Object.entries(PROMPT_TEXTS).entries()) {
    const encoder = createOpusEncoder(SPEECH_BITS);
    encoder.restart();
    const audio = normalized(trimmed(speak(text, folder)));
    bytes += save(
      name,
      frames(audio).map((frame) => encoder.encode(frame)),
      index + 1,
    );
  }
  rmSync(folder, { recursive: true });
  return bytes;
}

function renderMusic(): number {
  const music = frames(renderScore(HOLD_MUSIC, RATE, MUSIC_PEAK));
  const encoder = createOpusEncoder(MUSIC_BITS, "audio");
  // Once for nothing: the first frame of the loop is then made to follow the last one.
  for (const frame of music) encoder.encode(frame);
  return save(
    "hold-music",
    music.map((frame) => encoder.encode(frame)),
    1_000,
  );
}

const total = renderPrompts() + renderMusic();
process.stdout.write(
  `${Object.keys(PROMPT_TEXTS).length} prompts and the music, ${Math.round(total / 1_024)} kB\n`,
);
