import { MAX_PORT, parseDecimal } from "../grammar/decimal.ts";
import { decodeUtf8 } from "../grammar/utf8.ts";
import type {
  SdpAttribute,
  SdpConnection,
  SdpMedia,
  SdpOrigin,
  SessionDescription,
} from "./session-description.ts";

interface Part {
  title: string | undefined;
  connection: SdpConnection | undefined;
  readonly bandwidths: string[];
  readonly attributes: SdpAttribute[];
}

interface MediaPart extends Part {
  readonly head: Pick<SdpMedia, "kind" | "port" | "protocol" | "formats">;
}

interface Draft {
  readonly session: Part;
  readonly media: MediaPart[];
  readonly times: string[];
  origin: SdpOrigin | undefined;
  name: string | undefined;
}

/** More than any client sends; a description with more of them is meant to hurt. */
const MAX_LINES = 2_000;
const MAX_MEDIA = 64;

const newPart = (): Part => ({ title: undefined, connection: undefined, bandwidths: [], attributes: [] });

/**
 * Reads a description, in linear time and without ever throwing. Undefined when it cannot be one. Lines of unknown
 * type are skipped, a missing name or time is forgiven; a line that is none is not, as it might hide a medium.
 */
export function parseSdp(content: Uint8Array | string): SessionDescription | undefined {
  const text = typeof content === "string" ? content : decodeUtf8(content);
  const lines = text.split("\n", MAX_LINES + 1);
  if (lines.length > MAX_LINES) return undefined;
  const draft: Draft = { session: newPart(), media: [], times: [], origin: undefined, name: undefined };
  let isFirst = true;
  for (const raw of lines) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.trim() === "") continue;
    if (isFirst !== (line.trimEnd() === "v=0")) return undefined;
    if (line.charAt(1) !== "=" || (!isFirst && !readLine(draft, line.charAt(0), line.slice(2))))
      return undefined;
    isFirst = false;
  }
  return isFirst ? undefined : finish(draft);
}

function finish({ session, media, times, origin, name }: Draft): SessionDescription | undefined {
  if (!origin) return undefined;
  return {
    origin,
    name: name ?? "-",
    connection: session.connection,
    bandwidths: session.bandwidths,
    times: times.length > 0 ? times : ["0 0"],
    attributes: session.attributes,
    media: media.map(({ head, title, connection, bandwidths, attributes }) => ({
      ...head,
      title,
      connection,
      bandwidths,
      attributes,
    })),
  };
}

/** False when the line spoils the whole. */
function readLine(draft: Draft, type: string, value: string): boolean {
  const part = draft.media.at(-1) ?? draft.session;
  switch (type) {
    case "o":
      draft.origin ??= parseOrigin(value);
      return draft.origin !== undefined;
    case "s":
      draft.name ??= value;
      return true;
    case "i":
      part.title = value;
      return true;
    case "c":
      part.connection ??= parseConnection(value);
      return part.connection !== undefined;
    case "b":
      part.bandwidths.push(value);
      return true;
    case "t":
      draft.times.push(value.trim());
      return true;
    case "a":
      part.attributes.push(parseAttribute(value));
      return true;
    case "m":
      return readMedia(draft, value);
    default:
      return true;
  }
}

function readMedia(draft: Draft, value: string): boolean {
  const [kind, portText = "", protocol, ...formats] = value.trim().split(/[ \t]+/);
  const port = parseDecimal(portText.split("/", 1)[0] ?? "", MAX_PORT);
  if (!kind || port === undefined || !protocol || draft.media.length === MAX_MEDIA) return false;
  draft.media.push({ ...newPart(), head: { kind: kind.toLowerCase(), port, protocol, formats } });
  return true;
}

function parseOrigin(value: string): SdpOrigin | undefined {
  const [username, sessionId, sessionVersion, network, addressType, address, ...more] = value
    .trim()
    .split(/[ \t]+/);
  if (network?.toUpperCase() !== "IN" || !username || !address || more.length > 0) return undefined;
  const type = addressType?.toUpperCase();
  if (!isDigits(sessionId) || !isDigits(sessionVersion) || (type !== "IP4" && type !== "IP6"))
    return undefined;
  return { username, sessionId, sessionVersion, addressType: type, address };
}

function isDigits(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,20}$/.test(text);
}

function parseConnection(value: string): SdpConnection | undefined {
  const [network, addressType, addressText = "", ...more] = value.trim().split(/[ \t]+/);
  const type = addressType?.toUpperCase();
  // A multicast time to live may follow; calls have none.
  const address = addressText.split("/", 1)[0] ?? "";
  if (network?.toUpperCase() !== "IN" || address === "" || more.length > 0) return undefined;
  return type === "IP4" || type === "IP6" ? { addressType: type, address } : undefined;
}

function parseAttribute(value: string): SdpAttribute {
  const colon = value.indexOf(":");
  if (colon < 0) return { name: value.trim(), value: undefined };
  return { name: value.slice(0, colon).trim(), value: value.slice(colon + 1) };
}
