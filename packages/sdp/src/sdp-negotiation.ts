import {
  codecAttributes,
  codecsOf,
  isSameCodec,
  type SdpCodec,
  speechCodecs,
  telephoneEventFor,
} from "./sdp-codecs.ts";
import { answerDirection, type Direction, directionOf } from "./sdp-direction.ts";
import { connectionTo, type MediaProfile, profileOf } from "./sdp-transport.ts";
import {
  attribute,
  bundledMids,
  hasAttribute,
  isOffered,
  midOf,
  type SdpAttribute,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
} from "./session-description.ts";

/** What we can do for one audio stream. The payload types are those of our own offers. */
export interface AudioCapability {
  /** In order of preference. */
  readonly codecs: readonly SdpCodec[];
  readonly telephoneEvents: readonly SdpCodec[];
  readonly profiles: readonly MediaProfile[];
  readonly direction: Direction;
}

/** What both ends will do. Payload types are the offerer's, which both then use. */
export interface StreamAgreement {
  readonly profile: MediaProfile;
  readonly codec: SdpCodec;
  readonly telephoneEvent: SdpCodec | undefined;
  /** Ours. */
  readonly direction: Direction;
  readonly hasRtcpMux: boolean;
}

/** Whose order decides when several codecs are common (RFC 3264 §6.1 leaves it open). */
export type CodecOrder = "ours" | "theirs";

/** What we make of an offered stream. Undefined: refuse it. */
export function agreeOnAudio(
  offered: SdpMedia,
  session: SessionDescription,
  own: AudioCapability,
  order: CodecOrder = "ours",
): StreamAgreement | undefined {
  const profile = profileOf(offered);
  if (offered.kind !== "audio" || !isOffered(offered) || !own.profiles.includes(profile)) return undefined;
  const theirs = codecsOf(offered);
  const codec = commonCodec(own.codecs, speechCodecs(theirs), order);
  if (!codec) return undefined;
  return {
    profile,
    codec,
    telephoneEvent: own.telephoneEvents.length > 0 ? telephoneEventFor(theirs, codec) : undefined,
    direction: answerDirection(directionOf(offered, session), own.direction),
    hasRtcpMux: hasAttribute(offered, "rtcp-mux"),
  };
}

/** With the number they gave it. */
function commonCodec(
  own: readonly SdpCodec[],
  theirs: readonly SdpCodec[],
  order: CodecOrder,
): SdpCodec | undefined {
  if (order === "theirs") return theirs.find((codec) => own.some((each) => isSameCodec(each, codec)));
  for (const codec of own) {
    const match = theirs.find((each) => isSameCodec(each, codec));
    if (match) return match;
  }
  return undefined;
}

/** Where we receive a stream, and what its transport has to say (ICE, DTLS). */
export interface LocalTransport {
  readonly address: string;
  readonly port: number;
  readonly attributes?: readonly SdpAttribute[];
}

export interface StreamAnswer {
  readonly agreement: StreamAgreement;
  readonly transport: LocalTransport;
}

/** RFC 3264 §6: as many streams as the offer has, in its order; an undefined one is refused. */
export function createSdpAnswer(
  offer: SessionDescription,
  streams: readonly (StreamAnswer | undefined)[],
  origin: SdpOrigin,
): SessionDescription {
  const media = offer.media.map((offered, index) => {
    const stream = streams[index];
    return stream ? acceptedMedia(offered, stream) : refusedMedia(offered);
  });
  return {
    origin,
    name: "-",
    connection: connectionTo(origin.address),
    bandwidths: [],
    times: ["0 0"],
    attributes: bundleOf(offer, media),
    media,
  };
}

