import {
  attributeValue,
  attributeValues,
  hasAttribute,
  type SdpConnection,
  type SdpMedia,
  type SessionDescription,
} from "./session-description.ts";

/** How the audio travels: as browsers do it, as desk phones and trunks do it, or in a way we do not speak. */
export type MediaProfile = "webrtc" | "rtp" | "other";

export function profileOf(media: SdpMedia): MediaProfile {
  switch (media.protocol.toUpperCase()) {
    case "UDP/TLS/RTP/SAVPF":
    case "UDP/TLS/RTP/SAVP":
      return "webrtc";
    // RFC 5763 §5: older browsers name the profile without the transport; the fingerprint tells.
    case "RTP/SAVPF":
    case "RTP/SAVP":
      return hasAttribute(media, "crypto") ? "other" : "webrtc";
    case "RTP/AVP":
    case "RTP/AVPF":
      return "rtp";
    default:
      return "other";
  }
}

/** Neither a host name nor an address of the older kind holds a colon. */
export function connectionTo(address: string): SdpConnection {
  return { addressType: address.includes(":") ? "IP6" : "IP4", address };
}

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

export function rtpAddressOf(media: SdpMedia, session: SessionDescription): MediaAddress | undefined {
  const connection = media.connection ?? session.connection;
  return connection && media.port > 0 ? { address: connection.address, port: media.port } : undefined;
}

/** RFC 3605, or the port after. With rtcp-mux there is no second port. */
export function rtcpAddressOf(media: SdpMedia, session: SessionDescription): MediaAddress | undefined {
  const rtp = rtpAddressOf(media, session);
  if (!rtp || hasAttribute(media, "rtcp-mux")) return rtp;
  const [portText = "", , , address] = (attributeValue(media, "rtcp") ?? "").trim().split(/[ \t]+/);
  const port = /^[0-9]{1,5}$/.test(portText) ? Number(portText) : rtp.port + 1;
  return port > 0 && port <= 65_535 ? { address: address ?? rtp.address, port } : undefined;
}

export interface IceCredentials {
  readonly ufrag: string;
  readonly password: string;
}

/** RFC 8839: enough to start connectivity checks. Candidates stay text, as the ICE agent reads them itself. */
export interface IceParameters extends IceCredentials {
  readonly candidates: readonly string[];
  readonly options: readonly string[];
  readonly isLite: boolean;
}

export function iceOf(media: SdpMedia, session: SessionDescription): IceParameters | undefined {
  const find = (name: string): string | undefined =>
    (attributeValue(media, name) ?? attributeValue(session, name))?.trim();
  const ufrag = find("ice-ufrag");
  const password = find("ice-pwd");
  if (!ufrag || !password) return undefined;
  return {
    ufrag,
    password,
    candidates: attributeValues(media, "candidate").map((candidate) => candidate.trimEnd()),
    options: (find("ice-options") ?? "").split(" ").filter((option) => option !== ""),
    isLite: hasAttribute(session, "ice-lite"),
  };
}

/** RFC 8842. */
export interface DtlsParameters {
  /** At least one. */
  readonly fingerprints: readonly [string, ...string[]];
  readonly setup: "active" | "passive" | "actpass" | "holdconn";
}

export function dtlsOf(media: SdpMedia, session: SessionDescription): DtlsParameters | undefined {
  const own = attributeValues(media, "fingerprint");
  const all = own.length > 0 ? own : attributeValues(session, "fingerprint");
  const [first, ...more] = all.map((fingerprint) => fingerprint.trim()).filter((each) => each !== "");
  const setup = (attributeValue(media, "setup") ?? attributeValue(session, "setup") ?? "actpass").trim();
  if (first === undefined) return undefined;
  return setup === "active" || setup === "passive" || setup === "actpass" || setup === "holdconn"
    ? { fingerprints: [first, ...more], setup }
    : undefined;
}

/** What an end says of a transport over ICE and DTLS, which is how browsers speak. */
export interface SecureTransport {
  readonly ice: IceParameters;
  readonly dtls: DtlsParameters;
}

/** Undefined when one half is missing: there is nothing to connect to then. */
export function secureTransportOf(media: SdpMedia, session: SessionDescription): SecureTransport | undefined {
  const ice = iceOf(media, session);
  const dtls = dtlsOf(media, session);
  return ice && dtls && { ice, dtls };
}

/**
 * Whether a later description asks for a new transport. Either credential of ICE is enough: to restart, both must
 * change (RFC 8839 §4.4.1.1.1), and one that did already fails every check of the old transport. So does another
 * certificate, with the same credentials or not (RFC 8842 §5.1).
 */
export function isTransportRestart(before: SecureTransport, after: SecureTransport): boolean {
  return (
    before.ice.ufrag !== after.ice.ufrag ||
    before.ice.password !== after.ice.password ||
    before.dtls.fingerprints.join() !== after.dtls.fingerprints.join()
  );
}
