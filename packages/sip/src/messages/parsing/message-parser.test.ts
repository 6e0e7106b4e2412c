import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameAddr } from "../../grammar/name-addr.ts";
import { sipUri } from "../../grammar/uri.ts";
import { parsed, wire } from "../../testing/sample-messages.ts";
import { Contact, contactsOf, From, outboundBindingOf, Route, To } from "../headers/address-headers.ts";
import { CSeq } from "../headers/number-headers.ts";
import { SipHeaders } from "../headers/sip-headers.ts";
import { Via } from "../headers/via-header.ts";
import { serializeMessage } from "../message-serializer.ts";
import { SipRequest, SipResponse } from "../sip-message.ts";
import { parseDatagram } from "./message-parser.ts";
import { refusalResponse } from "./parse-fault.ts";

const HEAD = [
  "Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKa",
  "From: <sip:a@h>;tag=1",
  "To: <sip:b@h>",
  "Call-ID: c@h",
  "CSeq: 7 OPTIONS",
];
const REQUEST = ["OPTIONS sip:b@h SIP/2.0", ...HEAD];
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function fault(bytes: Uint8Array): string {
  const outcome = parseDatagram(bytes);
  return outcome.kind === "fault"
    ? `${outcome.fault.reason}/${outcome.fault.refusal?.status ?? "drop"}`
    : "message";
}

describe("verdicts", () => {
  const without = (name: string): string[] => REQUEST.filter((line) => !line.startsWith(name));
  const replaced = (name: string, line: string): string[] => [...without(name), line];

  test.each<[string, string, readonly string[]]>([
    ["[MSG5] no Via", "missingHeader/drop", without("Via")],
    ["[MSG5] no From", "missingHeader/400", without("From")],
    ["[MSG5] no To", "missingHeader/400", without("To")],
    ["[MSG5] no Call-ID", "missingHeader/400", without("Call-ID")],
    ["[MSG5] no CSeq", "missingHeader/400", without("CSeq")],
    ["[MSG5] two From", "repeatedHeader/400", [...REQUEST, "f: <sip:x@h>;tag=2"]],
    ["[MSG5] two Max-Forwards", "repeatedHeader/400", [...REQUEST, "Max-Forwards: 1", "Max-Forwards: 1"]],
    ["[MSG5] a second Via is normal", "message", [...REQUEST, "Via: SIP/2.0/TCP x"]],
    ["[MSG5] a From without tag is RFC 2543", "message", replaced("From", "From: <sip:a@h>")],
    ["[MSG6] a wrong second Via", "malformedHeader/400", [...REQUEST, "Via: SIP/2.0/TCP"]],
    ["[MSG6] a wrong Contact", "malformedHeader/400", [...REQUEST, "Contact: <sip:a@h>, x"]],
    ["[MSG6] a wrong Route", "malformedHeader/400", [...REQUEST, "Route: <sip:a@h"]],
    ["[MSG6] a wrong Record-Route", "malformedHeader/400", [...REQUEST, "Record-Route: ,"]],
    ["[MSG6] Max-Forwards beyond 255", "malformedHeader/400", [...REQUEST, "Max-Forwards: 256"]],
    ["[MSG6] a wrong Expires is nobody's business yet", "message", [...REQUEST, "Expires: soon"]],
    ["[MSG7] the star as Contact", "message", [...REQUEST, "m: *"]],
    ["[MSG8] CSeq of 2^31", "malformedHeader/400", replaced("CSeq", "CSeq: 2147483648 OPTIONS")],
    ["[MSG8] CSeq of 2^31 - 1", "message", replaced("CSeq", "CSeq: 2147483647 OPTIONS")],
    ["[MSG8] CSeq of another method", "methodMismatch/400", replaced("CSeq", "CSeq: 7 INVITE")],
    ["[MSG8] methods are case-sensitive", "methodMismatch/400", replaced("CSeq", "CSeq: 7 options")],
    ["[MSG8] Call-ID with a gap", "malformedHeader/400", replaced("Call-ID", "Call-ID: a b")],
    ["[MSG8] a header line without colon", "headerLine/400", [...REQUEST, "nonsense"]],
    ["[MSG8] a header name with a space inside", "headerLine/400", [...REQUEST, "a b: c"]],
    ["[MSG8] another version", "version/505", ["OPTIONS sip:b@h SIP/3.0", ...HEAD]],
    ["[MSG8] no Request-URI", "startLine/400", ["OPTIONS SIP/2.0", ...HEAD]],
    ["[MSG8] not SIP", "notSip/drop", ["GET / HTTP/1.1", ...HEAD]],
    [
      "[MSG9] an ACK is never answered",
      "missingHeader/drop",
      ["ACK sip:b@h SIP/2.0", ...without("To").slice(1)],
    ],
    [
      "[MSG9] a response is never answered",
      "missingHeader/drop",
      ["SIP/2.0 200 OK", ...without("To").slice(1)],
    ],
    ["[MSG8] status 99", "status/drop", ["SIP/2.0 099 OK", ...HEAD]],
    ["[MSG8] status 700", "status/drop", ["SIP/2.0 700 OK", ...HEAD]],
    ["[MSG7] an unknown status of a known class", "message", ["SIP/2.0 699 Odd", ...HEAD]],
    ["[MSG10] a negative length", "contentLength/400", [...REQUEST, "Content-Length: -1"]],
    ["[MSG10] two lengths, though the same", "contentLength/400", [...REQUEST, "Content-Length: 0", "l: 0"]],
    ["[MSG10] more than there is", "truncated/400", [...REQUEST, "Content-Length: 5"]],
    ["[MSG14] a line too long", "lineTooLong/400", [...REQUEST, `X: ${"a".repeat(9_000)}`]],
    ["[MSG14] too many headers", "tooManyHeaders/400", [...REQUEST, ...Array<string>(200).fill("X: 1")]],
    [
      "[MSG14] a head too long",
      "tooLarge/513",
      [...REQUEST, ...Array<string>(9).fill(`X: ${"a".repeat(8_000)}`)],
    ],
  ])("%s", (_rule, verdict, lines) => {
    expect(fault(wire(lines))).toBe(verdict);
  });

  test.each(["", "\r\n", "\r\n\r\n", "\0", "x", " ", ":", "SIP/2.0", "A sip:b@h SIP/2.0"])(
    "[MSG1] %j is a fault without answer",
    (input) => {
      expect(fault(new TextEncoder().encode(input))).toMatch(/drop$/);
    },
  );

  test("[MSG7] bare line feeds, empty lines before and a missing one behind", () => {
    expect(fault(new TextEncoder().encode(`\r\n\n${REQUEST.join("\n")}`))).toBe("message");
  });

  test("[MSG9] the refusal tags To only when it can be read", () => {
    const refused = (to: string): string => {
      const outcome = parseDatagram(wire([...without("To"), `To: ${to}`, "Contact: <"]));
      const refusal = outcome.kind === "fault" ? outcome.fault.refusal : undefined;
      return refusalResponse(refusal!, "t").headers.text("to") ?? "";
    };
    expect(refused("<sip:b@h>")).toBe("<sip:b@h>;tag=t");
    expect(refused("<sip:b@h>;tag=x")).toBe("<sip:b@h>;tag=x");
    expect(refused('"b <sip:b@h>')).toBe('"b <sip:b@h>');
  });
});

