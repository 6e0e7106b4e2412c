import type { CodecName, Direction } from "@offhook/media/protocol";

/** The audio of a phone's or carrier's session description (RFC 4566, 3264), plain RTP only. */
export interface AudioDescription {
  readonly address: string;
  readonly port: number;
  readonly rtcpPort: number | undefined;
  readonly hasRtcpMux: boolean;
  /** In their order of preference; those we do not speak are left out. */
  readonly codecs: readonly OfferedCodec[];
  readonly telephoneEvent: { readonly payloadType: number; readonly clockRate: number } | undefined;
  /** Seen from them. */
  readonly direction: Direction;
  /** All media lines, to be answered in the same order; `audioIndex` is ours. */
  readonly mediaLines: readonly string[];
  readonly audioIndex: number;
}

export interface OfferedCodec {
  readonly name: CodecName;
  readonly payloadType: number;
}

const RATES: Readonly<Record<CodecName, string>> = {
  opus: "opus/48000/2",
  G722: "G722/8000",
  PCMU: "PCMU/8000",
  PCMA: "PCMA/8000",
};
const STATIC_TYPES: Readonly<Record<number, CodecName>> = { 0: "PCMU", 8: "PCMA", 9: "G722" };
const OWN_TYPES: Readonly<Record<CodecName, number>> = { opus: 111, G722: 9, PCMU: 0, PCMA: 8 };
const OWN_EVENT_TYPE = 101;
const DIRECTIONS: readonly Direction[] = ["sendrecv", "sendonly", "recvonly", "inactive"];

interface Section {
  readonly media: string;
  readonly lines: readonly string[];
}

/** Undefined when there is no plain RTP audio in it. */
export function readAudio(text: string): AudioDescription | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const sections = sectionsOf(lines);
  const audioIndex = sections.findIndex(({ media }) => /^audio \d+(\/\d+)? RTP\/AVPF? /.test(media));
  const audio = sections[audioIndex];
  if (!audio) return undefined;
  const [, portText = "0", , ...types] = audio.media.split(" ");
  const session = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith("m=")),
  );
  const address = addressIn(audio.lines) ?? addressIn(session);
  if (address === undefined) return undefined;
  const formats = types.map(Number).filter((type) => Number.isInteger(type) && type >= 0 && type < 128);
  const maps = rtpMapsOf(audio.lines);
  // RFC 2543 held a call with the address 0.0.0.0.
  const direction = address === "0.0.0.0" ? "inactive" : (directionIn(audio.lines) ?? directionIn(session));
  return {
    address,
    port: Number.parseInt(portText, 10),
    rtcpPort: rtcpPortIn(audio.lines),
    hasRtcpMux: audio.lines.includes("a=rtcp-mux"),
    codecs: formats.flatMap((type) => codecOf(type, maps)),
    telephoneEvent: eventOf(formats, maps),
    direction: direction ?? "sendrecv",
    mediaLines: sections.map(({ media }) => media),
    audioIndex,
  };
}

function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: { media: string; lines: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("m=")) sections.push({ media: line.slice(2).trim(), lines: [] });
    else sections.at(-1)?.lines.push(line.trim());
  }
  return sections;
}

function addressIn(lines: readonly string[]): string | undefined {
  const line = lines.find((each) => /^c=IN IP[46] /.test(each));
  return line?.split(" ")[2]?.split("/")[0];
}

function directionIn(lines: readonly string[]): Direction | undefined {
  return DIRECTIONS.find((direction) => lines.includes(`a=${direction}`));
}

function rtcpPortIn(lines: readonly string[]): number | undefined {
  const match = lines.map((line) => /^a=rtcp:(\d{1,5})\b/.exec(line)).find(Boolean);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function rtpMapsOf(lines: readonly string[]): ReadonlyMap<number, string> {
  const maps = new Map<number, string>();
  for (const line of lines) {
    const match = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line);
    if (match?.[1] && match[2]) maps.set(Number(match[1]), match[2].toLowerCase());
  }
  return maps;
}

function codecOf(payloadType: number, maps: ReadonlyMap<number, string>): readonly OfferedCodec[] {
  const map = maps.get(payloadType);
  const isNamed = ([, rate]: [string, string]): boolean => {
    const known = rate.toLowerCase();
    return map === known || map === `${known}/1`;
  };
  const name = map === undefined ? STATIC_TYPES[payloadType] : Object.entries(RATES).find(isNamed)?.[0];
  return name === undefined ? [] : [{ name: name as CodecName, payloadType }];
}

function eventOf(
  formats: readonly number[],
  maps: ReadonlyMap<number, string>,
): AudioDescription["telephoneEvent"] {
  for (const payloadType of formats) {
    const [name, rate] = (maps.get(payloadType) ?? "").split("/");
    if (name === "telephone-event") return { payloadType, clockRate: Number(rate ?? 8_000) };
  }
  return undefined;
}

export interface OwnAudio {
  readonly sessionId: number;
  readonly version: number;
  readonly address: string;
  readonly port: number;
  readonly rtcpPort: number;
  readonly codecs: readonly OfferedCodec[];
  readonly eventType: number | undefined;
  readonly direction: Direction;
}

export const ownCodecs = (names: readonly CodecName[]): readonly OfferedCodec[] =>
  names.map((name) => ({ name, payloadType: OWN_TYPES[name] }));

export function writeOffer(audio: Omit<OwnAudio, "eventType">): string {
  return write({ ...audio, eventType: OWN_EVENT_TYPE }, ["audio"], 0);
}

/** Every media line of the offer in its place, all but ours refused (RFC 3264 §6). */
export function writeAnswer(audio: OwnAudio, offer: AudioDescription): string {
  return write(audio, offer.mediaLines, offer.audioIndex);
}

function write(audio: OwnAudio, mediaLines: readonly string[], audioIndex: number): string {
  const kind = audio.address.includes(":") ? "IP6" : "IP4";
  const lines = [
    "v=0",
    `o=- ${audio.sessionId} ${audio.version} IN ${kind} ${audio.address}`,
    "s=-",
    `c=IN ${kind} ${audio.address}`,
    "t=0 0",
  ];
  for (const [index, line] of mediaLines.entries()) {
    if (index === audioIndex) lines.push(...audioLines(audio));
    else lines.push(refusedLine(line));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function audioLines({ port, rtcpPort, codecs, eventType, direction }: OwnAudio): string[] {
  const types = codecs.map(({ payloadType }) => payloadType);
  const all = eventType === undefined ? types : [...types, eventType];
  const lines = [`m=audio ${port} RTP/AVP ${all.join(" ")}`];
  for (const { name, payloadType } of codecs) lines.push(`a=rtpmap:${payloadType} ${RATES[name]}`);
  if (eventType !== undefined)
    lines.push(`a=rtpmap:${eventType} telephone-event/8000`, `a=fmtp:${eventType} 0-15`);
  lines.push("a=ptime:20", `a=rtcp:${rtcpPort}`, `a=${direction}`);
  return lines;
}

function refusedLine(line: string): string {
  const [media = "audio", , protocol = "RTP/AVP", ...formats] = line.split(" ");
  return `m=${media} 0 ${protocol} ${formats.length === 0 ? "0" : formats.join(" ")}`;
}
