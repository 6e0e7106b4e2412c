import {
  attribute,
  bundledMids,
  codecsOf,
  type Direction,
  directionOf,
  isOffered,
  midOf,
  profileOf,
  type SdpAttribute,
  type SdpMedia,
  type SessionDescription,
  type StreamAgreement,
} from "@offhook/sdp";

type VideoCodecName = "VP8" | "H264";

export interface VideoFormat {
  readonly name: VideoCodecName;
  readonly payloadType: number;
  /** Parameters of the codec, to be repeated as they are. */
  readonly parameters: string | undefined;
}

/** The pictures a browser offers to send or to show. */
export interface OfferedVideo {
  readonly index: number;
  readonly mid: string;
  readonly format: VideoFormat;
  readonly direction: Direction;
}

/** What we answer to it. */
export interface AgreedVideo {
  readonly offered: OfferedVideo;
  readonly direction: Direction;
  readonly ssrc: number;
}

/**
 * The first section with a codec that every browser has, on the transport of the audio: there is no other. Nothing is
 * decoded here, so both ends must have the same.
 */
export function readOfferedVideo(session: SessionDescription, audioMid: string): OfferedVideo | undefined {
  const bundle = bundledMids(session);
  if (!bundle.includes(audioMid)) return undefined;
  for (const [index, media] of session.media.entries()) {
    const mid = midOf(media);
    if (media.kind !== "video" || profileOf(media) !== "webrtc" || !isOffered(media)) continue;
    const format = chooseVideoFormat(media);
    if (format && mid !== undefined && bundle.includes(mid))
      return { index, mid, format, direction: directionOf(media, session) };
  }
  return undefined;
}

function chooseVideoFormat(media: SdpMedia): VideoFormat | undefined {
  const formats = codecsOf(media).flatMap(({ payloadType, name: spelled, parameters }): VideoFormat[] => {
    const name = spelled.toUpperCase();
    return name === "VP8" || name === "H264" ? [{ name, payloadType, parameters }] : [];
  });
  const isBaseline = ({ name, parameters = "" }: VideoFormat): boolean =>
    name === "H264" &&
    parameters.includes("packetization-mode=1") &&
    /profile-level-id=42[ce]0/i.test(parameters);
  return formats.find(({ name }) => name === "VP8") ?? formats.find(isBaseline);
}

export function videoAgreement({ offered: { format }, direction }: AgreedVideo): StreamAgreement {
  const codec = { ...format, clockRate: 90_000, channels: 1 };
  return { profile: "webrtc", codec, telephoneEvent: undefined, direction, hasRtcpMux: true };
}

/** The lines of its own; those of the transport are the same for all sections of a bundle. */
export function videoAttributes({ offered, ssrc }: AgreedVideo, cname: string): SdpAttribute[] {
  const { payloadType } = offered.format;
  const feedback = ["nack", "nack pli", "ccm fir", "goog-remb"];
  return [
    ...feedback.map((kind) => attribute("rtcp-fb", `${payloadType} ${kind}`)),
    attribute("msid", `${cname} ${cname}-video`),
    attribute("ssrc", `${ssrc} cname:${cname}`),
  ];
}
