import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { FaultTally } from "./fault-tally.ts";

test("[EDGE9] a flood of bad messages is one line a minute", () => {
  const clock = new FakeClock();
  const lines: unknown[] = [];
  const tally = new FaultTally(clock, { info: (_text, fields) => lines.push(fields), warn: () => {} });
  for (let each = 0; each < 5_000; each += 1) tally.add(`192.0.2.${each % 3}`, "startLine");
  expect(lines).toEqual([]);
  clock.advance(60_000);
  expect(lines).toEqual([{ count: 5_000, sources: 3, example: "192.0.2.0", reasons: { startLine: 5_000 } }]);
  clock.advance(600_000);
  expect(lines).toHaveLength(1);
});