function acceptedMedia(offered: SdpMedia, { agreement, transport }: StreamAnswer): SdpMedia {
  const codecs = agreement.telephoneEvent ? [agreement.codec, agreement.telephoneEvent] : [agreement.codec];
  const mid = midOf(offered);
  return {
    kind: offered.kind,
    port: transport.port,
    protocol: offered.protocol,
    formats: codecs.map((codec) => String(codec.payloadType)),
    title: undefined,
    connection: connectionTo(transport.address),
    bandwidths: [],
    attributes: [
      ...(mid === undefined ? [] : [attribute("mid", mid)]),
      ...codecs.flatMap(codecAttributes),
      attribute(agreement.direction),
      ...(agreement.hasRtcpMux ? [attribute("rtcp-mux")] : []),
      ...(transport.attributes ?? []),
    ],
  };
}

/** RFC 3264 §6: port zero, and at least one format, which means nothing. */
export function refusedMedia(offered: SdpMedia): SdpMedia {
  const mid = midOf(offered);
  return {
    ...offered,
    port: 0,
    formats: [offered.formats[0] ?? "0"],
    title: undefined,
    connection: undefined,
    bandwidths: [],
    attributes: mid === undefined ? [] : [attribute("mid", mid)],
  };
}

/** RFC 8843 §7.3: of the offered bundle what we accepted. */
function bundleOf(offer: SessionDescription, answered: readonly SdpMedia[]): SdpAttribute[] {
  const accepted = answered.filter((media) => media.port > 0).map(midOf);
  const mids = bundledMids(offer).filter((mid) => accepted.includes(mid));
  return mids.length === 0 ? [] : [attribute("group", ["BUNDLE", ...mids].join(" "))];
}

export interface StreamOffer {
  readonly capability: AudioCapability;
  readonly transport: LocalTransport;
}

/** An offer of one or more audio streams, for desk phones and trunks. */
export function createSdpOffer(streams: readonly StreamOffer[], origin: SdpOrigin): SessionDescription {
  return {
    origin,
    name: "-",
    connection: connectionTo(origin.address),
    bandwidths: [],
    times: ["0 0"],
    attributes: [],
    media: streams.map(({ capability, transport }): SdpMedia => {
      const codecs = [...capability.codecs, ...capability.telephoneEvents];
      return {
        kind: "audio",
        port: transport.port,
        protocol: capability.profiles[0] === "webrtc" ? "UDP/TLS/RTP/SAVPF" : "RTP/AVP",
        formats: codecs.map((codec) => String(codec.payloadType)),
        title: undefined,
        connection: connectionTo(transport.address),
        bandwidths: [],
        attributes: [
          ...codecs.flatMap(codecAttributes),
          attribute(capability.direction),
          ...(transport.attributes ?? []),
        ],
      };
    }),
  };
}

/** What their answer to one stream of our offer means. Undefined: refused, or an answer that answers something else. */
export function readSdpAnswer(
  offer: SessionDescription,
  answer: SessionDescription,
  index: number,
): StreamAgreement | undefined {
  const asked = offer.media[index];
  const answered = answer.media[index];
  if (!asked || !answered || offer.media.length !== answer.media.length) return undefined;
  if (answered.port === 0 || answered.kind !== asked.kind) return undefined;
  const own = codecsOf(asked);
  const theirs = codecsOf(answered);
  const codec = speechCodecs(theirs).find((each) => own.some((ours) => isSameCodec(ours, each)));
  if (!codec) return undefined;
  const isAskedFor = own.some((each) => each.name.toLowerCase() === "telephone-event");
  return {
    profile: profileOf(asked),
    codec,
    telephoneEvent: isAskedFor ? telephoneEventFor(theirs, codec) : undefined,
    // They say what they do; what we do is the reverse, as far as we offered it.
    direction: answerDirection(directionOf(answered, answer), directionOf(asked, offer)),
    hasRtcpMux: hasAttribute(asked, "rtcp-mux") && hasAttribute(answered, "rtcp-mux"),
  };
}

export function newOrigin(sessionId: string, address: string): SdpOrigin {
  const { addressType } = connectionTo(address);
  return { username: "-", sessionId, sessionVersion: "1", addressType, address };
}
