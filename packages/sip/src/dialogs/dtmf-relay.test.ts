import { expect, test } from "vitest";
import { encodeUtf8 } from "../grammar/utf8.ts";
import { dtmfBody, parseDtmf } from "./dtmf-relay.ts";

const read = (text: string, type = "application/dtmf-relay") =>
  parseDtmf({ type, content: encodeUtf8(text) });

test.each([..."0123456789*#ABCD"])("[INF1] key %s goes out and comes in", (key) => {
  expect(parseDtmf(dtmfBody({ key, durationMs: 250 }))).toEqual({ key, durationMs: 250 });
});

test("[INF1] what phones really send", () => {
  expect(read("Signal= 5\r\nDuration= 160")).toEqual({ key: "5", durationMs: 160 });
  expect(read("signal=a\n")).toEqual({ key: "A", durationMs: 160 });
  expect(read("7", "application/dtmf")).toEqual({ key: "7", durationMs: 160 });
  expect(read("Signal=5", "application/dtmf-relay; charset=utf-8")).toEqual({ key: "5", durationMs: 160 });
});

test.each(["", "Signal=", "Signal=55", "Signal=x", "Duration=5", "Signal 5"])(
  "[INF1] %j is no key",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test("[INF1] another body is none either", () => {
  expect(read("Signal=5", "text/plain")).toBeUndefined();
  expect(parseDtmf(undefined)).toBeUndefined();
});
