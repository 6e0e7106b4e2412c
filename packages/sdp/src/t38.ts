import { parseDecimal } from "@offhook/kernel";
import { refusedMedia } from "./sdp-negotiation.ts";
import { connectionTo, type MediaAddress, rtpAddressOf } from "./sdp-transport.ts";
import {
  attribute,
  type SdpAttribute,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
} from "./session-description.ts";

/** What one end says of its T.38 (T.38 Annex D): how faxes come to it over UDPTL. */
interface T38Description {
  readonly version: number;
  /** Bits a second. */
  readonly maxBitRate: number;
  /** Who checks the line before a page: over UDP always the machines themselves. */
  readonly rateManagement: "transferredTCF" | "localTCF";
  /** What it can hold, in bytes; undefined where it does not say. */
  readonly maxBuffer: number | undefined;
  /** What fits into one datagram, in bytes. */
  readonly maxDatagram: number;
  readonly errorCorrection: "t38UDPRedundancy" | "t38UDPFEC" | "none";
}

/** Where the far end takes T.38, and how we send it there. */
interface T38Agreement extends MediaAddress {
  readonly maxDatagram: number;
  /** How many earlier packets each packet repeats. */
  readonly redundancy: number;
  readonly version: number;
}

/** Version 0 is what everything speaks, and all that carries the modems of a fax up to 14,400 bits a second needs. */
const OWN_T38: T38Description = {
  version: 0,
  maxBitRate: 14_400,
  rateManagement: "transferredTCF",
  maxBuffer: 1_800,
  maxDatagram: 1_400,
  errorCorrection: "t38UDPRedundancy",
};

/** Three in a row have to be lost before anything is. */
const REDUNDANCY = 3;
/** For ends that do not say, or say something that no packet fits into. */
const USUAL_DATAGRAM = 400;
const SMALLEST_DATAGRAM = 60;
const LARGEST_DATAGRAM = 1_400;
const MAX_VALUE = 10_000_000;

const CORRECTIONS: Readonly<Record<string, T38Description["errorCorrection"]>> = {
  t38udpredundancy: "t38UDPRedundancy",
  t38udpfec: "t38UDPFEC",
};

/** RFC 3108 §5.6.2.3 and §5.6.2.9: neither pauses nor cancelers of echo may touch what modems say to each other. */
export const FAX_AUDIO_ATTRIBUTES: readonly SdpAttribute[] = [
  attribute("silenceSupp", "off - - - -"),
  attribute("ecan", "fb off -"),
];

export function isT38({ kind, protocol, formats }: SdpMedia): boolean {
  return (
    kind === "image" &&
    protocol.toLowerCase() === "udptl" &&
    formats.some((format) => format.toLowerCase() === "t38")
  );
}

/** Undefined for another kind of stream. Names and values are written in any case and order out there. */
export function t38Of(media: SdpMedia): T38Description | undefined {
  if (!isT38(media)) return undefined;
  const values = new Map<string, string>();
  for (const { name, value } of media.attributes) values.set(name.toLowerCase(), value?.trim() ?? "");
  const numberOf = (name: string): number | undefined =>
    parseDecimal(values.get(name.toLowerCase()) ?? "", MAX_VALUE);
  const isLocal = values.get("t38faxratemanagement")?.toLowerCase() === "localtcf";
  return {
    version: numberOf("T38FaxVersion") ?? 0,
    // Some write "T38FaxMaxBitRate", which no paper has.
    maxBitRate: numberOf("T38MaxBitRate") ?? numberOf("T38FaxMaxBitRate") ?? 14_400,
    rateManagement: isLocal ? "localTCF" : "transferredTCF",
    maxBuffer: numberOf("T38FaxMaxBuffer"),
    maxDatagram: datagramOf(numberOf("T38FaxMaxDatagram")),
    errorCorrection: CORRECTIONS[values.get("t38faxudpec")?.toLowerCase() ?? ""] ?? "none",
  };
}

function datagramOf(said: number | undefined): number {
  if (said === undefined || said < SMALLEST_DATAGRAM) return USUAL_DATAGRAM;
  return Math.min(said, LARGEST_DATAGRAM);
}

/** The first stream of an offer that can be T.38 with us, and what comes of it. Undefined: refuse with 488. */
export function agreeOnT38(
  offer: SessionDescription,
): (T38Agreement & { readonly index: number }) | undefined {
  for (const [index, media] of offer.media.entries()) {
    const agreement = agreementWith(media, offer);
    if (agreement) return { ...agreement, index };
  }
  return undefined;
}

function agreementWith(media: SdpMedia, session: SessionDescription): T38Agreement | undefined {
  const said = t38Of(media);
  const address = rtpAddressOf(media, session);
  if (!said || !address || said.rateManagement === "localTCF") return undefined;
  return {
    ...address,
    maxDatagram: said.maxDatagram,
    // Whoever corrects forward reads repeats as well; whoever says nothing may read neither.
    redundancy: said.errorCorrection === "none" ? 0 : REDUNDANCY,
    version: Math.min(said.version, OWN_T38.version),
  };
}

/** An offer of T.38 alone: a re-INVITE that turns a call into a fax. */
export function createT38Offer(own: MediaAddress, origin: SdpOrigin): SessionDescription {
  return sessionOf(origin, [t38Media(own, "udptl")]);
}

/** The stream that `agreeOnT38` found is accepted; all others are refused, audio too. */
export function createT38Answer(
  offer: SessionDescription,
  index: number,
  own: MediaAddress,
  origin: SdpOrigin,
): SessionDescription {
  const media = offer.media.map((offered, at) =>
    at === index ? t38Media(own, offered.protocol) : refusedMedia(offered),
  );
  return sessionOf(origin, media);
}

/** Undefined: they refused, with port 0 or by answering something else. */
export function readT38Answer(
  offer: SessionDescription,
  answer: SessionDescription,
): T38Agreement | undefined {
  const index = offer.media.findIndex(isT38);
  const answered = answer.media[index];
  if (!answered || offer.media.length !== answer.media.length) return undefined;
  return agreementWith(answered, answer);
}

function t38Media({ address, port }: MediaAddress, protocol: string): SdpMedia {
  return {
    kind: "image",
    port,
    protocol,
    formats: ["t38"],
    title: undefined,
    connection: connectionTo(address),
    bandwidths: [],
    attributes: [
      attribute("T38FaxVersion", String(OWN_T38.version)),
      attribute("T38MaxBitRate", String(OWN_T38.maxBitRate)),
      attribute("T38FaxRateManagement", OWN_T38.rateManagement),
      attribute("T38FaxMaxBuffer", String(OWN_T38.maxBuffer)),
      attribute("T38FaxMaxDatagram", String(OWN_T38.maxDatagram)),
      attribute("T38FaxUdpEC", OWN_T38.errorCorrection),
    ],
  };
}

function sessionOf(origin: SdpOrigin, media: readonly SdpMedia[]): SessionDescription {
  return {
    origin,
    name: "-",
    connection: connectionTo(origin.address),
    bandwidths: [],
    times: ["0 0"],
    attributes: [],
    media,
  };
}
