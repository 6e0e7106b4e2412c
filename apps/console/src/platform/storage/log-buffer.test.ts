import { expect, test } from "vitest";
import {
  LogBuffer,
  MAX_LOG_ENTRIES,
  MAX_LOG_TEXT,
  recordConsole,
  recordFailures,
  redact,
} from "./log-buffer.ts";

test.each([
  ["a bearer header", "Authorization: Bearer abc.def-123", "abc.def-123"],
  ["a password in JSON", '{"username":"maya","passhash":"offhook-demo"}', "offhook-demo"],
  ["a token in a query", "/push?token=s3cr3t&x=1", "s3cr3t"],
  ["one of our tokens", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2lnbmF0dXJl now", "eyJzdWIiOjF9"],
  ["a refresh token", "refreshToken = 'r-1-2-3'", "r-1-2-3"],
])("%s is taken out", (_what, text, secret) => {
  expect(redact(text)).not.toContain(secret);
});

test("what is no secret stays", () => {
  expect(redact("Call from (212) 555-0110 failed with 486")).toBe("Call from (212) 555-0110 failed with 486");
});

test("keeps the last hundred entries, each cut at five hundred characters", () => {
  const buffer = new LogBuffer();
  for (let index = 0; index < MAX_LOG_ENTRIES + 5; index += 1)
    buffer.add(index, "log", [index, "x".repeat(600)]);
  expect(buffer.entries).toHaveLength(MAX_LOG_ENTRIES);
  expect(buffer.entries[0]?.at).toBe(5);
  expect(buffer.entries.every(({ text }) => text.length <= MAX_LOG_TEXT)).toBe(true);
});

test("a secret at the cut is not left in half", () => {
  const buffer = new LogBuffer();
  buffer.add(0, "log", [`${"x".repeat(480)} password=verylongsecretvalue`]);
  expect(buffer.toText()).not.toContain("verylong");
});

test("records a console and lets go of it", () => {
  const printed: unknown[][] = [];
  const print = (...parts: unknown[]): void => void printed.push(parts);
  const target = { log: print, info: print, warn: print, error: print };
  const buffer = new LogBuffer();
  const stop = recordConsole(buffer, target, () => 0);
  target.warn("late", { by: 3 }, new TypeError("oops"));
  stop();
  target.warn("unheard");
  expect(buffer.toText()).toBe('1970-01-01T00:00:00.000Z WARN late {"by":3} TypeError: oops');
  expect(printed).toHaveLength(2);
});

test("records what nobody caught, redacted like the rest", () => {
  const page = new EventTarget();
  const buffer = new LogBuffer();
  const stop = recordFailures(buffer, page, () => 0);
  page.dispatchEvent(Object.assign(new Event("error"), { error: new RangeError("too far") }));
  page.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "token=s3cr3t" }));
  stop();
  page.dispatchEvent(Object.assign(new Event("error"), { error: new Error("unheard") }));
  expect(buffer.entries.map(({ level, text }) => [level, text])).toEqual([
    ["error", "RangeError: too far"],
    ["error", "Unhandled: token=[redacted]"],
  ]);
});
