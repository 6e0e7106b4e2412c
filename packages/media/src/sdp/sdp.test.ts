import {
  answerDirection,
  codecsOf,
  type Direction,
  directionOf,
  isTransportRestart,
  parseSdp,
  SDP_LIMITS,
} from "@offhook/sdp";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AnswerOptions,
  announceCandidates,
  readLocalTransport,
  writeWebRtcAnswer,
} from "./webrtc-answer.ts";
import { chooseCodec, offerForTransport, readWebRtcOffer, type WebRtcOffer } from "./webrtc-offer.ts";

const OFFER = `v=0
o=- 8132 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
a=extmap-allow-mixed
m=audio 46154 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
c=IN IP4 192.0.2.2
a=rtcp:9 IN IP4 0.0.0.0
a=candidate:1 1 udp 2122260223 192.0.2.2 46154 typ host generation 0
a=candidate:2 1 udp 2122194687 5ae38a30-0000.local 46155 typ host
a=candidate:3 1 tcp 1518280447 192.0.2.2 9 typ host tcptype active
a=ice-ufrag:EsAw
a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1
a=ice-options:trickle
a=fingerprint:sha-256 AA:BB
a=setup:actpass
a=mid:0
a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
a=sendrecv
a=msid:- x
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:63 red/48000/2
a=rtpmap:110 telephone-event/48000
a=rtpmap:126 telephone-event/8000
m=video 9 UDP/TLS/RTP/SAVPF 96
c=IN IP4 0.0.0.0
a=mid:1
a=sendrecv
`.replaceAll("\n", "\r\n");

const read = (text = OFFER): WebRtcOffer => {
  const offer = readWebRtcOffer(text);
  if (!offer) throw new Error("no offer");
  return offer;
};

const CANDIDATE = "a=candidate:1 1 udp 2122260223 192.0.2.2 46154 typ host";

const transport = {
  ice: { ufrag: "u", password: "p" },
  fingerprint: "sha-256 CC:DD",
  setup: "active",
  candidates: ["1 1 UDP 2114977791 192.0.2.9 45123 typ host"],
};

const answerTo = (offer: WebRtcOffer, changes: Partial<AnswerOptions> = {}): string =>
  writeWebRtcAnswer({
    offer,
    codec: chooseCodec(offer, ["opus"])!,
    transport,
    direction: "sendrecv",
    sessionId: 7,
    version: 1,
    ssrc: 42,
    cname: "leg",
    video: undefined,
    ...changes,
  });

test("[SDP1] a browser's offer is understood", () => {
  const offer = read();
  expect(offer).toMatchObject({ mid: "0", direction: "sendrecv", audioLevelId: 1, audioIndex: 0 });
  expect(offer.transport.ice).toMatchObject({ ufrag: "EsAw", password: "P2uYro0UCOQ4zxjKXaWCBui1" });
  expect(offer.candidates).toEqual(["1 1 udp 2122260223 192.0.2.2 46154 typ host generation 0"]);
  expect(codecsOf(offer.audio).map(({ name }) => name)).toContain("PCMU");
});

test.each([
  [
    ["opus", "PCMU"] as const,
    { name: "opus", payloadType: 111, telephoneEvent: { payloadType: 110, clockRate: 48_000 } },
  ],
  [
    ["PCMU", "opus"] as const,
    { name: "PCMU", payloadType: 0, telephoneEvent: { payloadType: 126, clockRate: 8_000 } },
  ],
  [
    ["G722"] as const,
    { name: "G722", payloadType: 9, telephoneEvent: { payloadType: 126, clockRate: 8_000 } },
  ],
])("[SDP2] our first wish that is offered is chosen, with events of its clock: %j", (wishes, chosen) => {
  expect(chooseCodec(read(), wishes)).toEqual(chosen);
});

test("[SDP2] nothing in common is no codec", () => {
  const offer = read(OFFER.replace("111 63 9 0 8 13 110 126", "63"));
  expect(chooseCodec(offer, ["opus", "PCMU"])).toBeUndefined();
});

test.each<[Direction, Direction, Direction]>([
  ["sendrecv", "sendrecv", "sendrecv"],
  ["sendonly", "sendrecv", "recvonly"],
  ["recvonly", "sendrecv", "sendonly"],
  ["inactive", "sendrecv", "inactive"],
  ["sendrecv", "sendonly", "sendonly"],
  ["sendonly", "sendonly", "inactive"],
])("[SDP3] offered %s and wanting %s we answer %s", (offered, wanted, answered) => {
  const offer = read(OFFER.replace("a=sendrecv", `a=${offered}`));
  const direction = answerDirection(offer.direction, wanted);
  expect(direction).toBe(answered);
  expect(answerTo(offer, { direction })).toContain(`a=${answered}\r\n`);
});

