import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SdpCodec } from "./sdp-codecs.ts";
import { codecsOf, speechCodecs, telephoneEventFor } from "./sdp-codecs.ts";
import { answerDirection, type Direction, directionOf } from "./sdp-direction.ts";
import { parseSdp } from "./sdp-parser.ts";
import { formatSdp } from "./sdp-serializer.ts";
import {
  dtlsOf,
  iceOf,
  isTransportRestart,
  profileOf,
  rtcpAddressOf,
  rtpAddressOf,
  secureTransportOf,
} from "./sdp-transport.ts";
import type { SessionDescription } from "./session-description.ts";

const lines = (...text: readonly string[]): string => `${text.join("\r\n")}\r\n`;
const HEAD = ["v=0", "o=- 20518 0 IN IP4 203.0.113.1", "s=-", "t=0 0"];

const CANDIDATE = "a=candidate:1 1 udp 2122260223 192.0.2.5 46154 typ host";
const BROWSER = lines(
  "v=0",
  "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "a=extmap-allow-mixed",
  "a=msid-semantic: WMS stream",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126",
  "c=IN IP4 0.0.0.0",
  "a=rtcp:9 IN IP4 0.0.0.0",
  "a=ice-ufrag:9uB6",
  "a=ice-pwd:YOe3hz2dVVUOHQPWZ1pTt3bC",
  "a=ice-options:trickle",
  CANDIDATE,
  "a=fingerprint:sha-256 AA:BB",
  "a=setup:actpass",
  "a=mid:0",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:111 opus/48000/2",
  "a=fmtp:111 minptime=10;useinbandfec=1",
  "a=rtpmap:63 red/48000/2",
  "a=rtpmap:9 G722/8000",
  "a=rtpmap:0 PCMU/8000",
  "a=rtpmap:8 PCMA/8000",
  "a=rtpmap:13 CN/8000",
  "a=rtpmap:110 telephone-event/48000",
  "a=rtpmap:126 telephone-event/8000",
);
const PHONE = lines(
  ...HEAD.slice(0, 3),
  "c=IN IP4 203.0.113.1",
  "t=0 0",
  "m=audio 49170 RTP/AVP 0 8 101",
  "a=rtpmap:101 telephone-event/8000",
  "a=fmtp:101 0-16",
);

const read = (text: string): SessionDescription => {
  const description = parseSdp(text);
  if (!description) throw new Error("no description");
  return description;
};

