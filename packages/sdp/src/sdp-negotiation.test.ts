import { describe, expect, test } from "vitest";
import type { SdpCodec } from "./sdp-codecs.ts";
import {
  type AudioCapability,
  agreeOnAudio,
  createSdpAnswer,
  createSdpOffer,
  newOrigin,
  readSdpAnswer,
} from "./sdp-negotiation.ts";
import { parseSdp } from "./sdp-parser.ts";
import { formatSdp } from "./sdp-serializer.ts";
import type { SessionDescription } from "./session-description.ts";

const codec = (
  payloadType: number,
  name: string,
  clockRate = 8_000,
  channels = 1,
  parameters?: string,
): SdpCodec => ({ payloadType, name, clockRate, channels, parameters });
const OPUS = codec(96, "opus", 48_000, 2, "useinbandfec=1");
const PCMU = codec(0, "PCMU");
const PCMA = codec(8, "PCMA");
const EVENT = codec(101, "telephone-event", 8_000, 1, "0-16");
const own: AudioCapability = {
  codecs: [OPUS, PCMU],
  telephoneEvents: [EVENT],
  profiles: ["rtp", "webrtc"],
  direction: "sendrecv",
};
const origin = newOrigin("7", "198.51.100.1");
const transport = { address: "198.51.100.1", port: 30_000 };

function describeSession(...media: readonly string[]): SessionDescription {
  const description = parseSdp(
    ["v=0", "o=- 1 1 IN IP4 203.0.113.1", "s=-", "c=IN IP4 203.0.113.1", "t=0 0", ...media, ""].join("\r\n"),
  );
  if (!description) throw new Error("no description");
  return description;
}

const agree = (session: SessionDescription, order?: "ours" | "theirs", capability = own) =>
  agreeOnAudio(session.media[0]!, session, capability, order);

describe("answering", () => {
  const offer = describeSession(
    "m=audio 4000 RTP/AVP 0 8 111 110",
    "a=rtpmap:111 OPUS/48000/2",
    "a=rtpmap:110 telephone-event/8000",
    "a=rtcp-mux",
    "a=sendonly",
  );

  test("[SDP4] our order or theirs, with their numbers", () => {
    expect(agree(offer)?.codec).toMatchObject({ payloadType: 111, name: "OPUS" });
    expect(agree(offer, "theirs")?.codec).toMatchObject({ payloadType: 0 });
    expect(agree(offer)).toMatchObject({ profile: "rtp", direction: "recvonly", hasRtcpMux: true });
  });

  test("[SDP5] key presses only when both have them", () => {
    expect(agree(offer)?.telephoneEvent?.payloadType).toBe(110);
    expect(agree(offer, "ours", { ...own, telephoneEvents: [] })?.telephoneEvent).toBeUndefined();
    expect(agree(describeSession("m=audio 1 RTP/AVP 0"))?.telephoneEvent).toBeUndefined();
  });

  test.each([
    ["another kind", "m=video 1 RTP/AVP 0"],
    ["no common codec", "m=audio 1 RTP/AVP 18 8"],
    ["mono where we speak stereo", "m=audio 1 RTP/AVP 96"],
    ["a profile we do not speak", "m=audio 1 RTP/SAVP 0"],
    ["port zero", "m=audio 0 RTP/AVP 0"],
  ])("[SDP4] refuses %s", (_case, media) => {
    const session = describeSession(media, "a=rtpmap:96 opus/48000", "a=crypto:1 x");
    expect(agree(session)).toBeUndefined();
  });

  test("[SDP7] the streams of the offer in its order, refused ones with port 0", () => {
    const bundle = describeSession(
      "a=group:BUNDLE a v",
      "m=audio 9 UDP/TLS/RTP/SAVPF 0 110",
      "a=mid:a",
      "a=rtcp-mux",
      "a=rtpmap:110 telephone-event/8000",
      "m=video 9 UDP/TLS/RTP/SAVPF 31",
      "a=mid:v",
    );
    const agreement = agree(bundle)!;
    const answer = createSdpAnswer(
      bundle,
      [{ agreement, transport: { ...transport, attributes: [{ name: "setup", value: "passive" }] } }],
      origin,
    );
    expect(formatSdp(answer)).toBe(
      [
        "v=0",
        "o=- 7 1 IN IP4 198.51.100.1",
        "s=-",
        "c=IN IP4 198.51.100.1",
        "t=0 0",
        "a=group:BUNDLE a",
        "m=audio 30000 UDP/TLS/RTP/SAVPF 0 110",
        "c=IN IP4 198.51.100.1",
        "a=mid:a",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:110 telephone-event/8000",
        "a=sendrecv",
        "a=rtcp-mux",
        "a=setup:passive",
        "m=video 0 UDP/TLS/RTP/SAVPF 31",
        "a=mid:v",
        "",
      ].join("\r\n"),
    );
  });
});

describe("offering", () => {
  const offer = createSdpOffer(
    [{ capability: { ...own, codecs: [PCMU, PCMA], direction: "sendrecv" }, transport }],
    newOrigin("8", "2001:db8::1"),
  );

  test("[SDP4] what we can, in our order", () => {
    expect(formatSdp(offer)).toBe(
      [
        "v=0",
        "o=- 8 1 IN IP6 2001:db8::1",
        "s=-",
        "c=IN IP6 2001:db8::1",
        "t=0 0",
        "m=audio 30000 RTP/AVP 0 8 101",
        "c=IN IP4 198.51.100.1",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:8 PCMA/8000",
        "a=rtpmap:101 telephone-event/8000",
        "a=fmtp:101 0-16",
        "a=sendrecv",
        "",
      ].join("\r\n"),
    );
  });

  test("[SDP4] what their answer means", () => {
    const answer = describeSession(
      "m=audio 5000 RTP/AVP 8 101",
      "a=rtpmap:101 telephone-event/8000",
      "a=recvonly",
    );
    expect(readSdpAnswer(offer, answer, 0)).toMatchObject({
      codec: { name: "PCMA" },
      telephoneEvent: { payloadType: 101 },
      direction: "sendonly",
      hasRtcpMux: false,
    });
  });

  test.each([
    ["refused", ["m=audio 0 RTP/AVP 0"]],
    ["another kind", ["m=video 1 RTP/AVP 0"]],
    ["one stream too many", ["m=audio 1 RTP/AVP 0", "m=audio 1 RTP/AVP 0"]],
    ["none at all", []],
    ["a codec we did not offer", ["m=audio 1 RTP/AVP 18"]],
  ])("[SDP10] %s", (_case, media) => {
    expect(readSdpAnswer(offer, describeSession(...media), 0)).toBeUndefined();
  });

  test("[SDP7] offer and answer of our own fit together", () => {
    const agreement = agreeOnAudio(offer.media[0]!, offer, own)!;
    const answer = createSdpAnswer(offer, [{ agreement, transport }], origin);
    expect(readSdpAnswer(offer, answer, 0)).toMatchObject({
      codec: PCMU,
      telephoneEvent: EVENT,
      direction: "sendrecv",
    });
  });
});