test("[SDP4] the answer keeps every section in its place and refuses all but audio", () => {
  const answer = answerTo(read(), { direction: "recvonly", version: 3 });
  expect(parseSdp(answer)?.media.map(({ kind, port }) => [kind, port])).toEqual([
    ["audio", 45_123],
    ["video", 0],
  ]);
  expect(answer).toContain("o=offhook 7 3 IN IP4");
  expect(answer).toContain("a=group:BUNDLE 0\r\n");
  expect(answer).toContain("m=audio 45123 UDP/TLS/RTP/SAVPF 111 110\r\n");
  expect(answer).toContain("a=recvonly\r\n");
  expect(answer).toContain("a=rtpmap:110 telephone-event/48000\r\n");
  expect(answer).toContain("a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n");
  expect(answer).toContain("a=candidate:1 1 UDP 2114977791 192.0.2.9 45123 typ host\r\n");
  expect(readLocalTransport(answer)).toEqual(transport);
});

test("[SDP5] the announced address stands in the place of ours", () => {
  const candidates = ["2 1 UDP 2 fd00::2 45123 typ host", "1 1 UDP 1 10.0.0.2 45123 typ host"];
  expect(announceCandidates(candidates, ["203.0.113.5"])).toEqual([
    "1 1 UDP 2130706431 203.0.113.5 45123 typ host",
  ]);
  expect(announceCandidates(candidates, [])).toEqual(candidates);
});

test("[SDP6] new secrets are a restart, a new direction is not", () => {
  const isRestart = (text: string): boolean => isTransportRestart(read().transport, read(text).transport);
  expect(isRestart(OFFER.replace("a=sendrecv", "a=sendonly"))).toBe(false);
  expect(isRestart(OFFER.replace("EsAw", "EsAx"))).toBe(true);
});

test.each([
  ["nothing", ""],
  ["only video", OFFER.replace("m=audio", "m=text")],
  ["plain RTP", OFFER.replace("UDP/TLS/RTP/SAVPF 111", "RTP/AVP 111")],
  ["no ICE", OFFER.replace("a=ice-ufrag:EsAw\r\n", "")],
  ["no fingerprint", OFFER.replace("a=fingerprint:sha-256 AA:BB\r\n", "")],
  ["a role in DTLS that is none", OFFER.replace("a=setup:actpass", "a=setup:neither")],
  ["half a line ending", OFFER.replace("a=mid:0", "a=mid:0\ra=setup:passive")],
  ["a zero character", OFFER.replace("a=mid:0", "a=mid:0\0")],
  ["a text without end", `${OFFER}a=x:${"x".repeat(SDP_LIMITS.characters)}\r\n`],
  ["thousands of lines", `${OFFER}${"a=x\r\n".repeat(SDP_LIMITS.lines)}`],
  ["dozens of streams", `${OFFER}${"m=video 9 UDP/TLS/RTP/SAVPF 96\r\n".repeat(SDP_LIMITS.media)}`],
  ["hundreds of addresses", `${OFFER}${`${CANDIDATE}\r\n`.repeat(SDP_LIMITS.candidates)}`],
])("[SDP7] %s is no offer for us", (_what, text) => {
  expect(readWebRtcOffer(text)).toBeUndefined();
});

test("[SDP7] no text makes the reader throw, and what the transport is shown is audio alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(OFFER.length), (text, at) => {
      readWebRtcOffer(text);
      readWebRtcOffer(`${OFFER.slice(0, at)}${text}${OFFER.slice(at)}`);
    }),
  );
  const shown = offerForTransport(read(), chooseCodec(read(), ["opus"])!);
  expect(parseSdp(shown)?.media).toHaveLength(1);
  expect(shown).not.toContain(".local");
});

test("[VID4] pictures in VP8 are answered in the same bundle, in other codecs than browsers share refused", () => {
  const withVideo = (lines: string): string =>
    `${OFFER.slice(0, OFFER.indexOf("m=video"))}m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\na=mid:1\r\na=sendonly\r\n${lines}`;
  const answerWithVideo = (text: string): string => {
    const offer = readWebRtcOffer(text)!;
    const { video: offered } = offer;
    const video = offered && {
      offered,
      direction: answerDirection(offered.direction, "sendrecv"),
      ssrc: 43,
    };
    return answerTo(offer, { video });
  };
  const answer = answerWithVideo(withVideo("a=rtpmap:96 VP8/90000\r\na=rtpmap:97 rtx/90000\r\n"));
  expect(answer).toContain("a=group:BUNDLE 0 1\r\n");
  expect(answer).toContain("m=video 9 UDP/TLS/RTP/SAVPF 96\r\n");
  const session = parseSdp(answer)!;
  expect(directionOf(session.media[1]!, session)).toBe("recvonly");
  expect(answer).toContain("a=rtcp-fb:96 nack pli\r\n");
  const refused = answerWithVideo(withVideo("a=rtpmap:96 AV1/90000\r\n"));
  expect(refused).toContain("m=video 0 ");
  expect(refused).toContain("a=group:BUNDLE 0\r\n");
});

test("[VID4] pictures that would need a transport of their own are refused", () => {
  const offer = read(
    OFFER.replace("a=group:BUNDLE 0 1", "a=group:BUNDLE 0").replace(
      "a=mid:1\r\n",
      "a=mid:1\r\na=rtpmap:96 VP8/90000\r\n",
    ),
  );
  expect(offer.video).toBeUndefined();
});
