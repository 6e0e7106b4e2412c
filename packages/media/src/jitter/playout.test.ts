import fc from "fast-check";
import { expect, test } from "vitest";
import { PCMU } from "../codecs/g711.ts";
import { OPUS } from "../codecs/opus.ts";
import { levelOf } from "../mixer/voice-activity.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { Concealer, foldFrames } from "./concealer.ts";
import { Playout } from "./playout.ts";

function sine(frequency: number, samples: number, start = 0, sampleRate = 8_000): Int16Array {
  return Int16Array.from({ length: samples }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * frequency * (start + at)) / sampleRate)),
  );
}

function largestStep(audio: Int16Array): number {
  let largest = 0;
  for (let at = 1; at < audio.length; at += 1)
    largest = Math.max(largest, Math.abs((audio[at] ?? 0) - (audio[at - 1] ?? 0)));
  return largest;
}

function pullAll(playout: Playout, frames: number): Int16Array {
  return Int16Array.from(
    Array.from({ length: frames }, () => [...(playout.pull() ?? new Int16Array(160))]).flat(),
  );
}

test("[JIT9] a gap in a tone is filled without a click and fades", () => {
  const concealer = new Concealer(8_000);
  const heard = [
    ...concealer.play(sine(440, 480)),
    ...concealer.conceal(160),
    ...concealer.conceal(160),
    ...concealer.play(sine(440, 480, 800)),
  ];
  expect(largestStep(Int16Array.from(heard))).toBeLessThan(largestStep(sine(440, 480)) * 1.6);
  const gap = Int16Array.from(heard.slice(480, 800));
  expect(amplitudeAt(gap, 440, 8_000)).toBeGreaterThan(5_000);
  for (let frame = 0; frame < 10; frame += 1) concealer.conceal(160);
  expect(levelOf(concealer.conceal(160))).toBe(-127);
});

test("[JIT9] folding two frames begins as the first and ends as the second", () => {
  const folded = foldFrames(new Int16Array(160).fill(1_000), new Int16Array(160).fill(-1_000));
  expect(folded[0]).toBe(1_000);
  expect(folded[159]).toBeLessThan(-950);
});

test.each([10, 20, 30, 40, 60])("[JIT10] packets of %i ms give whole frames of 20 ms", (packetMs) => {
  const playout = new Playout(PCMU);
  const encoder = PCMU.createEncoder();
  const samples = packetMs * 8;
  const heard: number[] = [];
  let sent = 0;
  for (let nowMs = 0; nowMs < 2_000; nowMs += 20) {
    for (; (sent + 1) * packetMs <= nowMs; sent += 1)
      playout.put({
        ssrc: 1,
        sequenceNumber: sent,
        payload: encoder.encode(sine(440, samples, sent * samples)),
      });
    heard.push(...(playout.pull() ?? []));
  }
  const steady = Int16Array.from(heard.slice(1_600, 14_400));
  expect(steady).toHaveLength(12_800);
  expect(amplitudeAt(steady, 440, 8_000)).toBeGreaterThan(7_500);
  expect(playout.counts.concealed).toBe(0);
});

test("[JIT11] three percent of loss leave a tone a tone", () => {
  const playout = new Playout(OPUS);
  const encoder = OPUS.createEncoder();
  const heard: number[] = [];
  for (let step = 0; step < 400; step += 1) {
    const payload = encoder.encode(sine(440, 320, step * 320, 16_000));
    if (step % 33 !== 12) playout.put({ ssrc: 1, sequenceNumber: step, payload });
    heard.push(...(playout.pull() ?? []));
  }
  const steady = Int16Array.from(heard.slice(-80_000));
  expect(amplitudeAt(steady, 440, 16_000)).toBeGreaterThan(7_000);
  expect(playout.counts.concealed).toBe(12);
});

test("[JIT12] nothing arrives, nothing is heard", () => {
  expect(new Playout(PCMU).pull()).toBeUndefined();
});

test("[JIT12] payloads of any bytes and any order never break the frames", () => {
  const input = fc.record({
    ssrc: fc.integer({ min: 1, max: 2 }),
    sequenceNumber: fc.integer({ min: 0, max: 0xffff }),
    payload: fc.uint8Array({ maxLength: 100 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(PCMU, OPUS), fc.array(input, { maxLength: 60 }), (codec, inputs) => {
      const playout = new Playout(codec);
      for (const each of inputs) {
        playout.put(each);
        const frame = playout.pull();
        if (frame) expect(frame).toHaveLength(codec.sampleRate / 50);
      }
    }),
  );
});

test("[JIT11] a stream with one loss goes on in step", () => {
  const playout = new Playout(PCMU);
  const encoder = PCMU.createEncoder();
  for (let step = 0; step < 5; step += 1)
    if (step !== 2)
      playout.put({ ssrc: 1, sequenceNumber: step, payload: encoder.encode(sine(440, 160, step * 160)) });
  const heard = pullAll(playout, 5);
  const expected = sine(440, 160, 4 * 160);
  expect(Math.abs((heard[4 * 160 + 80] ?? 0) - (expected[80] ?? 0))).toBeLessThan(500);
});
