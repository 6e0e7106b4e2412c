import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatUri, parseUri, type SipUri, sipUri, userText } from "./uri.ts";
import { isSameUri } from "./uri-comparison.ts";

describe("reading", () => {
  test.each<[string, Partial<SipUri>]>([
    ["sip:alice@atlanta.com", { user: "alice", host: "atlanta.com", port: undefined }],
    ["sip:alice:secret@atlanta.com:5070", { user: "alice", password: "secret", port: 5070 }],
    [
      "sips:alice@atlanta.com;maddr=239.255.255.1;ttl=15",
      {
        isSecure: true,
        parameters: [
          { name: "maddr", value: "239.255.255.1" },
          { name: "ttl", value: "15" },
        ],
      },
    ],
    ["SIP:atlanta.com;lr", { user: undefined, parameters: [{ name: "lr", value: undefined }] }],
    ["sip:[2001:db8::9:1]:5070;transport=udp", { host: "[2001:db8::9:1]", port: 5070 }],
    ["sip:[::ffff:192.0.2.10]", { host: "[::ffff:192.0.2.10]" }],
    ["sip:+1-212-555-1212:1234@gateway.com;user=phone", { user: "+1-212-555-1212", password: "1234" }],
    [
      "sip:alice@h?subject=project%20x&priority=urgent",
      {
        headers: [
          { name: "subject", value: "project%20x" },
          { name: "priority", value: "urgent" },
        ],
      },
    ],
    [
      "sip:x@h?Replaces=a%40b;to-tag=1;from-tag=2",
      { headers: [{ name: "Replaces", value: "a%40b;to-tag=1;from-tag=2" }] },
    ],
    ["sip:*21*100#@pbx", { user: "*21*100#" }],
    ["sip:u@container_1:5060", { host: "container_1" }],
    [
      "sip:p@h;did=a.1=;lr=on",
      {
        parameters: [
          { name: "did", value: "a.1=" },
          { name: "lr", value: "on" },
        ],
      },
    ],
    ["sip:k5n@192.0.2.9.invalid;transport=ws", { host: "192.0.2.9.invalid" }],
  ])("[URI1] %s", (text, parts) => {
    expect(parseUri(text)).toMatchObject({ kind: "sip", ...parts });
  });

  test.each([
    "",
    "sip:",
    ":x",
    "alice@atlanta.com",
    "sip:@h",
    "sip:a@",
    "sip:a b@h",
    "sip:a@b@c",
    "sip:a@h:99999",
    "sip:a@h:",
    "sip:a@h:5060x",
    "sip:a@h;;lr",
    "sip:a@h;=1",
    "sip:a%4@h",
    "sip:a%zz@h",
    "sip:[2001:db8::1",
    "sip:[2001:db8:::1]",
    "sip:[1:2:3:4:5:6:7]",
    "sip:[1:2:3:4:5:6:7:8:9]",
    "sip:[::1.2.3.256]",
    "sip:[g::1]",
    "sip:a@h?subject",
    "sip:a@h\r\nVia: x",
    "<sip:a@h>",
    'http://x/"',
    "tel:",
    "tel:hello",
    "tel:12+3",
    `sip:a@h${";a=1".repeat(65)}`,
  ])("[URI1] refuses %j", (text) => {
    expect(parseUri(text)).toBeUndefined();
  });

  test("[URI1] tel and foreign schemes", () => {
    expect(parseUri("tel:+1-201-555-0123;phone-context=example.com")).toEqual({
      kind: "tel",
      number: "+1-201-555-0123",
      parameters: [{ name: "phone-context", value: "example.com" }],
    });
    expect(userText(parseUri("tel:+1-(201)-555.0123")!)).toBe("+12015550123");
    expect(parseUri("urn:service:sos")).toEqual({ kind: "other", scheme: "urn", opaque: "service:sos" });
    expect(parseUri("soap.beep://192.0.2.103:3002")?.kind).toBe("other");
  });
});

describe("writing", () => {
  test.each([
    "sip:alice@atlanta.com",
    "sip:alice:secret@atlanta.com:5070;maddr=239.255.255.1;ttl=15;lr?subject=project%20x&priority=urgent",
    "sip:[2001:db8::9:1]:5070",
    "sip:sips%3Auser%40example.com@example.net",
    "tel:+1-201-555-0123;ext=7",
    "isbn:2983792873",
  ])("[MSG15] %s comes back as it was", (text) => {
    expect(formatUri(parseUri(text)!)).toBe(text);
  });

  const parameter = fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
    value: fc.option(fc.stringMatching(/^[A-Za-z0-9[\]/:&+$._~-]{1,10}$/), { nil: undefined }),
  });

  test("[MSG15] any URI that can be made can be read back", () => {
    const uris = fc.record({
      host: fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((address) => `[${address}]`),
      ),
      user: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { nil: undefined }),
      port: fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined }),
      isSecure: fc.boolean(),
      parameters: fc.array(parameter, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(uris, (parts) => {
        const uri = sipUri(parts);
        const again = parseUri(formatUri(uri));
        expect(again).toEqual(uri);
        expect(userText(again!)).toBe(parts.user);
      }),
    );
  });

  test("[MSG16] no text, wherever it is put, can add a line or leave the URI", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("a", "\r", "\n", ">", "<", '"', " ", ";", "%", "@", "?", "\u00e9"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, (user, host, value) => {
        const text = formatUri({
          ...sipUri({ host }),
          user,
          password: value,
          parameters: [{ name: value, value }],
        });
        expect(text).not.toMatch(/[\r\n<>" ]/);
      }),
    );
  });
});

describe("equality", () => {
  // The examples of RFC 3261 §19.1.4.
  test.each([
    ["sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtlanTa.CoM;Transport=tcp"],
    ["sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5"],
    ["sip:carol@chicago.com;security=on", "sip:carol@chicago.com;newparam=5"],
    [
      "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
      "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com",
    ],
    [
      "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
      "sip:alice@atlanta.com?priority=urgent&subject=project%20x",
    ],
    ["tel:+1-201-555-0123", "tel:+12015550123"],
    ["sip:a@[2001:DB8::1]", "sip:a@[2001:db8::1]"],
  ])("[URI2] %s equals %s", (left, right) => {
    expect(isSameUri(parseUri(left)!, parseUri(right)!)).toBe(true);
    expect(isSameUri(parseUri(right)!, parseUri(left)!)).toBe(true);
  });

  test.each([
    ["SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com:5060"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp"],
    ["sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting"],
    ["sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4"],
    ["sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off"],
    ["sip:a%3Bb@h", "sip:a;b@h"],
    ["sip:a@h", "sips:a@h"],
    ["tel:123;phone-context=a", "tel:123"],
    ["sip:a@h", "tel:123"],
  ])("[URI2] %s differs from %s", (left, right) => {
    expect(isSameUri(parseUri(left)!, parseUri(right)!)).toBe(false);
    expect(isSameUri(parseUri(right)!, parseUri(left)!)).toBe(false);
  });
});