describe("values", () => {
  test("[MSG2] compact forms and any case", () => {
    const message = parsed([
      "OPTIONS sip:b@h SIP/2.0",
      "v : SIP/2.0/UDP h",
      "f:<sip:a@h>;tag=1",
      "T:\r\n\t<sip:b@h>",
      "i: c",
      "CSEQ: 7 OPTIONS",
      "k: timer",
    ]);
    expect(message.headers.entries.map((entry) => entry.name)).toEqual([
      "Via",
      "From",
      "To",
      "Call-ID",
      "CSeq",
      "Supported",
    ]);
    expect(message.headers.text("supported")).toBe("timer");
  });

  test("[MSG4] lines and commas mean the same", () => {
    const lines = parsed([...REQUEST, "Route: <sip:a;lr>", 'Route: "x, y" <sip:b,c@h;lr>;z="1,2" , sip:d']);
    expect(lines.headers.all(Route).map((route) => route.uri)).toMatchObject([
      { host: "a" },
      { user: "b,c" },
      { host: "d" },
    ]);
  });

  test("[MSG3] an unknown header keeps its bytes", () => {
    const value = Uint8Array.of(0x61, 0xff, 0xfe, 0x20, 0x0d, 0x0a, 0x09, 0xc3, 0xa9, 0x00);
    const head = wire(REQUEST).subarray(0, -2);
    const bytes = Uint8Array.from([
      ...head,
      ...new TextEncoder().encode("X-Odd:   "),
      ...value,
      13,
      10,
      13,
      10,
    ]);
    const outcome = parseDatagram(bytes);
    const written = outcome.kind === "message" ? serializeMessage(outcome.message) : new Uint8Array();
    expect(
      Buffer.from(written).includes(
        Buffer.from([...new TextEncoder().encode("\r\nX-Odd: "), ...value, 13, 10]),
      ),
    ).toBe(true);
  });

  test("[MSG10] the body is what Content-Length says, or the rest", () => {
    expect(text(parsed(REQUEST, "hello").body)).toBe("hello");
    expect(text(parsed([...REQUEST, "l: 2"], "hello").body)).toBe("he");
    expect(parsed([...REQUEST, "l: 0"], "hello").body).toHaveLength(0);
  });

  test("outbound parameters of a Contact", () => {
    const contacts = contactsOf(
      parsed([
        ...REQUEST,
        'Contact: <sip:a@h;ob>;+sip.instance="<urn:uuid:1>";reg-id=2;q=0.25, <sip:b@h>;q=1.5',
      ]).headers,
    );
    expect(contacts.map(outboundBindingOf)).toEqual([
      { instanceId: "urn:uuid:1", regId: 2, isOutbound: true },
      { instanceId: undefined, regId: undefined, isOutbound: false },
    ]);
  });
});

