import fc from "fast-check";
import { expect, test } from "vitest";
import { readAudioLevel } from "./audio-level.ts";
import { isRtcp, parseRtpPacket, payloadLength, type RtpPacket, serializeRtpPacket } from "./rtp-packet.ts";

const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const words = bytes(10).map((some) => new Uint8Array(some.length * 4).fill(7));

const anRtpPacket: fc.Arbitrary<RtpPacket> = fc
  .record({
    payloadType: fc.integer({ min: 0, max: 127 }),
    marker: fc.boolean(),
    sequenceNumber: fc.integer({ min: 0, max: 0xffff }),
    timestamp: u32,
    ssrc: u32,
    csrcs: fc.oneof(fc.constant([]), fc.array(u32, { maxLength: 15 })),
    extension: fc.option(fc.record({ profile: fc.integer({ min: 0, max: 0xffff }), data: words }), {
      nil: undefined,
      freq: 1,
    }),
    payload: bytes(200),
  })
  .map(({ extension, ...packet }) => (extension ? { ...packet, extension } : packet));

test("[RTP1] what is written is read back: sources, extension, padding and all", () => {
  fc.assert(
    fc.property(anRtpPacket, fc.constantFrom(0, 1, 20), (packet, padding) => {
      const data = serializeRtpPacket(packet, padding);
      const read = parseRtpPacket(data);
      for (const field of Object.keys(packet) as (keyof RtpPacket)[])
        expect(read?.[field]).toEqual(packet[field]);
      const isPlain = packet.csrcs.length === 0 && !packet.extension && padding === 0;
      expect(read?.wire).toBe(isPlain ? data : undefined);
      expect(read && payloadLength(read)).toBe(packet.payload.length);
    }),
  );
});

test("[RTP1] no bytes make the reader throw or read past the end", () => {
  fc.assert(
    fc.property(bytes(80), (data) => {
      const packet = parseRtpPacket(data);
      if (packet) expect(packet.payload.length).toBeLessThanOrEqual(data.length - 12);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["shorter than a header", [0x80, 0, 0, 1]],
  ["another version", [0x40, ...Array(11).fill(0)]],
  ["more sources than bytes", [0x8f, ...Array(11).fill(0)]],
  ["padding longer than the packet", [0xa0, ...Array(11).fill(0), 200]],
  ["padding of no bytes", [0xa0, ...Array(12).fill(0)]],
  ["an extension that goes on behind the end", [0x90, ...Array(11).fill(0), 0xbe, 0xde, 0, 9]],
])("[RTP1] refuses %s", (_what, data) => {
  expect(parseRtpPacket(Uint8Array.from(data))).toBeUndefined();
});

test("[RTP2] control packets on a shared port are told apart", () => {
  expect(isRtcp(Uint8Array.of(0x80, 200))).toBe(true);
  expect(isRtcp(Uint8Array.of(0x80, 201))).toBe(true);
  expect(isRtcp(Uint8Array.of(0x80, 111))).toBe(false);
  expect(isRtcp(Uint8Array.of(0x80, 0x80 | 111))).toBe(false);
});

test.each([
  ["one-byte elements", 0xbede, [0x00, 0x21, 9, 9, 0x10, 0x80 | 37, 0, 0]],
  ["two-byte elements", 0x1000, [0x02, 1, 9, 0x01, 1, 0x80 | 37, 0, 0]],
])("[MIX5] reads the sender's audio level from %s", (_form, profile, data) => {
  const level = readAudioLevel({ profile, data: Uint8Array.from(data) }, 1);
  expect(level).toEqual({ isVoice: true, belowOverloadDb: 37 });
});

test("[MIX5] no level where there is no such element, and no endless loop in broken ones", () => {
  fc.assert(
    fc.property(fc.constantFrom(0xbede, 0x1000, 0x4242), bytes(40), (profile, data) => {
      readAudioLevel({ profile, data }, 15);
    }),
  );
  expect(readAudioLevel(undefined, 1)).toBeUndefined();
  expect(readAudioLevel({ profile: 0xbede, data: Uint8Array.of(0x20, 1) }, 1)).toBeUndefined();
});