describe("reading", () => {
  test.each([
    ["", "nothing"],
    ["\r\n\r\n", "only empty lines"],
    ["v=1\r\n", "another version"],
    ["s=-\r\nv=0\r\n", "v not first"],
    [lines("v=0", "s=-"), "no origin"],
    [lines("v=0", "v=0", HEAD[1]!), "v twice"],
    [lines(...HEAD, "nonsense"), "a line that is none"],
    [lines(...HEAD, "m =audio 1 RTP/AVP 0"), "a space before the equals sign"],
    [lines(...HEAD, "m=audio x RTP/AVP 0"), "a port that is none"],
    [lines(...HEAD, "m=audio 70000 RTP/AVP 0"), "a port too high"],
    [lines(...HEAD, "m=audio 1"), "no protocol"],
    [lines(...HEAD, "c=IN IP5 x"), "an address type that is none"],
    [lines("v=0", "o=- a 0 IN IP4 x"), "a session id that is none"],
    [lines(...HEAD, "a=mid:0\rm=audio 1 RTP/AVP 0"), "half a line ending"],
    [lines(...HEAD, "a=mid:0\0"), "a zero character"],
    [lines(...HEAD, ...Array<string>(65).fill("m=audio 1 RTP/AVP 0")), "too many streams"],
    [lines(...HEAD, ...Array<string>(2_001).fill("a=x")), "too many lines"],
    [lines(...HEAD, `a=x:${"x".repeat(65_536)}`), "too long"],
    [lines(...HEAD, "m=audio 1 RTP/AVP 0", ...Array<string>(257).fill(CANDIDATE)), "too many candidates"],
  ])("[SDP1] refuses %j (%s)", (text) => {
    expect(parseSdp(text)).toBeUndefined();
  });

  test("[SDP1] forgives what does no harm", () => {
    const description = read(
      "\nv=0\no=- 1 1 IN IP4 h\nz=unknown\n\nm=AUDIO 4000/2 RTP/AVP 0\ni=title\nb=AS:64\n",
    );
    expect(description).toMatchObject({ name: "-", times: ["0 0"] });
    expect(description.media).toMatchObject([
      { kind: "audio", port: 4000, title: "title", bandwidths: ["AS:64"] },
    ]);
  });

  test("[SDP1] any bytes: a description or nothing, never an exception", () => {
    const piece = fc.constantFrom(
      "v=0",
      "o=- 1 1 IN IP4 h",
      "m=audio 1 RTP/AVP 0",
      "a=",
      "a=:",
      "c=",
      "=",
      "m=",
      "\0",
      "t=",
      "a=rtpmap:",
      "a=fmtp:0",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 100 }),
          fc.array(piece).map((parts) => new TextEncoder().encode(parts.join("\n"))),
        ),
        (bytes) => {
          const description = parseSdp(new TextDecoder().decode(bytes));
          if (description) for (const media of description.media) codecsOf(media);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("writing", () => {
  test.each([BROWSER, PHONE])("[SDP2] comes back as it was", (text) => {
    expect(formatSdp(read(text))).toBe(text);
  });

  const word = fc.stringMatching(/^[A-Za-z0-9.:-]{1,10}$/);
  const free = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));
  const attributes = fc.array(
    fc.record({ name: fc.stringMatching(/^[a-z-]{1,8}$/), value: fc.option(free, { nil: undefined }) }),
    { maxLength: 4 },
  );
  const connection = fc.option(
    fc.record({ addressType: fc.constantFrom("IP4" as const, "IP6" as const), address: word }),
    { nil: undefined },
  );
  const description: fc.Arbitrary<SessionDescription> = fc.record({
    origin: fc.record({
      username: word,
      sessionId: fc.nat().map(String),
      sessionVersion: fc.nat().map(String),
      addressType: fc.constantFrom("IP4" as const, "IP6" as const),
      address: word,
    }),
    name: free.filter((text) => text !== ""),
    connection,
    bandwidths: fc.array(word, { maxLength: 2 }),
    times: fc.constant(["0 0"]),
    attributes,
    media: fc.array(
      fc.record({
        kind: fc.constantFrom("audio", "video"),
        port: fc.integer({ min: 0, max: 65_535 }),
        protocol: fc.constant("RTP/AVP"),
        formats: fc.array(fc.nat({ max: 127 }).map(String), { minLength: 1, maxLength: 4 }),
        title: fc.option(free, { nil: undefined }),
        connection,
        bandwidths: fc.array(word, { maxLength: 2 }),
        attributes,
      }),
      { maxLength: 3 },
    ),
  });

  test("[SDP2] any description", () => {
    fc.assert(
      fc.property(description, (original) => {
        expect(parseSdp(formatSdp(original))).toEqual(original);
      }),
    );
  });

  test("[SDP2] no value can start a line of its own", () => {
    const base = read(PHONE);
    const hostile = "x\r\nm=audio 1 RTP/AVP 0\r\n";
    const text = formatSdp({
      ...base,
      name: hostile,
      origin: { ...base.origin, username: hostile },
      attributes: [{ name: hostile, value: hostile }],
      media: [{ ...base.media[0]!, kind: hostile, title: hostile }],
    });
    expect(text.match(/^m=/gm)).toHaveLength(1);
  });
});

describe("codecs", () => {
  const media = read(BROWSER).media[0]!;

  test("[SDP3] in order, with parameters and static types", () => {
    expect(
      codecsOf(media).map(
        (codec) => `${codec.payloadType} ${codec.name}/${codec.clockRate}/${codec.channels}`,
      ),
    ).toEqual([
      "111 opus/48000/2",
      "63 red/48000/2",
      "9 G722/8000/1",
      "0 PCMU/8000/1",
      "8 PCMA/8000/1",
      "13 CN/8000/1",
      "110 telephone-event/48000/1",
      "126 telephone-event/8000/1",
    ]);
    expect(codecsOf(media)[0]?.parameters).toBe("minptime=10;useinbandfec=1");
    expect(codecsOf(read(PHONE).media[0]!).map((codec) => codec.name)).toEqual([
      "PCMU",
      "PCMA",
      "telephone-event",
    ]);
    expect(speechCodecs(codecsOf(media)).map((codec) => codec.payloadType)).toEqual([111, 63, 9, 0, 8]);
  });

  test("[SDP3] what has no meaning is left out", () => {
    const odd = read(
      lines(
        ...HEAD,
        "m=audio 1 RTP/AVP 96 97 98 200 x 0",
        "a=rtpmap:96 opus",
        "a=rtpmap:97",
        "a=rtpmap:98 a/b/c",
        "a=fmtp:0",
      ),
    );
    expect(codecsOf(odd.media[0]!).map((codec) => codec.payloadType)).toEqual([0]);
  });

  test("[SDP5] the telephone-event that fits", () => {
    const codecs = codecsOf(media);
    const named = (name: string, clockRate: number): SdpCodec | undefined =>
      telephoneEventFor(codecs, { name, clockRate });
    expect([
      named("opus", 48_000)?.payloadType,
      named("PCMU", 8_000)?.payloadType,
      named("x", 16_000)?.payloadType,
    ]).toEqual([110, 126, 126]);
    expect(telephoneEventFor(speechCodecs(codecs), { name: "opus", clockRate: 48_000 })).toBeUndefined();
  });
});

describe("direction", () => {
  test.each<[Direction, Direction, Direction]>([
    ["sendrecv", "sendrecv", "sendrecv"],
    ["sendonly", "sendrecv", "recvonly"],
    ["recvonly", "sendrecv", "sendonly"],
    ["inactive", "sendrecv", "inactive"],
    ["sendrecv", "sendonly", "sendonly"],
    ["sendonly", "sendonly", "inactive"],
    ["sendrecv", "inactive", "inactive"],
  ])("[SDP6] offered %s, wanted %s: %s", (offered, wanted, expected) => {
    expect(answerDirection(offered, wanted)).toBe(expected);
  });

  test("[SDP6] medium before session, both ways when nobody says", () => {
    const of = (...more: readonly string[]): Direction => {
      const description = read(lines(...HEAD, ...more));
      return directionOf(description.media[0]!, description);
    };
    expect(of("m=audio 1 RTP/AVP 0")).toBe("sendrecv");
    expect(of("a=recvonly", "m=audio 1 RTP/AVP 0")).toBe("recvonly");
    expect(of("a=recvonly", "m=audio 1 RTP/AVP 0", "a=inactive")).toBe("inactive");
    expect(of("c=IN IP4 0.0.0.0", "m=audio 1 RTP/AVP 0")).toBe("sendonly");
    expect(of("c=IN IP4 0.0.0.0", "a=ice-ufrag:9uB6", "m=audio 1 RTP/AVP 0")).toBe("sendrecv");
    expect(directionOf(read(BROWSER).media[0]!, read(BROWSER))).toBe("sendrecv");
  });
});

describe("transport", () => {
  test("[SDP4] profiles", () => {
    const of = (protocol: string, ...more: readonly string[]) =>
      profileOf(read(lines(...HEAD, `m=audio 1 ${protocol} 0`, ...more)).media[0]!);
    expect([of("UDP/TLS/RTP/SAVPF"), of("RTP/SAVPF"), of("RTP/AVP"), of("rtp/avpf"), of("udptl")]).toEqual([
      "webrtc",
      "webrtc",
      "rtp",
      "rtp",
      "other",
    ]);
    expect(of("RTP/SAVP", "a=crypto:1 x")).toBe("other");
  });

  test("[SDP9] addresses, ICE and DTLS", () => {
    const phone = read(PHONE);
    expect(rtpAddressOf(phone.media[0]!, phone)).toEqual({ address: "203.0.113.1", port: 49_170 });
    expect(rtcpAddressOf(phone.media[0]!, phone)).toEqual({ address: "203.0.113.1", port: 49_171 });
    const named = read(lines(...HEAD, "c=IN IP4 h", "m=audio 10 RTP/AVP 0", "a=rtcp:99 IN IP4 other"));
    expect(rtcpAddressOf(named.media[0]!, named)).toEqual({ address: "other", port: 99 });
    const browser = read(BROWSER);
    const ice = iceOf(browser.media[0]!, browser);
    expect(ice).toMatchObject({ ufrag: "9uB6", options: ["trickle"], isLite: false });
    expect(ice?.candidates).toHaveLength(1);
    expect(dtlsOf(browser.media[0]!, browser)).toEqual({ fingerprints: ["sha-256 AA:BB"], setup: "actpass" });
    expect([iceOf(phone.media[0]!, phone), dtlsOf(phone.media[0]!, phone)]).toEqual([undefined, undefined]);
  });

  test.each([
    ["the same again", [], false],
    ["another direction", ["a=sendrecv", "a=sendonly"], false],
    ["another address", ["192.0.2.5", "192.0.2.6"], false],
    ["another name of ICE", ["9uB6", "9uB7"], true],
    ["another password of ICE", ["YOe3", "YOe4"], true],
    ["another certificate", ["AA:BB", "AA:BC"], true],
    ["one certificate more", ["AA:BB", "AA:BB\r\na=fingerprint:sha-1 CC"], true],
  ])("[SDP9] %s: a new transport is asked for: %s", (_case, [from = "", to = ""], isRestart) => {
    const transportIn = (text: string) => {
      const session = read(text);
      return secureTransportOf(session.media[0]!, session)!;
    };
    expect(isTransportRestart(transportIn(BROWSER), transportIn(BROWSER.replace(from, to)))).toBe(isRestart);
  });
});
