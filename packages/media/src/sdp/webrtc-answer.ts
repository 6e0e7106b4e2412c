import type { Direction } from "./direction.ts";
import { attribute, attributes, type MediaSection, parseSessionDescription } from "./session-description.ts";
import { AUDIO_LEVEL_URI, type ChosenCodec, type IceCredentials, type WebRtcOffer } from "./webrtc-offer.ts";
import { type AgreedVideo, videoLines } from "./webrtc-video.ts";

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
  const session = parseSessionDescription(text);
  const section = session.sections[0];
  if (!section) return undefined;
  const ufrag = attribute(session, section, "ice-ufrag");
  const password = attribute(session, section, "ice-pwd");
  const fingerprint = attribute(session, section, "fingerprint");
  const setup = attribute(session, section, "setup");
  if (!ufrag || !password || !fingerprint || !setup) return undefined;
  return { ice: { ufrag, password }, fingerprint, setup, candidates: attributes(section, "candidate") };
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
  const sections = offer.sections.map((section, index) => sectionLines(section, index, options));
  const lines = [
    "v=0",
    `o=offhook ${sessionId} ${version} IN IP4 127.0.0.1`,
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${[offer.mid, ...(video ? [video.offered.mid] : [])].join(" ")}`,
    "a=msid-semantic:WMS *",
    `a=fingerprint:${transport.fingerprint}`,
    ...sections.flat(),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function sectionLines(section: MediaSection, index: number, options: AnswerOptions): string[] {
  const { offer, video, cname } = options;
  if (index === offer.audioIndex) return audioLines(section, options);
  if (!video || index !== video.offered.index) return refusalLines(section);
  return [
    `m=video 9 ${section.protocol} ${video.offered.format.payloadType}`,
    "c=IN IP4 0.0.0.0",
    ...videoLines(video, cname),
    ...credentialLines(options.transport),
  ];
}

const credentialLines = ({ setup, ice }: LocalTransport): string[] => [
  `a=setup:${setup}`,
  `a=ice-ufrag:${ice.ufrag}`,
  `a=ice-pwd:${ice.password}`,
];

function audioLines(section: MediaSection, options: AnswerOptions): string[] {
  const { offer, codec, transport, direction, ssrc, cname } = options;
  const [address = "0.0.0.0", port = "9"] = (transport.candidates[0] ?? "").split(" ").slice(4, 6);
  const formats = [codec.payloadType, ...(codec.telephoneEvent ? [codec.telephoneEvent.payloadType] : [])];
  return [
    `m=audio ${port} ${section.protocol} ${formats.join(" ")}`,
    `c=IN ${address.includes(":") ? "IP6" : "IP4"} ${address}`,
    `a=mid:${offer.mid}`,
    `a=${direction}`,
    "a=rtcp-mux",
    ...formatLines(codec),
    "a=ptime:20",
    ...(offer.audioLevelId === undefined ? [] : [`a=extmap:${offer.audioLevelId} ${AUDIO_LEVEL_URI}`]),
    ...credentialLines(transport),
    `a=msid:${cname} ${cname}`,
    `a=ssrc:${ssrc} cname:${cname}`,
    ...transport.candidates.map((candidate) => `a=candidate:${candidate}`),
    "a=end-of-candidates",
  ];
}

function formatLines({ name, payloadType, telephoneEvent }: ChosenCodec): string[] {
  const audio =
    name === "opus"
      ? [`a=rtpmap:${payloadType} opus/48000/2`, `a=fmtp:${payloadType} minptime=10;useinbandfec=1`]
      : [`a=rtpmap:${payloadType} ${name}/8000`];
  if (!telephoneEvent) return audio;
  const { payloadType: eventType, clockRate } = telephoneEvent;
  return [...audio, `a=rtpmap:${eventType} telephone-event/${clockRate}`, `a=fmtp:${eventType} 0-15`];
}

/** RFC 3264 §6: a section is refused by port zero, and must keep its place. */
function refusalLines(section: MediaSection): string[] {
  const mid = attributes(section, "mid")[0];
  const head = `m=${section.kind} 0 ${section.protocol} ${section.formats.join(" ") || "0"}`;
  return [head, "c=IN IP4 0.0.0.0", ...(mid === undefined ? [] : [`a=mid:${mid}`]), "a=inactive"];
}
