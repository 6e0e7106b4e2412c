import fc from "fast-check";
import { expect, test } from "vitest";
import { levelOf } from "../mixer/voice-activity.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { type AudioCodec, frameSamples } from "./audio-codec.ts";
import { PCMA, PCMU } from "./g711.ts";
import { G722 } from "./g722.ts";
import { OPUS } from "./opus.ts";
import { isOpusSilence, opusDurationMs } from "./opus-packet.ts";

function sine(frequency: number, sampleRate: number, samples: number, amplitude = 8_000): Int16Array {
  return Int16Array.from({ length: samples }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequency * at) / sampleRate)),
  );
}

function throughCodec(codec: AudioCodec, audio: Int16Array): Int16Array {
  const [encoder, decoder] = [codec.createEncoder(), codec.createDecoder()];
  const size = frameSamples(codec.sampleRate);
  const out = new Int16Array(audio.length);
  for (let at = 0; at + size <= audio.length; at += size) {
    const payload = encoder.encode(audio.subarray(at, at + size));
    expect(codec.durationMs(payload)).toBe(20);
    out.set(decoder.decode(payload) ?? [], at);
  }
  return out;
}

test.each([PCMU, PCMA, G722, OPUS])("[COD1] a tone keeps its frequency and level through $name", (codec) => {
  const audio = throughCodec(codec, sine(440, codec.sampleRate, codec.sampleRate));
  const steady = audio.subarray(codec.sampleRate / 2);
  expect(amplitudeAt(steady, 440, codec.sampleRate)).toBeGreaterThan(7_000);
  expect(amplitudeAt(steady, 440, codec.sampleRate)).toBeLessThan(9_000);
  expect(amplitudeAt(steady, 700, codec.sampleRate)).toBeLessThan(250);
});

test.each([
  [PCMU, 0xff, 0],
  [PCMU, 0x00, -32_124],
  [PCMU, 0x80, 32_124],
  [PCMA, 0xd5, 8],
  [PCMA, 0x2a, -32_256],
  [PCMA, 0xaa, 32_256],
])("[COD2] $name follows the tables of G.711: %#", (codec, byte, sample) => {
  expect(codec.createDecoder().decode(Uint8Array.of(byte))?.[0]).toBe(sample);
});

test.each([PCMU, PCMA])(
  "[COD2] $name: every code survives, and no sample moves further than its step",
  (codec) => {
    const decode = (bytes: Uint8Array) => codec.createDecoder().decode(bytes) ?? new Int16Array();
    const linear = decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    expect([...decode(codec.createEncoder().encode(linear))]).toEqual([...linear]);
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (sample) => {
        const [heard = 0] = decode(codec.createEncoder().encode(Int16Array.of(sample)));
        expect(Math.abs(heard - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16 + 24));
      }),
    );
  },
);

test.each([
  ["20 ms of speech", [0x08 | 0x00], 20],
  ["60 ms of speech", [0x18], 60],
  ["two frames of 20 ms", [0x09], 40],
  ["three frames of 10 ms", [0x03, 0x03], 30],
  ["2.5 ms of music", [0x80], 2.5],
  ["20 ms of music", [0xf8], 20],
  ["more than Opus allows", [0x1b, 0x3f], 0],
  ["nothing", [], 0],
])("[COD3] the length of an Opus packet is read from its head: %s", (_what, bytes, durationMs) => {
  expect(opusDurationMs(Uint8Array.from(bytes))).toBe(durationMs);
});

test("[COD3] silence frames are recognized", () => {
  expect(isOpusSilence(Uint8Array.of(0xf8))).toBe(true);
  expect(isOpusSilence(new Uint8Array(40))).toBe(false);
});

test("[COD4] no bytes bring the decoders down", () => {
  const decoders = [OPUS, G722, PCMU, PCMA].map((codec) => codec.createDecoder());
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (payload) => {
      for (const decoder of decoders) decoder.decode(payload);
    }),
    { numRuns: 500 },
  );
});

test("[MIX6] a decoder that heard another Opus stream takes up a restarted one without a bang", () => {
  const [one, other] = [OPUS.createEncoder(), OPUS.createEncoder()];
  const decoder = OPUS.createDecoder();
  const [low, high] = [sine(300, 16_000, 16_000), sine(800, 16_000, 16_000, 2_000)];
  for (let at = 0; at < 8_000; at += 320) {
    decoder.decode(one.encode(low.subarray(at, at + 320)));
    other.encode(high.subarray(at, at + 320));
  }
  other.restart();
  const levels: number[] = [];
  for (let at = 8_000; at < 16_000; at += 320)
    levels.push(levelOf(decoder.decode(other.encode(high.subarray(at, at + 320))) ?? new Int16Array()));
  // The far quieter tone is heard as such from the second frame on.
  expect(Math.max(...levels.slice(1))).toBeLessThan(levelOf(low) - 6);
});

test("[COD6] G.722 makes the bytes that other implementations make, and the audio that they hear", () => {
  const audio = Int16Array.from({ length: 64 }, (_, at) => {
    const low = 8_000 * Math.sin((2 * Math.PI * 440 * at) / 16_000);
    return Math.round(low + 3_000 * Math.sin((2 * Math.PI * 5_000 * at) / 16_000));
  });
  // What ffmpeg's encoder gives for the same samples.
  const reference = [
    250, 24, 158, 32, 132, 160, 160, 32, 162, 169, 43, 174, 48, 55, 190, 25, 147, 147, 18, 146, 20, 22, 156,
    60, 246, 177, 47, 175, 112, 50, 180, 56,
  ];
  expect([...G722.createEncoder().encode(audio)]).toEqual(reference);
  const heard = G722.createDecoder().decode(Uint8Array.from(reference));
  expect([...(heard ?? []).slice(44, 52)]).toEqual([-5434, -5316, -6235, -7433, -7567, -7652, -8088, -7487]);
});

test("[COD6] G.722 carries what G.711 cannot: a tone of 5 kHz", () => {
  const heard = throughCodec(G722, sine(5_000, 16_000, 16_000, 4_000)).subarray(8_000);
  expect(amplitudeAt(heard, 5_000, 16_000)).toBeGreaterThan(3_000);
});

test("[COD7] encoded silence is known without decoding, and neither a tone nor a quiet room passes for it", () => {
  const encoded = (sample: (at: number) => number): Uint8Array[] => {
    const encoder = OPUS.createEncoder();
    return Array.from({ length: 100 }, (_, frame) =>
      encoder.encode(Int16Array.from({ length: 320 }, (_, at) => sample(320 * frame + at))),
    );
  };
  expect(encoded(() => 0).every(isOpusSilence)).toBe(true);
  const tone = encoded((at) => 300 * Math.sin((2 * Math.PI * 400 * at) / 16_000));
  expect(tone.some(isOpusSilence)).toBe(false);
  // A noise that is the same in every run.
  const room = encoded((at) => ((at * 7_919) % 61) - 30);
  expect(room.some(isOpusSilence)).toBe(false);
});
