import { expect, test } from "vitest";
import { isNewer } from "./release-news.ts";

test.each([
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.2", true],
  ["1.0", "1.0.0", false],
  ["1.0.1", "1.0", true],
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.2.0", false],
  ["1.0.0", "1.0.0-beta.2", true],
  ["1.0.0-beta.2", "1.0.0", false],
  ["0.17.72-master.153", "0.17.72-master.99", true],
])("%s is newer than %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