describe("writing", () => {
  const headers = SipHeaders.of()
    .withValues(Via, {
      protocol: "SIP/2.0",
      transport: "WSS",
      host: "x.invalid",
      port: undefined,
      parameters: [{ name: "branch", value: "z9hG4bKx" }],
    })
    .withValues(
      From,
      nameAddr(sipUri({ user: "a", host: "h" }), {
        displayName: "Å",
        parameters: [{ name: "tag", value: "1" }],
      }),
    )
    .withValues(To, nameAddr(sipUri({ user: "b", host: "h" })))
    .with("Call-ID", "c")
    .withValues(CSeq, { sequence: 1, method: "MESSAGE" });

  test("[MSG15] long names, CRLF, the true length last", () => {
    const message = new SipRequest(
      "MESSAGE",
      sipUri({ host: "h" }),
      headers.with("l", "99").with("s", "x"),
      Uint8Array.of(65),
    );
    expect(text(serializeMessage(message))).toBe(
      'MESSAGE sip:h SIP/2.0\r\nVia: SIP/2.0/WSS x.invalid;branch=z9hG4bKx\r\nFrom: "Å" <sip:a@h>;tag=1\r\nTo: <sip:b@h>\r\nCall-ID: c\r\nCSeq: 1 MESSAGE\r\nSubject: x\r\nContent-Length: 1\r\n\r\nA',
    );
  });

  test("[MSG16] line breaks in a value or a reason cannot start a header", () => {
    const hostile = fc.string({ unit: fc.constantFrom("a", "\r", "\n", " ", "\t", ":"), maxLength: 12 });
    fc.assert(
      fc.property(hostile, hostile, (value, reason) => {
        const bytes = serializeMessage(
          new SipResponse(200, reason, headers.append("Subject", value).append("X-Y", value)),
        );
        const outcome = parseDatagram(bytes);
        const names =
          outcome.kind === "message" ? outcome.message.headers.entries.map((entry) => entry.name) : [];
        expect(names).toEqual(["Via", "From", "To", "Call-ID", "CSeq", "Subject", "X-Y"]);
      }),
    );
  });

  test("[MSG16] a header with an impossible name is a mistake of the caller", () => {
    expect(() => headers.append("X Y", "1")).toThrow(TypeError);
    expect(() => serializeMessage(new SipRequest("A B", sipUri({ host: "h" }), headers))).toThrow(TypeError);
  });

  test("[MSG15] headers are replaced where they stand", () => {
    const list = SipHeaders.of(["A", "1"], ["B", "2"], ["A", "3"], ["C", "4"]).with("a", "x", "y");
    expect(list.entries.map((entry) => entry.value)).toEqual(["x", "y", "2", "4"]);
    expect(
      list
        .without("b")
        .overriddenBy(SipHeaders.of(["C", "z"]))
        .texts("c"),
    ).toEqual(["z"]);
    expect(list.withValues(Contact, "*").text("contact")).toBe("*");
  });
});
