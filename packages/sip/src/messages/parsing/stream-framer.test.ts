import { expect, test } from "vitest";
import { wire } from "../../testing/sample-messages.ts";
import { DEFAULT_LIMITS } from "./message-limits.ts";
import { PING, StreamFramer, type StreamItem } from "./stream-framer.ts";

const HEAD = [
  "OPTIONS sip:b@h SIP/2.0",
  "Via: SIP/2.0/TCP h;branch=z9hG4bKa",
  "From: <sip:a@h>;tag=1",
  "To: <sip:b@h>",
  "Call-ID: c",
  "CSeq: 7 OPTIONS",
];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const accepted = (): StreamFramer => new StreamFramer({ role: "accepted" });

function kinds(items: readonly StreamItem[]): string[] {
  return items.map((item) =>
    item.kind === "fault" ? `${item.fault.reason}${item.isFatal ? "!" : ""}` : item.kind,
  );
}

test("[MSG13] two line breaks ask for life on an accepted connection, one answers on an opened one", () => {
  const framer = accepted();
  expect(kinds(framer.push(bytes("\r\n")))).toEqual([]);
  expect(kinds(framer.push(bytes("\r\n")))).toEqual(["ping"]);
  expect(kinds(framer.push(PING))).toEqual(["ping"]);
  expect(kinds(framer.push(Uint8Array.from([...bytes("\r\n"), ...wire([...HEAD, "l: 0"])])))).toEqual([
    "message",
  ]);
  expect(kinds(new StreamFramer({ role: "opened" }).push(bytes("\r\n\r\n")))).toEqual(["pong", "pong"]);
});

test("[MSG11] a fault with a length skips its body and goes on", () => {
  const bad = wire(["OPTIONS sip:b@h SIP/2.0", "Via: SIP/2.0/TCP h", "Content-Length: 4"], "SIP/");
  const good = wire([...HEAD, "Content-Length: 0"]);
  expect(kinds(accepted().push(Uint8Array.from([...bad, ...good])))).toEqual(["missingHeader", "message"]);
});

test.each([
  ["no length", wire(HEAD), "contentLength!"],
  ["two lengths", wire([...HEAD, "l: 0", "l: 0"]), "contentLength!"],
  ["a length that is none", wire([...HEAD, "l: ten"]), "contentLength!"],
  ["a length beyond the limit", wire([...HEAD, "l: 65536"]), "contentLength!"],
  ["another protocol", wire(["GET / HTTP/1.1", "Host: x"]), "notSip!"],
  ["a TLS hello", Uint8Array.of(0x16, 3, 1, 10, 10), "notSip!"],
])("[MSG11] %s ends the stream", (_case, input, kind) => {
  const framer = accepted();
  expect(kinds(framer.push(input))).toEqual([kind]);
  expect(framer.push(wire([...HEAD, "l: 0"]))).toEqual([]);
});

test("[MSG14] a head that never ends is cut off at the limit", () => {
  const framer = accepted();
  let items: readonly StreamItem[] = framer.push(bytes(`${HEAD.join("\r\n")}\r\n`));
  let fed = 0;
  while (items.length === 0 && fed < 10 * DEFAULT_LIMITS.maxHeadBytes) {
    items = framer.push(bytes(`X-Pad: ${"a".repeat(90)}\r\n`));
    fed += 100;
  }
  expect(kinds(items)).toEqual(["tooLarge!"]);
  expect(items[0]?.kind === "fault" && items[0].fault.refusal?.status).toBe(513);
  expect(fed).toBeLessThan(DEFAULT_LIMITS.maxHeadBytes + 1_000);
});

test("[MSG12] bodies are copies: later bytes do not change a message already handed out", () => {
  const framer = accepted();
  const first = framer.push(wire([...HEAD, "l: 5"], "first"));
  framer.push(wire([...HEAD, "l: 6"], "second"));
  expect(first[0]?.kind === "message" && new TextDecoder().decode(first[0].message.body)).toBe("first");
});
