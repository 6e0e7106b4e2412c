import fc from "fast-check";
import { expect, test } from "vitest";
import { amplitudeAt } from "../tones/goertzel.ts";
import { Resampler } from "./resampler.ts";

function sine(frequency: number, sampleRate: number, samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, at) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * frequency * at) / sampleRate)),
  );
}

function inFrames(resampler: Resampler, audio: Int16Array, frame: number): Int16Array {
  const parts: number[] = [];
  for (let at = 0; at < audio.length; at += frame)
    parts.push(...resampler.process(audio.subarray(at, at + frame)));
  return Int16Array.from(parts);
}

const RATES = [8_000, 16_000, 48_000] as const;
const pairs = RATES.flatMap((from) => RATES.filter((to) => to !== from).map((to) => [from, to] as const));

test.each([...pairs, [44_100, 16_000] as const])(
  "[COD5] from %i to %i Hz a tone keeps its frequency and level",
  (from, to) => {
    for (const frequency of [200, 440, 1_000, 3_000]) {
      const audio = inFrames(new Resampler(from, to), sine(frequency, from, from), from / 50);
      const steady = audio.subarray(Math.round(to / 4), Math.round((to * 3) / 4));
      expect(amplitudeAt(steady, frequency, to)).toBeGreaterThan(9_500);
      expect(amplitudeAt(steady, frequency, to)).toBeLessThan(10_500);
    }
  },
);

test.each([
  [16_000, 8_000, 6_000, 2_000],
  [48_000, 16_000, 12_000, 4_000],
  [48_000, 8_000, 7_000, 1_000],
])(
  "[COD5] from %i to %i Hz the %i Hz above the band do not fold down to %i Hz",
  (from, to, frequency, alias) => {
    const audio = inFrames(new Resampler(from, to), sine(frequency, from, from), from / 50);
    expect(amplitudeAt(audio.subarray(to / 4), alias, to)).toBeLessThan(30);
  },
);

test.each([
  [8_000, 16_000, 7_560],
  [8_000, 48_000, 7_560],
  [16_000, 48_000, 15_560],
])("[COD5] from %i to %i Hz no image appears at %i Hz", (from, to, image) => {
  const audio = inFrames(new Resampler(from, to), sine(440, from, from), from / 50);
  expect(amplitudeAt(audio.subarray(to / 4), image, to)).toBeLessThan(30);
});

test("[COD5] every frame of 20 ms gives exactly one frame of 20 ms", () => {
  for (const [from, to] of pairs) {
    const resampler = new Resampler(from, to);
    for (let frame = 0; frame < 20; frame += 1)
      expect(resampler.process(new Int16Array(from / 50))).toHaveLength(to / 50);
  }
});

test("[COD5] how the stream is cut into frames does not change it", () => {
  const audio = sine(700, 16_000, 2_000);
  const whole = new Resampler(16_000, 8_000).process(audio);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (frame) => {
      expect([...inFrames(new Resampler(16_000, 8_000), audio, frame)]).toEqual([...whole]);
    }),
    { numRuns: 30 },
  );
});
