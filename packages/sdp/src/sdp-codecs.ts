import { parseDecimal } from "@offhook/kernel";
import { attribute, attributeValues, type SdpAttribute, type SdpMedia } from "./session-description.ts";

/** What a payload type stands for in one description. */
export interface SdpCodec {
  readonly payloadType: number;
  readonly name: string;
  readonly clockRate: number;
  readonly channels: number;
  /** The text of `a=fmtp`. */
  readonly parameters: string | undefined;
}

/** RFC 3551 Table 4 in the parts that are in use: these need no rtpmap. */
const STATIC: Readonly<Record<number, readonly [name: string, clockRate: number]>> = {
  0: ["PCMU", 8_000],
  3: ["GSM", 8_000],
  4: ["G723", 8_000],
  8: ["PCMA", 8_000],
  9: ["G722", 8_000],
  13: ["CN", 8_000],
  15: ["G728", 8_000],
  18: ["G729", 8_000],
};

/** In the order of the m line, which is the order of preference. Formats without a meaning are left out. */
export function codecsOf(media: SdpMedia): readonly SdpCodec[] {
  const maps = new Map<number, Omit<SdpCodec, "payloadType" | "parameters">>();
  for (const value of attributeValues(media, "rtpmap")) readMap(value, maps);
  const parameters = new Map<string, string>();
  for (const value of attributeValues(media, "fmtp")) {
    const space = value.indexOf(" ");
    if (space > 0) parameters.set(value.slice(0, space), value.slice(space + 1));
  }
  const codecs: SdpCodec[] = [];
  for (const format of media.formats) {
    const payloadType = parseDecimal(format, 127);
    const known = payloadType === undefined ? undefined : (maps.get(payloadType) ?? staticCodec(payloadType));
    if (payloadType !== undefined && known)
      codecs.push({ payloadType, ...known, parameters: parameters.get(format) });
  }
  return codecs;
}

function staticCodec(payloadType: number): Omit<SdpCodec, "payloadType" | "parameters"> | undefined {
  const known = STATIC[payloadType];
  return known && { name: known[0], clockRate: known[1], channels: 1 };
}

/** "96 opus/48000/2" */
function readMap(value: string, maps: Map<number, Omit<SdpCodec, "payloadType" | "parameters">>): void {
  const [type = "", encoding = ""] = value.trim().split(/[ \t]+/, 2);
  const payloadType = parseDecimal(type, 127);
  const [name, rate = "", channelText = "1"] = encoding.split("/", 3);
  const clockRate = parseDecimal(rate, 1_000_000);
  const channels = parseDecimal(channelText, 255);
  if (payloadType !== undefined && name && clockRate && channels)
    maps.set(payloadType, { name, clockRate, channels });
}

export const isSameCodec = (left: CodecName, right: CodecName): boolean =>
  left.name.toLowerCase() === right.name.toLowerCase() &&
  left.clockRate === right.clockRate &&
  (left.channels ?? 1) === (right.channels ?? 1);

/** What makes a codec this codec, whatever number it has. */
export interface CodecName {
  readonly name: string;
  readonly clockRate: number;
  readonly channels?: number;
}

const isTelephoneEvent = (codec: SdpCodec): boolean => codec.name.toLowerCase() === "telephone-event";
const isComfortNoise = (codec: SdpCodec): boolean => codec.name.toLowerCase() === "cn";

/** Without the entries that carry no speech. */
export function speechCodecs(codecs: readonly SdpCodec[]): readonly SdpCodec[] {
  return codecs.filter((codec) => !isTelephoneEvent(codec) && !isComfortNoise(codec));
}

/** RFC 4733 §2.1: key presses share the clock of the speech; a peer that offers only 8000 Hz gets that. */
export function telephoneEventFor(codecs: readonly SdpCodec[], speech: CodecName): SdpCodec | undefined {
  const events = codecs.filter(isTelephoneEvent);
  return (
    events.find((event) => event.clockRate === speech.clockRate) ??
    events.find((event) => event.clockRate === 8_000)
  );
}

export function codecAttributes(codec: SdpCodec): SdpAttribute[] {
  const channels = codec.channels === 1 ? "" : `/${codec.channels}`;
  const map = attribute("rtpmap", `${codec.payloadType} ${codec.name}/${codec.clockRate}${channels}`);
  return codec.parameters === undefined
    ? [map]
    : [map, attribute("fmtp", `${codec.payloadType} ${codec.parameters}`)];
}
