import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNameAddr, nameAddr } from "../../grammar/name-addr.ts";
import { sipUri } from "../../grammar/uri.ts";
import { wire } from "../../testing/sample-messages.ts";
import { SipHeaders } from "../headers/sip-headers.ts";
import { serializeMessage } from "../message-serializer.ts";
import { SipRequest, SipResponse } from "../sip-message.ts";
import { parseDatagram } from "./message-parser.ts";
import { refusalResponse } from "./parse-fault.ts";
import { StreamFramer, type StreamItem } from "./stream-framer.ts";

const token = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,12}$/);
const word = fc.stringMatching(/^[A-Za-z0-9.@-]{1,20}$/);
const uri = fc.record({ user: token, host: fc.domain() }).map(sipUri);
const address = fc
  .record({ uri, displayName: fc.string({ unit: "grapheme", maxLength: 8 }), tag: token })
  .map(({ uri: value, displayName, tag }) =>
    formatNameAddr(nameAddr(value, { displayName, parameters: [{ name: "tag", value: tag }] })),
  );
const fieldText = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .map((value) => value.replace(/^[\s]+|[\s]+$/g, ""))
  .filter((value) => !/[\r\n]/.test(value));
const extras = fc.array(
  fc.tuple(
    token.map((name) => `X-${name}`),
    fieldText,
  ),
  { maxLength: 6 },
);
const sequence = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const body = fc.uint8Array({ maxLength: 60 });

const message = fc
  .record({
    method: token,
    uri,
    from: address,
    to: address,
    callId: word,
    sequence,
    branch: token,
    extras,
    body,
    status: fc.integer({ min: 99, max: 699 }),
    reason: fieldText,
  })
  .map((parts) => {
    const headers = SipHeaders.of(
      ["Via", `SIP/2.0/TCP h;branch=z9hG4bK${parts.branch}`],
      ["From", parts.from],
      ["To", parts.to],
      ["Call-ID", parts.callId],
      ["CSeq", `${parts.sequence} ${parts.method}`],
      ...parts.extras,
    );
    if (parts.status >= 100) return new SipResponse(parts.status, parts.reason, headers, parts.body);
    return new SipRequest(parts.method, parts.uri, headers, parts.body);
  });

test("[MSG15] what is written is read back the same, as datagram and on a stream", () => {
  fc.assert(
    fc.property(message, (original) => {
      const bytes = serializeMessage(original);
      const outcome = parseDatagram(bytes);
      expect(outcome).toEqual({ kind: "message", message: original });
      expect(new StreamFramer({ role: "opened" }).push(bytes)).toEqual([outcome]);
    }),
    { numRuns: 500 },
  );
});

test("[MSG1] any bytes at all: an outcome, never an exception, and an answer that can be written", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      message.map(serializeMessage),
      fc
        .constantFrom(
          "INVITE sip:a@b SIP/2.0\r\n",
          "Via: SIP/2.0/UDP h\r\n",
          "\r\n",
          "\n ",
          ":",
          '"',
          "<",
          ";",
          ",",
          "Content-Length: 5\r\n",
        )
        .map((text) => new TextEncoder().encode(text)),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const bytes = Buffer.concat(parts);
      const outcome = parseDatagram(bytes);
      if (outcome.kind === "fault" && outcome.fault.refusal)
        serializeMessage(refusalResponse(outcome.fault.refusal, "t"));
      if (outcome.kind === "message") serializeMessage(outcome.message);
      new StreamFramer({ role: "accepted" }).push(bytes);
    }),
    { numRuns: 1_000 },
  );
});

test("[MSG12] a stream yields the same items however it is cut", () => {
  const stream = fc.array(
    fc.oneof(
      message.map(serializeMessage),
      fc.constant(wire(["x"])),
      fc.constant(new TextEncoder().encode("\r\n\r\n")),
      fc.constant(wire(["OPTIONS sip:h SIP/2.0", "l: 3"], "abc")),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(
      stream,
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.constantFrom("opened" as const, "accepted" as const),
      (parts, cuts, role) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
        const whole = new StreamFramer({ role }).push(bytes);
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right);
        const framer = new StreamFramer({ role });
        const items: StreamItem[] = [];
        for (const [index, place] of [...places, bytes.length].entries()) {
          items.push(...framer.push(bytes.subarray(places[index - 1] ?? 0, place)));
        }
        expect(items).toEqual(whole);
      },
    ),
  );
});
