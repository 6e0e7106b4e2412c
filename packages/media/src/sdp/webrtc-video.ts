import { type Direction, isDirection } from "./direction.ts";
import { attributes, type MediaSection, type SessionDescription } from "./session-description.ts";

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

/** The first section with a codec that every browser has. Nothing is decoded here, so both ends must have the same. */
export function readOfferedVideo(session: SessionDescription): OfferedVideo | undefined {
  for (const [index, section] of session.sections.entries()) {
    const mid = attributes(section, "mid")[0];
    const isUsable = section.port > 0 || attributes(section, "bundle-only").length > 0;
    if (section.kind !== "video" || !section.protocol.includes("SAVPF") || !isUsable) continue;
    const format = chooseVideoFormat(section);
    if (format && mid !== undefined) return { index, mid, format, direction: directionOf(session, section) };
  }
  return undefined;
}

function chooseVideoFormat(section: MediaSection): VideoFormat | undefined {
  const formats = attributes(section, "rtpmap").flatMap((map): VideoFormat[] => {
    const [type = "", codec = ""] = map.split(" ");
    const name = codec.split("/")[0]?.toUpperCase();
    const payloadType = Number.parseInt(type, 10);
    if ((name !== "VP8" && name !== "H264") || !(payloadType >= 0 && payloadType <= 127)) return [];
    const parameters = attributes(section, "fmtp").find((line) => line.startsWith(`${type} `));
    return [{ name, payloadType, parameters: parameters?.slice(type.length + 1) }];
  });
  const isBaseline = ({ name, parameters = "" }: VideoFormat): boolean =>
    name === "H264" &&
    parameters.includes("packetization-mode=1") &&
    /profile-level-id=42[ce]0/i.test(parameters);
  return formats.find(({ name }) => name === "VP8") ?? formats.find(isBaseline);
}

function directionOf(session: SessionDescription, section: MediaSection): Direction {
  const flags = [...section.lines, ...session.lines].filter(({ type }) => type === "a");
  return flags.map(({ value }) => value).find(isDirection) ?? "sendrecv";
}

/** The lines of its own; those of the transport are the same for all sections of a bundle. */
export function videoLines({ offered, direction, ssrc }: AgreedVideo, cname: string): string[] {
  const { name, payloadType, parameters } = offered.format;
  return [
    `a=mid:${offered.mid}`,
    `a=${direction}`,
    "a=rtcp-mux",
    `a=rtpmap:${payloadType} ${name}/90000`,
    ...(parameters === undefined ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
    `a=rtcp-fb:${payloadType} nack`,
    `a=rtcp-fb:${payloadType} nack pli`,
    `a=rtcp-fb:${payloadType} ccm fir`,
    `a=rtcp-fb:${payloadType} goog-remb`,
    `a=msid:${cname} ${cname}-video`,
    `a=ssrc:${ssrc} cname:${cname}`,
  ];
}
