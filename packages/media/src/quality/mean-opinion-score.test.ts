import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallConditions, meanOpinionScore } from "./mean-opinion-score.ts";

const perfect: CallConditions = { codec: "PCMU", lossRate: 0, jitterMs: 1, roundTripMs: 20 };

test.each<[string, Partial<CallConditions>, number, number]>([
  ["a clean line", {}, 4.3, 4.45],
  ["one percent of loss", { lossRate: 0.01 }, 4.2, 4.4],
  ["five percent of loss", { lossRate: 0.05 }, 3.6, 4.0],
  ["twenty percent of loss", { lossRate: 0.2 }, 2.0, 3.0],
  ["a satellite in between", { roundTripMs: 600 }, 3.3, 3.9],
  ["much jitter", { jitterMs: 100 }, 4.0, 4.4],
  ["all lost", { lossRate: 1 }, 1, 1.5],
])("[QUA5] %s", (_what, change, least, most) => {
  const score = meanOpinionScore({ ...perfect, ...change });
  expect(score).toBeGreaterThanOrEqual(least);
  expect(score).toBeLessThanOrEqual(most);
});

test("[QUA5] worse conditions never score better, and the score stays between 1 and 4.5", () => {
  const conditions = fc.record({
    codec: fc.constantFrom("opus", "G722", "PCMU", "PCMA"),
    lossRate: fc.double({ min: 0, max: 1, noNaN: true }),
    jitterMs: fc.double({ min: 0, max: 500, noNaN: true }),
    roundTripMs: fc.double({ min: 0, max: 3_000, noNaN: true }),
  });
  fc.assert(
    fc.property(conditions, fc.double({ min: 0, max: 1, noNaN: true }), (given, more) => {
      const score = meanOpinionScore(given);
      expect(score).toBeGreaterThanOrEqual(1);
      expect(score).toBeLessThanOrEqual(4.5);
      const worse = [
        { ...given, lossRate: given.lossRate + more },
        { ...given, jitterMs: given.jitterMs + 100 * more },
        { ...given, roundTripMs: given.roundTripMs + 500 * more },
      ];
      // The curve of G.107 has a dent of a few hundredths near its lower end.
      for (const each of worse) expect(meanOpinionScore(each)).toBeLessThanOrEqual(score + 0.05);
    }),
  );
});
