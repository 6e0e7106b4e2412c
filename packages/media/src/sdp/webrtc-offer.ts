import type { CodecName } from "../codecs/audio-codec.ts";
import { type Direction, isDirection } from "./direction.ts";
import {
  attribute,
  attributes,
  type MediaSection,
  parseSessionDescription,
  type SessionDescription,
} from "./session-description.ts";
import { type OfferedVideo, readOfferedVideo } from "./webrtc-video.ts";

interface OfferedFormat {
  readonly payloadType: number;
  readonly name: string;
  readonly clockRate: number;
}

export interface IceCredentials {
  readonly ufrag: string;
  readonly password: string;
}

/** What a browser's offer says about its audio. */
export interface WebRtcOffer {
  readonly sections: readonly MediaSection[];
  readonly audioIndex: number;
  readonly mid: string;
  readonly formats: readonly OfferedFormat[];
  readonly direction: Direction;
  readonly ice: IceCredentials;
  readonly fingerprint: string;
  readonly setup: string;
  readonly candidates: readonly string[];
  /** Id of the audio-level header extension (RFC 6464). */
  readonly audioLevelId: number | undefined;
  readonly video: OfferedVideo | undefined;
}

export const AUDIO_LEVEL_URI = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
const STATIC_FORMATS: Readonly<Record<number, string>> = { 0: "PCMU/8000", 8: "PCMA/8000", 9: "G722/8000" };
const CODEC_CLOCK: Readonly<Record<CodecName, number>> = {
  opus: 48_000,
  G722: 8_000,
  PCMU: 8_000,
  PCMA: 8_000,
};

/** Undefined when there is no audio in it that could be answered over ICE and DTLS. */
export function readWebRtcOffer(text: string): WebRtcOffer | undefined {
  const session = parseSessionDescription(text);
  const audioIndex = session.sections.findIndex((section) => isUsableAudio(section));
  const section = session.sections[audioIndex];
  if (!section) return undefined;
  const ufrag = attribute(session, section, "ice-ufrag");
  const password = attribute(session, section, "ice-pwd");
  const fingerprint = attribute(session, section, "fingerprint");
  if (!ufrag || !password || !fingerprint) return undefined;
  return {
    sections: session.sections,
    audioIndex,
    mid: attributes(section, "mid")[0] ?? "0",
    formats: readFormats(section),
    direction: readDirection(session, section),
    ice: { ufrag, password },
    fingerprint,
    setup: attribute(session, section, "setup") ?? "actpass",
    candidates: attributes(section, "candidate").filter(isUsableCandidate),
    audioLevelId: readAudioLevelId(session, section),
    video: readOfferedVideo(session),
  };
}

function isUsableAudio(section: MediaSection): boolean {
  const isBundled = attributes(section, "bundle-only").length > 0;
  return section.kind === "audio" && section.protocol.includes("SAVPF") && (section.port > 0 || isBundled);
}

function readFormats(section: MediaSection): OfferedFormat[] {
  const maps = new Map(attributes(section, "rtpmap").map((map) => splitOnce(map)));
  return section.formats.flatMap((format) => {
    const payloadType = Number.parseInt(format, 10);
    const [name, clockRate] = (maps.get(format) ?? STATIC_FORMATS[payloadType] ?? "").split("/");
    if (!name || !clockRate || !(payloadType >= 0 && payloadType <= 127)) return [];
    return [{ payloadType, name, clockRate: Number.parseInt(clockRate, 10) }];
  });
}

function readDirection(session: SessionDescription, section: MediaSection): Direction {
  const flags = [...section.lines, ...session.lines].filter(({ type }) => type === "a");
  return flags.map(({ value }) => value).find(isDirection) ?? "sendrecv";
}

function readAudioLevelId(session: SessionDescription, section: MediaSection): number | undefined {
  const maps = [...attributes(section, "extmap"), ...attributes(session, "extmap")].map((map) =>
    splitOnce(map),
  );
  const id = maps.find(([, uri]) => uri.split(" ")[0] === AUDIO_LEVEL_URI)?.[0];
  return id === undefined ? undefined : Number.parseInt(id, 10);
}

/** Names ending in .local can only be found by multicast DNS, and our transport speaks no TCP. */
function isUsableCandidate(candidate: string): boolean {
  const [, , protocol = "", , address = ""] = candidate.split(" ");
  return protocol.toLowerCase() === "udp" && !address.endsWith(".local");
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

export interface ChosenCodec {
  readonly name: CodecName;
  readonly payloadType: number;
  readonly telephoneEvent: { readonly payloadType: number; readonly clockRate: number } | undefined;
}

/** The first of our wishes that is offered, with the telephone event that best fits its clock. */
export function chooseCodec(offer: WebRtcOffer, wishes: readonly CodecName[]): ChosenCodec | undefined {
  for (const name of wishes) {
    const clockRate = CODEC_CLOCK[name];
    const format = offer.formats.find((each) => isNamed(each, name) && each.clockRate === clockRate);
    if (!format) continue;
    const events = offer.formats.filter((each) => isNamed(each, "telephone-event"));
    const event = events.find((each) => each.clockRate === clockRate) ?? events[0];
    const telephoneEvent = event && { payloadType: event.payloadType, clockRate: event.clockRate };
    return { name, payloadType: format.payloadType, telephoneEvent };
  }
  return undefined;
}

const isNamed = ({ name }: OfferedFormat, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase();

/** A new transport is asked for when its secrets have changed (RFC 8839 §4.4.1.1.1). */
export function isIceRestart(before: WebRtcOffer, after: WebRtcOffer): boolean {
  return (
    before.ice.ufrag !== after.ice.ufrag ||
    before.ice.password !== after.ice.password ||
    before.fingerprint !== after.fingerprint
  );
}

/**
 * The offer as the transport library is shown it: audio alone, both ways. Pictures we answer
 * and pass on ourselves over the same track, the rest we refuse, and a hold must not make the library drop packets.
 */
export function offerForTransport(offer: WebRtcOffer, codec: ChosenCodec): string {
  const { mid, ice, fingerprint, setup, candidates } = offer;
  const format = offer.formats.find(({ payloadType }) => payloadType === codec.payloadType);
  const channels = codec.name === "opus" ? "/2" : "";
  return `${[
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${mid}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${codec.payloadType}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    "a=sendrecv",
    "a=rtcp-mux",
    `a=rtpmap:${codec.payloadType} ${format?.name ?? codec.name}/${format?.clockRate ?? 8_000}${channels}`,
    `a=ice-ufrag:${ice.ufrag}`,
    `a=ice-pwd:${ice.password}`,
    `a=fingerprint:${fingerprint}`,
    `a=setup:${setup}`,
    ...candidates.map((candidate) => `a=candidate:${candidate}`),
  ].join("\r\n")}\r\n`;
}
