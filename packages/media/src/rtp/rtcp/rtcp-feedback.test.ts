import fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseVideoFeedback,
  serializeBandwidth,
  serializeKeyframeRequest,
  serializeLost,
} from "./rtcp-feedback.ts";

test("[VID2] feedback is written as it is read, also behind a report in a compound packet", () => {
  const report = new Uint8Array([0x80, 201, 0, 1, 0, 0, 0, 1]);
  const lost = [
    { first: 65_530, mask: 0x8001 },
    { first: 7, mask: 0 },
  ];
  const compound = Buffer.concat([
    report,
    serializeKeyframeRequest(1, 0xfedcba98),
    serializeLost(1, 2, lost),
    serializeBandwidth(1, 3, 0x0a1234),
  ]);
  expect(parseVideoFeedback(compound)).toEqual([
    { kind: "keyframe", ssrc: 0xfedcba98 },
    { kind: "lost", ssrc: 2, packets: lost },
    { kind: "bandwidth", exponentAndMantissa: 0x0a1234 },
  ]);
});

test("[VID2] a full intra request asks for a picture of the source it names", () => {
  const request = new Uint8Array([0x84, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0]);
  expect(parseVideoFeedback(request)).toEqual([{ kind: "keyframe", ssrc: 9 }]);
});

test("[VID3] no bytes make the reader throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      for (const first of [0x80, 0x81, 0x84, 0x8f])
        parseVideoFeedback(new Uint8Array([first, 206, 0, bytes.length >> 2, ...bytes]));
      parseVideoFeedback(bytes);
    }),
    { numRuns: 2_000 },
  );
});
