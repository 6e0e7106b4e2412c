import { hasAttribute, type SdpMedia, type SessionDescription } from "./session-description.ts";

/** Seen from the side that says it. */
export type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

const DIRECTIONS: readonly Direction[] = ["sendrecv", "sendonly", "recvonly", "inactive"];

/** RFC 3264 §5.1: the medium's own word, else the session's, else both ways. */
export function directionOf(media: SdpMedia, session: SessionDescription): Direction {
  const find = (part: SdpMedia | SessionDescription): Direction | undefined =>
    DIRECTIONS.find((direction) => hasAttribute(part, direction));
  // RFC 2543 put a call on hold with the address 0.0.0.0, and some phones still do.
  const isNowhere = (media.connection ?? session.connection)?.address === "0.0.0.0";
  const direction = find(media) ?? find(session) ?? "sendrecv";
  return isNowhere && !isIce(media, session)
    ? direction === "sendrecv"
      ? "sendonly"
      : direction
    : direction;
}

/** With ICE the address is only a placeholder. */
const isIce = (media: SdpMedia, session: SessionDescription): boolean =>
  [media, session].some((part) => hasAttribute(part, "ice-ufrag") || hasAttribute(part, "candidate"));

export const sends = (direction: Direction): boolean => direction === "sendrecv" || direction === "sendonly";
export const receives = (direction: Direction): boolean =>
  direction === "sendrecv" || direction === "recvonly";

function directionFrom(isSending: boolean, isReceiving: boolean): Direction {
  if (isSending) return isReceiving ? "sendrecv" : "sendonly";
  return isReceiving ? "recvonly" : "inactive";
}

/** RFC 3264 §6.1: we send at most what they want to receive, and the other way round. */
export function answerDirection(offered: Direction, wanted: Direction): Direction {
  return directionFrom(sends(wanted) && receives(offered), receives(wanted) && sends(offered));
}
