import fc from "fast-check";
import { expect, test } from "vitest";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { DtmfDetector } from "./dtmf-detector.ts";
import { amplitudeAt } from "./goertzel.ts";
import { dtmfTone, TONES, type ToneName } from "./north-american-tones.ts";
import { renderToneFrame, type Tone, toneDurationMs, toneFrames } from "./tone.ts";

const RATE = 8_000;

function render(tone: Tone, sampleRate = RATE): Int16Array {
  const frames = Array.from({ length: toneFrames(tone) }, (_, index) => [
    ...renderToneFrame(tone, sampleRate, index),
  ]);
  return Int16Array.from(frames.flat());
}

const part = (audio: Int16Array, fromMs: number, toMs: number) =>
  audio.subarray((fromMs * RATE) / 1_000, (toMs * RATE) / 1_000);

test.each<[ToneName, number[], number, number]>([
  ["ringback", [440, 480], 2_000, 6_000],
  ["busy", [480, 620], 500, 1_000],
  ["congestion", [480, 620], 240, 500],
  ["callWaiting", [440], 300, 10_000],
  ["dial", [350, 440], 1_000, 1_000],
])("[TON1] %s has its frequencies %j for %i of %i ms", (name, frequencies, onMs, cycleMs) => {
  const tone = TONES[name];
  expect(toneDurationMs(tone)).toBe(cycleMs);
  expect(tone.isRepeating).toBe(true);
  const audio = render(tone);
  for (const frequency of frequencies)
    expect(amplitudeAt(part(audio, 20, onMs - 20), frequency, RATE)).toBeGreaterThan(4_000);
  if (cycleMs > onMs) expect(part(audio, onMs + 1, cycleMs).every((sample) => sample === 0)).toBe(true);
});

const DIGITS: DtmfDigit[] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D"];

test.each([8_000, 16_000])(
  "[TON2] the detector hears every key that the generator makes, once, at %i Hz",
  (sampleRate) => {
    const detector = new DtmfDetector(sampleRate);
    const heard: string[] = [];
    for (const digit of DIGITS) {
      const tone = dtmfTone(digit, 100);
      for (let index = 0; index < toneFrames(tone); index += 1)
        heard.push(detector.update(renderToneFrame(tone, sampleRate, index)) ?? "");
    }
    expect(heard.join("")).toBe(DIGITS.join(""));
  },
);

test("[TON2] a key pressed twice is heard twice", () => {
  const detector = new DtmfDetector(RATE);
  const heard = [1, 2].flatMap(() => {
    const tone = dtmfTone("7", 80);
    return Array.from(
      { length: toneFrames(tone) },
      (_, index) => detector.update(renderToneFrame(tone, RATE, index)) ?? "",
    );
  });
  expect(heard.join("")).toBe("77");
});

test("[TON3] noise and other tones press no key", () => {
  const detector = new DtmfDetector(RATE);
  fc.assert(
    fc.property(fc.int16Array({ minLength: 160, maxLength: 160 }), (noise) => {
      expect(detector.update(noise)).toBeUndefined();
    }),
  );
  for (const name of Object.keys(TONES) as ToneName[])
    for (let index = 0; index < toneFrames(TONES[name]); index += 1)
      expect(detector.update(renderToneFrame(TONES[name], RATE, index))).toBeUndefined();
});

test("[TON4] Goertzel finds the amplitude of a sine and none beside it", () => {
  const sine = Int16Array.from({ length: 800 }, (_, at) => 5_000 * Math.sin((2 * Math.PI * 440 * at) / RATE));
  expect(amplitudeAt(sine, 440, RATE)).toBeCloseTo(5_000, -1);
  expect(amplitudeAt(sine, 880, RATE)).toBeLessThan(20);
});
