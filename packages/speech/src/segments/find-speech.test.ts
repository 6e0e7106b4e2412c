import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSpeech } from "./find-speech.ts";
import { SAMPLE_RATE } from "./speech-segment.ts";

/** Loudness from 0 to 1 for so many seconds; a hum, because what is cut is loudness and not words. */
function sound(...parts: readonly (readonly [level: number, seconds: number])[]): Int16Array {
  const length = parts.reduce((sum, [, seconds]) => sum + Math.round(seconds * SAMPLE_RATE), 0);
  const samples = new Int16Array(length);
  let at = 0;
  for (const [level, seconds] of parts)
    for (const end = at + Math.round(seconds * SAMPLE_RATE); at < end; at += 1)
      samples[at] = Math.round(Math.sin((2 * Math.PI * 200 * at) / SAMPLE_RATE) * level * 32_767);
  return samples;
}

const seconds = (samples: Int16Array) =>
  findSpeech(samples).map(({ start, end }) => [start / SAMPLE_RATE, end / SAMPLE_RATE]);

describe("findSpeech", () => {
  it("finds nothing in silence, in a faint hiss and in no sound at all", () => {
    expect(findSpeech(new Int16Array(0))).toEqual([]);
    expect(findSpeech(sound([0, 5]))).toEqual([]);
    expect(findSpeech(sound([0.001, 5]))).toEqual([]);
  });

  it("cuts at a pause, and leaves a margin around what was said", () => {
    const found = seconds(sound([0, 1], [0.3, 3], [0, 1], [0.3, 2], [0, 1]));
    expect(found).toEqual([
      [0.8, 4.2],
      [4.8, 7.2],
    ]);
  });

  it("cuts where the line hisses as well", () => {
    const found = seconds(sound([0.004, 1], [0.3, 3], [0.004, 1], [0.3, 2], [0.004, 1]));
    expect(found).toHaveLength(2);
  });

  it("does not cut between two words", () => {
    expect(seconds(sound([0.3, 2], [0, 0.3], [0.3, 2]))).toEqual([[0, 4.3]]);
  });

  it("joins a word that stands alone to its neighbor, and leaves one that is far away", () => {
    expect(seconds(sound([0.3, 0.6], [0, 0.8], [0.3, 3]))).toEqual([[0, 4.4]]);
    expect(seconds(sound([0.3, 0.6], [0, 2], [0.3, 3]))).toHaveLength(2);
  });

  it("takes a click for no speech", () => {
    expect(seconds(sound([0, 1], [0.3, 0.08], [0, 2], [0.3, 2]))).toEqual([[2.88, 5.08]]);
  });

  it("cuts a speech without a pause where it is quietest", () => {
    const found = seconds(sound([0.3, 9], [0.1, 0.1], [0.3, 12]));
    expect(found).toHaveLength(2);
    expect(found[0]?.[1]).toBeGreaterThanOrEqual(9);
    expect(found[0]?.[1]).toBeLessThanOrEqual(9.1);
  });

  it("keeps order, bounds and the longest length whatever it is given", () => {
    const part = fc.tuple(fc.constantFrom(0, 0.01, 0.1, 0.5), fc.integer({ min: 1, max: 400 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const samples = sound(...parts.map(([level, frames]) => [level, frames / 50] as const));
        let before = 0;
        for (const { start, end } of findSpeech(samples)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(15 * SAMPLE_RATE);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(samples.length);
      }),
      { numRuns: 40 },
    );
  });
});
