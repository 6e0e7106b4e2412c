import { parseDecimal } from "@offhook/kernel";
import {
  AUDIO_CODECS,
  agreeOnAudio,
  attribute,
  attributeValues,
  audioCodecNamed,
  codecAttributes,
  connectionTo,
  type Direction,
  directionOf,
  formatSdp,
  isOffered,
  midOf,
  newOrigin,
  parseSdp,
  profileOf,
  type SdpMedia,
  type SecureTransport,
  type SessionDescription,
  secureTransportOf,
  TELEPHONE_EVENT,
} from "@offhook/sdp";
import type { CodecName } from "../codecs/audio-codec.ts";
import { type OfferedVideo, readOfferedVideo } from "./webrtc-video.ts";

/** What a browser's offer says about its audio. */
export interface WebRtcOffer {
  readonly session: SessionDescription;
  readonly audio: SdpMedia;
  readonly audioIndex: number;
  readonly mid: string;
  readonly direction: Direction;
  readonly transport: SecureTransport;
  /** Those of its candidates that we can reach. */
  readonly candidates: readonly string[];
  /** Id of the audio-level header extension (RFC 6464). */
  readonly audioLevelId: number | undefined;
  readonly video: OfferedVideo | undefined;
}

export const AUDIO_LEVEL_URI = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
/** RFC 8285 §4.2: an id of the short form, which is the one we read. */
const MAX_EXTENSION_ID = 14;

/** Undefined when there is no audio in it that could be answered over ICE and DTLS. */
export function readWebRtcOffer(text: string): WebRtcOffer | undefined {
  const session = parseSdp(text);
  const audioIndex = session?.media.findIndex(isUsableAudio) ?? -1;
  const audio = session?.media[audioIndex];
  if (!session || !audio) return undefined;
  const transport = secureTransportOf(audio, session);
  if (!transport) return undefined;
  const mid = midOf(audio) ?? "0";
  return {
    session,
    audio,
    audioIndex,
    mid,
    direction: directionOf(audio, session),
    transport,
    candidates: transport.ice.candidates.filter(isUsableCandidate),
    audioLevelId: readAudioLevelId(session, audio),
    video: readOfferedVideo(session, mid),
  };
}

const isUsableAudio = (media: SdpMedia): boolean =>
  media.kind === "audio" && profileOf(media) === "webrtc" && isOffered(media);

function readAudioLevelId(session: SessionDescription, audio: SdpMedia): number | undefined {
  for (const map of [audio, session].flatMap((part) => attributeValues(part, "extmap"))) {
    const [id = "", uri] = map.split(" ", 2);
    // A direction may follow the id.
    if (uri === AUDIO_LEVEL_URI) return parseDecimal(id.split("/", 1)[0] ?? "", MAX_EXTENSION_ID);
  }
  return undefined;
}

/** Names ending in .local can only be found by multicast DNS, and our transport speaks no TCP. */
function isUsableCandidate(candidate: string): boolean {
  const [, , protocol = "", , address = ""] = candidate.split(" ", 5);
  return protocol.toLowerCase() === "udp" && !address.endsWith(".local");
}

export interface ChosenCodec {
  readonly name: CodecName;
  readonly payloadType: number;
  readonly telephoneEvent: { readonly payloadType: number; readonly clockRate: number } | undefined;
}

/** The first of our wishes that is offered, with the telephone event that best fits its clock. */
export function chooseCodec(
  { audio, session }: WebRtcOffer,
  wishes: readonly CodecName[],
): ChosenCodec | undefined {
  const agreement = agreeOnAudio(audio, session, {
    codecs: wishes.map((name) => AUDIO_CODECS[name]),
    telephoneEvents: [TELEPHONE_EVENT],
    profiles: ["webrtc"],
    direction: "sendrecv",
  });
  const name = agreement && audioCodecNamed(agreement.codec.name);
  if (!name) return undefined;
  const { codec, telephoneEvent: event } = agreement;
  const telephoneEvent = event && { payloadType: event.payloadType, clockRate: event.clockRate };
  return { name, payloadType: codec.payloadType, telephoneEvent };
}

/**
 * The offer as the transport library is shown it: audio alone, both ways. Pictures we answer
 * and pass on ourselves over the same track, the rest we refuse, and a hold must not make the library drop packets.
 */
export function offerForTransport(offer: WebRtcOffer, { name, payloadType }: ChosenCodec): string {
  const { ice, dtls } = offer.transport;
  return formatSdp({
    origin: newOrigin("1", "127.0.0.1"),
    name: "-",
    connection: undefined,
    bandwidths: [],
    times: ["0 0"],
    attributes: [attribute("group", `BUNDLE ${offer.mid}`)],
    media: [
      {
        kind: "audio",
        port: 9,
        protocol: "UDP/TLS/RTP/SAVPF",
        formats: [String(payloadType)],
        title: undefined,
        connection: connectionTo("0.0.0.0"),
        bandwidths: [],
        attributes: [
          attribute("mid", offer.mid),
          attribute("sendrecv"),
          attribute("rtcp-mux"),
          ...codecAttributes({ ...AUDIO_CODECS[name], payloadType, parameters: undefined }),
          attribute("ice-ufrag", ice.ufrag),
          attribute("ice-pwd", ice.password),
          attribute("fingerprint", dtls.fingerprints[0]),
          attribute("setup", dtls.setup),
          ...offer.candidates.map((candidate) => attribute("candidate", candidate)),
        ],
      },
    ],
  });
}
