import type { SdpAttribute, SdpConnection, SdpMedia, SessionDescription } from "./session-description.ts";

/** In the order of RFC 8866 §5, which some phones insist on; nothing in a value can start a line of its own. */
export function formatSdp(description: SessionDescription): string {
  const { origin, name, connection, bandwidths, times, attributes, media } = description;
  const { username, sessionId, sessionVersion, addressType, address } = origin;
  const lines = [
    "v=0",
    `o=${word(username)} ${word(sessionId)} ${word(sessionVersion)} IN ${addressType} ${word(address)}`,
    // An empty name is not allowed; a single dash or space stands for none.
    `s=${line(name) === "" ? "-" : line(name)}`,
    ...formatConnection(connection),
    ...bandwidths.map((bandwidth) => `b=${line(bandwidth)}`),
    ...times.map((time) => `t=${line(time)}`),
    ...attributes.map(formatAttribute),
    ...media.flatMap(formatMedia),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function formatMedia(media: SdpMedia): string[] {
  const { kind, port, protocol, formats, title, connection, bandwidths, attributes } = media;
  return [
    `m=${[kind, String(port), protocol, ...formats].map(word).join(" ")}`,
    ...(title === undefined ? [] : [`i=${line(title)}`]),
    ...formatConnection(connection),
    ...bandwidths.map((bandwidth) => `b=${line(bandwidth)}`),
    ...attributes.map(formatAttribute),
  ];
}

const formatConnection = (connection: SdpConnection | undefined): string[] =>
  connection ? [`c=IN ${connection.addressType} ${word(connection.address)}`] : [];

function formatAttribute({ name, value }: SdpAttribute): string {
  return value === undefined ? `a=${word(name)}` : `a=${word(name)}:${line(value)}`;
}

const line = (text: string): string => text.replace(/[\r\n]+/g, " ");
/** One field of a line that has several. */
const word = (text: string): string => text.replace(/[\s]+/g, "");

/** RFC 8866 §8.1: how a body says that it is a session description. */
export const SDP_TYPE = "application/sdp";
