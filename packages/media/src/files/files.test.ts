import fc from "fast-check";
import { expect, test } from "vitest";
import { createOpusDecoder, createOpusEncoder } from "../codecs/opus.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { parseOggOpus, serializeOggOpus } from "./ogg-opus.ts";
import { parseWav, WAV_HEADER_BYTES, wavHeader } from "./wav.ts";

const withData = (header: Uint8Array, data: Uint8Array) => Uint8Array.from([...header, ...data]);

test("[FIL1] a WAV file is read back", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom(1, 2),
      fc.constantFrom(8_000, 16_000, 44_100),
      (data, channels, sampleRate) => {
        const file = withData(wavHeader(channels, sampleRate, data.length), data);
        expect(parseWav(file)).toEqual({ encoding: "pcm16", channels, sampleRate, data });
      },
    ),
  );
});

test("[FIL2] a WAV file whose writer died gives what it holds", () => {
  const file = withData(wavHeader(1, 16_000), Uint8Array.of(1, 2, 3, 4));
  expect(file.length).toBe(WAV_HEADER_BYTES + 4);
  expect(parseWav(file)?.data).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test("[FIL3] no bytes make the readers throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (rest) => {
      parseWav(withData(wavHeader(1, 16_000).subarray(0, 36), rest));
      parseWav(rest);
      parseOggOpus(withData(Uint8Array.of(0x4f, 0x67, 0x67, 0x53), rest));
    }),
    { numRuns: 500 },
  );
});

test("[FIL4] Ogg Opus packets are read back, long ones over many segments too", () => {
  const packet = fc.integer({ min: 1, max: 1_100 }).map((length) => new Uint8Array(length).fill(0x08));
  fc.assert(
    fc.property(fc.array(packet, { minLength: 1, maxLength: 120 }), (packets) => {
      const parsed = parseOggOpus(serializeOggOpus({ packets, preSkip: 312 }, 7));
      expect(parsed).toEqual({ packets, preSkip: 312 });
    }),
    { numRuns: 30 },
  );
});

test("[FIL4] a tone survives encoder, container and decoder; a file cut short gives its start", () => {
  const [encoder, decoder] = [createOpusEncoder(), createOpusDecoder()];
  const packets = Array.from({ length: 100 }, (_, frame) =>
    encoder.encode(
      Int16Array.from(
        { length: 320 },
        (_, at) => 9_000 * Math.sin((2 * Math.PI * 500 * (frame * 320 + at)) / 16_000),
      ),
    ),
  );
  const file = serializeOggOpus({ packets, preSkip: 0 }, 1);
  const audio = parseOggOpus(file)?.packets.flatMap((packet) => [...(decoder.decode(packet) ?? [])]) ?? [];
  expect(amplitudeAt(Int16Array.from(audio), 500, 16_000)).toBeGreaterThan(8_000);
  expect(parseOggOpus(file.subarray(0, file.length - 10))?.packets).toHaveLength(50);
});
