import { parseDecimal } from "@offhook/kernel";
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
  candidates: number;
}

/**
 * More than any client sends; a description with more of them is meant to hurt. What goes to the ICE agent, it checks
 * address by address: nobody may have us knock at thousands of doors.
 */
export const SDP_LIMITS = { characters: 65_536, lines: 2_000, media: 64, candidates: 256 } as const;
const MAX_PORT = 65_535;

/** RFC 8866 §9: no value holds them, and another reader might take one for the end of the line. */
const BREAKS = /[\0\r]/;

const newPart = (): Part => ({ title: undefined, connection: undefined, bandwidths: [], attributes: [] });

/**
 * Reads a description, in linear time and without ever throwing. Undefined when it cannot be one. Lines of unknown
 * type are skipped, a missing name or time is forgiven; a line that is none is not, as it might hide a medium.
 */
export function parseSdp(text: string): SessionDescription | undefined {
  if (text.length > SDP_LIMITS.characters) return undefined;
  const lines = text.split("\n", SDP_LIMITS.lines + 1);
  if (lines.length > SDP_LIMITS.lines) return undefined;
  const draft: Draft = {
    session: newPart(),
    media: [],
    times: [],
    origin: undefined,
    name: undefined,
    candidates: 0,
  };
  let isFirst = true;
  for (const raw of lines) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.trim() === "") continue;
    if (isFirst !== (line.trimEnd() === "v=0")) return undefined;
    if (
      line.charAt(1) !== "=" ||
      BREAKS.test(line) ||
      (!isFirst && !readLine(draft, line.charAt(0), line.slice(2)))
    )
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
      return readAttribute(draft, part, value);
    case "m":
      return readMedia(draft, value);
    default:
      return true;
  }
}

function readMedia(draft: Draft, value: string): boolean {
  const [kind, portText = "", protocol, ...formats] = value.trim().split(/[ \t]+/);
  const port = parseDecimal(portText.split("/", 1)[0] ?? "", MAX_PORT);
  if (!kind || port === undefined || !protocol || draft.media.length === SDP_LIMITS.media) return false;
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

function readAttribute(draft: Draft, part: Part, text: string): boolean {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  part.attributes.push({ name, value: colon < 0 ? undefined : text.slice(colon + 1) });
  if (name === "candidate") draft.candidates += 1;
  return draft.candidates <= SDP_LIMITS.candidates;
}
