import { expect, test } from "vitest";
import { clockDuration, durationWords } from "./durations.ts";

test.each<[number, string, string]>([
  [0, "0:00", "0 seconds"],
  [7.9, "0:07", "7 seconds"],
  [61, "1:01", "1 minute 1 second"],
  [725, "12:05", "12 minutes 5 seconds"],
  [3600, "1:00:00", "1 hour"],
  [3723, "1:02:03", "1 hour 2 minutes 3 seconds"],
  [360_000, "100:00:00", "100 hours"],
  [Number.NaN, "0:00", "0 seconds"],
  [Number.POSITIVE_INFINITY, "0:00", "0 seconds"],
  [-3, "0:00", "0 seconds"],
])("%d s is %o, in words %o", (seconds, clock, words) => {
  expect(clockDuration(seconds)).toBe(clock);
  expect(durationWords(seconds)).toBe(words);
});
