import fc from "fast-check";
import { expect, test } from "vitest";
import type { RtpHeader, RtpPacket } from "./rtp-packet.ts";
import { RtpSendStream } from "./rtp-send-stream.ts";
import { sequenceDistance, timestampDistance } from "./sequence.ts";

const aPacket = (sequenceNumber: number, timestamp: number, ssrc = 77): RtpPacket => ({
  payloadType: 0,
  marker: false,
  sequenceNumber: sequenceNumber & 0xffff,
  timestamp: timestamp >>> 0,
  ssrc,
  csrcs: [],
  payload: new Uint8Array(160),
});

const aStream = () =>
  new RtpSendStream({ ssrc: 1, firstSequenceNumber: 65_534, firstTimestamp: 2 ** 32 - 200 });
const music = { what: "music" };
const peer = { what: "peer" };

test("[RTP3] frames of one source follow each other over the wrap of both counters", () => {
  const stream = aStream();
  const headers = Array.from({ length: 4 }, (_, tick) => stream.frame(music, 0, 160, tick * 20));
  expect(headers.map((each) => each.sequenceNumber)).toEqual([65_534, 65_535, 0, 1]);
  expect(headers.map((each) => each.timestamp)).toEqual([2 ** 32 - 200, 2 ** 32 - 40, 120, 280]);
  expect(headers.map((each) => each.marker)).toEqual([true, false, false, false]);
});

test("[RTP4] from music to a peer the timestamp follows the wall clock and the marker is set", () => {
  const stream = aStream();
  const last = stream.frame(music, 0, 160, 0);
  const first = stream.relay(peer, aPacket(9_000, 123_456), 0, 500);
  expect(first?.marker).toBe(true);
  expect(sequenceDistance(last.sequenceNumber, first?.sequenceNumber ?? 0)).toBe(1);
  expect(timestampDistance(last.timestamp, first?.timestamp ?? 0)).toBe(4_000);
  const second = stream.relay(peer, aPacket(9_001, 123_616), 0, 520);
  expect(second?.marker).toBe(false);
  expect(timestampDistance(first?.timestamp ?? 0, second?.timestamp ?? 0)).toBe(160);
  const back = stream.frame(music, 0, 160, 530);
  expect(back.marker).toBe(true);
  expect(timestampDistance(second?.timestamp ?? 0, back.timestamp)).toBe(160);
});

test("[RTP5] a relayed stream keeps its gaps and its order", () => {
  const stream = aStream();
  const sent = [0, 1, 4, 3, 5].map((step) =>
    stream.relay(peer, aPacket(100 + step, step * 160), 0, step * 20),
  );
  const first = sent[0]?.sequenceNumber ?? 0;
  expect(sent.map((each) => sequenceDistance(first, each?.sequenceNumber ?? 0))).toEqual([0, 1, 4, 3, 5]);
});

test("[RTP5] a straggler from before the relay began is not sent", () => {
  const stream = aStream();
  stream.relay(peer, aPacket(100, 16_000), 0, 0);
  expect(stream.relay(peer, aPacket(99, 15_840), 0, 1)).toBeUndefined();
});

test("[RTP5] a relay of an hour is not mistaken for stragglers when its counter wraps", () => {
  const stream = aStream();
  for (let step = 0; step < 180_000; step += 1) {
    const header = stream.relay(peer, aPacket(500 + step, step * 160), 0, step * 20);
    if (!header || header.marker !== (step === 0)) expect.fail(`packet ${step} was taken for another stream`);
  }
});

test("[RTP4] a peer that restarts with a new SSRC goes on where it was", () => {
  const stream = aStream();
  const before = stream.relay(peer, aPacket(100, 0), 0, 0);
  const after = stream.relay(peer, aPacket(40_000, 9_999_999, 78), 0, 100);
  expect(sequenceDistance(before?.sequenceNumber ?? 0, after?.sequenceNumber ?? 0)).toBe(1);
  expect(timestampDistance(before?.timestamp ?? 0, after?.timestamp ?? 0)).toBe(800);
  expect(after?.marker).toBe(true);
});

test("[RTP4] whatever the sources do, no sequence number is used twice and time never runs back", () => {
  const step = fc.record({
    source: fc.constantFrom("music", "peer", "event"),
    waitMs: fc.integer({ min: 1, max: 300 }),
    lost: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 60 }), (steps) => {
      const stream = aStream();
      const sent: RtpHeader[] = [];
      let nowMs = 0;
      let sequence = 65_500;
      for (const { source, waitMs, lost } of steps) {
        nowMs += waitMs;
        sequence += 1 + lost;
        const header =
          source === "music"
            ? stream.frame(music, 0, 160, nowMs)
            : source === "event"
              ? stream.event(101, true, nowMs)
              : stream.relay(peer, aPacket(sequence, sequence * 160), 0, nowMs);
        if (header) sent.push(header);
      }
      for (const [index, header] of sent.entries()) {
        const before = sent[index - 1];
        if (!before) continue;
        expect(sequenceDistance(before.sequenceNumber, header.sequenceNumber)).toBeGreaterThan(0);
        expect(timestampDistance(before.timestamp, header.timestamp)).toBeGreaterThan(0);
      }
    }),
  );
});
