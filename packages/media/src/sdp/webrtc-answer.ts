import {
  AUDIO_CODECS,
  attribute,
  createSdpAnswer,
  type Direction,
  formatSdp,
  type IceCredentials,
  newOrigin,
  parseSdp,
  type SdpAttribute,
  type StreamAnswer,
  secureTransportOf,
  TELEPHONE_EVENT,
} from "@offhook/sdp";
import { AUDIO_LEVEL_URI, type ChosenCodec, type WebRtcOffer } from "./webrtc-offer.ts";
import { type AgreedVideo, videoAgreement, videoAttributes } from "./webrtc-video.ts";

/** Our end of the transport, as the library describes it. */
export interface LocalTransport {
  readonly ice: IceCredentials;
  readonly fingerprint: string;
  readonly setup: string;
  readonly candidates: readonly string[];
}

export interface AnswerOptions {
  readonly offer: WebRtcOffer;
  readonly codec: ChosenCodec;
  readonly transport: LocalTransport;
  readonly direction: Direction;
  readonly sessionId: number;
  /** Grows by one with every answer of the session (RFC 3264 §8). */
  readonly version: number;
  readonly ssrc: number;
  readonly cname: string;
  readonly video: AgreedVideo | undefined;
}

export function readLocalTransport(text: string): LocalTransport | undefined {
  const session = parseSdp(text);
  const media = session?.media[0];
  const transport = session && media && secureTransportOf(media, session);
  if (!transport) return undefined;
  const { ice, dtls } = transport;
  return {
    ice: { ufrag: ice.ufrag, password: ice.password },
    fingerprint: dtls.fingerprints[0],
    setup: dtls.setup,
    candidates: ice.candidates,
  };
}

/**
 * Behind a router the addresses we see are not those that clients reach: each announced address takes their place
 * with our port, since the router maps ports one to one.
 */
export function announceCandidates(candidates: readonly string[], addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [...candidates];
  const ports = new Set(candidates.map((candidate) => candidate.split(" ")[5] ?? ""));
  return addresses.flatMap((address, index) =>
    [...ports].map((port) => `${index + 1} 1 UDP ${2_130_706_431 - index} ${address} ${port} typ host`),
  );
}

export function writeWebRtcAnswer(options: AnswerOptions): string {
  const { offer, transport, sessionId, version, video } = options;
  const streams = offer.session.media.map((_, index) => {
    if (index === offer.audioIndex) return audioStream(options);
    return video && index === video.offered.index ? videoStream(video, options) : undefined;
  });
  const origin = {
    ...newOrigin(String(sessionId), "127.0.0.1"),
    username: "offhook",
    sessionVersion: String(version),
  };
  const answer = createSdpAnswer(offer.session, streams, origin);
  const ours = [attribute("msid-semantic", "WMS *"), attribute("fingerprint", transport.fingerprint)];
  return formatSdp({ ...answer, attributes: [...answer.attributes, ...ours] });
}

function audioStream({ offer, codec, transport, direction, ssrc, cname }: AnswerOptions): StreamAnswer {
  const { name, payloadType, telephoneEvent } = codec;
  const [address = "0.0.0.0", port = "9"] = (transport.candidates[0] ?? "").split(" ").slice(4, 6);
  const { audioLevelId } = offer;
  return {
    agreement: {
      profile: "webrtc",
      // Under their number, with our parameters: those say what the far end may send to us.
      codec: { ...AUDIO_CODECS[name], payloadType },
      telephoneEvent: telephoneEvent && { ...TELEPHONE_EVENT, ...telephoneEvent },
      direction,
      hasRtcpMux: true,
    },
    transport: {
      address,
      port: Number(port),
      attributes: [
        attribute("ptime", "20"),
        ...(audioLevelId === undefined ? [] : [attribute("extmap", `${audioLevelId} ${AUDIO_LEVEL_URI}`)]),
        ...credentialAttributes(transport),
        attribute("msid", `${cname} ${cname}`),
        attribute("ssrc", `${ssrc} cname:${cname}`),
        ...transport.candidates.map((candidate) => attribute("candidate", candidate)),
        attribute("end-of-candidates"),
      ],
    },
  };
}

function videoStream(video: AgreedVideo, { transport, cname }: AnswerOptions): StreamAnswer {
  const attributes = [...videoAttributes(video, cname), ...credentialAttributes(transport)];
  return { agreement: videoAgreement(video), transport: { address: "0.0.0.0", port: 9, attributes } };
}

const credentialAttributes = ({ setup, ice }: LocalTransport): SdpAttribute[] => [
  attribute("setup", setup),
  attribute("ice-ufrag", ice.ufrag),
  attribute("ice-pwd", ice.password),
];
