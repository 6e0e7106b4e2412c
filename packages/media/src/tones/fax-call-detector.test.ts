import { expect, test } from "vitest";
import { FaxCallDetector } from "./fax-call-detector.ts";

const RATE = 8_000;
const FRAME = 160;

function sine(hz: number, ms: number, amplitude = 8_000): Int16Array {
  return Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * at) / RATE)),
  );
}

const silence = (ms: number): Int16Array => new Int16Array((ms * RATE) / 1_000);

function hears(...parts: readonly Int16Array[]): number {
  const audio = Int16Array.from(parts.flatMap((part) => [...part]));
  const detector = new FaxCallDetector(RATE);
  let times = 0;
  for (let at = 0; at + FRAME <= audio.length; at += FRAME)
    if (detector.update(audio.subarray(at, at + FRAME))) times += 1;
  return times;
}

test.each([425, 500, 575])("[TON5] a whistle of %i ms is a fax machine that calls, once for each", (ms) => {
  expect(hears(silence(310), sine(1_100, ms), silence(3_000), sine(1_100, ms), silence(300))).toBe(2);
});

test.each([1_062, 1_138])("[TON5] %i Hz is near enough", (hz) => {
  expect(hears(silence(100), sine(hz, 500, 500), silence(100))).toBe(1);
});

test("[TON5] nothing else is one", () => {
  expect(hears(silence(100), sine(1_100, 2_000), silence(100))).toBe(0);
  expect(hears(silence(100), sine(1_100, 200), silence(100))).toBe(0);
  expect(hears(silence(100), sine(1_000, 500), silence(100))).toBe(0);
  expect(hears(silence(100), sine(2_100, 500), silence(100))).toBe(0);
  const both = sine(1_100, 500).map((sample, at) => sample + (sine(440, 500)[at] ?? 0));
  expect(hears(silence(100), both, silence(100))).toBe(0);
});
