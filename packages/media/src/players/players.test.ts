import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { PCMU } from "../codecs/g711.ts";
import { OPUS } from "../codecs/opus.ts";
import { wavHeader } from "../files/wav.ts";
import { levelOf } from "../mixer/voice-activity.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { HOLD_MUSIC } from "../tones/hold-music.ts";
import { renderScore } from "../tones/synthesiser.ts";
import { AudioLibrary } from "./audio-library.ts";
import { Playback } from "./playback.ts";
import { PROMPT_TEXTS } from "./prompt-texts.ts";
import type { SharedAudio } from "./shared-audio.ts";
import { sayDigits, sayNumber } from "./spoken-number.ts";

const PROMPTS = fileURLToPath(new URL("../../prompts/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "players-"));
const library = new AudioLibrary(PROMPTS);

afterAll(() => rmSync(folder, { recursive: true }));

const wholePcm = (audio: SharedAudio) =>
  Int16Array.from(
    Array.from({ length: audio.frameCount }, (_, index) => [...audio.pcm(16_000, index)]).flat(),
  );

function sineWav(hz: number, sampleRate: number, channels: number): string {
  const path = join(folder, `${hz}-${sampleRate}-${channels}.wav`);
  const samples = Int16Array.from(
    { length: sampleRate * channels },
    (_, at) => 8_000 * Math.sin((2 * Math.PI * hz * Math.floor(at / channels)) / sampleRate),
  );
  writeFileSync(
    path,
    Buffer.concat([wavHeader(channels, sampleRate, samples.byteLength), Buffer.from(samples.buffer)]),
  );
  return path;
}

test("[PLA1] every prompt is there and speaks, and all together stay small", async () => {
  let bytes = statSync(join(PROMPTS, "hold-music.opus")).size;
  for (const name of Object.keys(PROMPT_TEXTS) as (keyof typeof PROMPT_TEXTS)[]) {
    bytes += statSync(join(PROMPTS, `${name}.opus`)).size;
    const audio = await library.find({ kind: "prompt", name });
    expect(audio.frameCount).toBeGreaterThan(10);
    expect(levelOf(wholePcm(audio)), name).toBeGreaterThan(-35);
  }
  expect(bytes).toBeLessThan(1_500_000);
});

test("[PLA2] a prompt's packets go to an Opus leg as they are, and to any other transcoded", async () => {
  const audio = await library.find({ kind: "prompt", name: "goodbye" });
  const decoder = OPUS.createDecoder();
  const fromOpus = decoder.decode(audio.encoded(OPUS, 0));
  expect(fromOpus).toEqual(audio.pcm(16_000, 0));
  expect(audio.encoded(PCMU, 3)).toHaveLength(160);
  expect(audio.encoded(PCMU, 3)).toBe(audio.encoded(PCMU, 3));
});

test("[PLA3] the music on hold is the piece as written, and loops without a click", async () => {
  const audio = await library.find({ kind: "music" });
  expect(audio.isRepeating).toBe(true);
  const music = wholePcm(audio);
  const written = renderScore(HOLD_MUSIC, 16_000, 11_000);
  expect(music).toHaveLength(written.length);
  expect(Math.abs(levelOf(music) - levelOf(written))).toBeLessThan(1.5);
  const seam = Math.abs((written[0] ?? 0) - (written[written.length - 1] ?? 0));
  const usual = written.reduce(
    (most, sample, at) => Math.max(most, at > 0 ? Math.abs(sample - (written[at - 1] ?? 0)) : 0),
    0,
  );
  expect(seam).toBeLessThan(usual);
});

test.each([
  [8_000, 1],
  [16_000, 2],
  [22_050, 1],
  [44_100, 2],
  [48_000, 1],
])("[PLA4] a WAV file of %i Hz and %i channels is played at its pitch", async (sampleRate, channels) => {
  const audio = await library.find({ kind: "file", path: sineWav(500, sampleRate, channels) });
  const samples = wholePcm(audio);
  expect(Math.abs(samples.length - 16_000)).toBeLessThan(640);
  expect(amplitudeAt(samples.subarray(1_600, 14_400), 500, 16_000)).toBeGreaterThan(7_500);
});

test("[PLA5] what is no audio file, or not there, or no prompt, is refused by code", async () => {
  const path = join(folder, "text.wav");
  writeFileSync(path, "hello");
  await expect(library.find({ kind: "file", path })).rejects.toMatchObject({ code: "media.badFile" });
  await expect(library.find({ kind: "file", path: join(folder, "none") })).rejects.toMatchObject({
    code: "media.badFile",
  });
  const name = "../../../etc/passwd" as "goodbye";
  await expect(library.find({ kind: "prompt", name })).rejects.toMatchObject({ code: "media.badSource" });
  expect(existsSync(path)).toBe(true);
});

async function played(sources: Parameters<AudioLibrary["find"]>[0][], loop: boolean, most: number) {
  const pieces = await Promise.all(sources.map((source) => library.find(source)));
  const ends: string[] = [];
  const playback = new Playback(
    { playbackId: "p", target: { legId: "l" }, sources, loop, interruptOn: ["5"] },
    pieces,
    ({ reason, digit }) => ends.push(`${reason}${digit ?? ""}`),
  );
  let frames = 0;
  while (frames < most && playback.nextEncoded(PCMU)) frames += 1;
  return { playback, frames, ends };
}

test("[PLA6] a list plays piece after piece and tells its end once", async () => {
  const { frames, ends, playback } = await played(
    [
      { kind: "silence", durationMs: 100 },
      { kind: "sine", hz: 400, durationMs: 60 },
    ],
    false,
    99,
  );
  expect(frames).toBe(8);
  expect(ends).toEqual(["finished"]);
  playback.end("stopped");
  expect(ends).toEqual(["finished"]);
});

test("[PLA6] a loop and a repeating tone go on", async () => {
  expect((await played([{ kind: "silence", durationMs: 40 }], true, 50)).frames).toBe(50);
  expect((await played([{ kind: "tone", name: "busy" }], false, 120)).frames).toBe(120);
});

test("[PLA7] only the keys named end a playback", async () => {
  const { playback, ends } = await played([{ kind: "tone", name: "ringback" }], false, 3);
  playback.press("4");
  expect(ends).toEqual([]);
  playback.press("5");
  expect(ends).toEqual(["interrupted5"]);
  expect(playback.nextEncoded(PCMU)).toBeUndefined();
});

test.each([
  [0, ["number-0"]],
  [7, ["number-7"]],
  [20, ["number-20"]],
  [42, ["number-40", "number-2"]],
  [100, ["number-1", "number-hundred"]],
  [315, ["number-3", "number-hundred", "number-15"]],
  [1_234, ["number-1", "number-2", "number-3", "number-4"]],
  [-1, []],
])("[PLA8] %i is said as %j", (value, prompts) => {
  expect(sayNumber(value)).toEqual(prompts);
});

test("[PLA8] keys are spelled", () => {
  expect(sayDigits("*4-3#")).toEqual(["key-star", "number-4", "number-3", "key-pound"]);
});
