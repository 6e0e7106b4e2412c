/** Seen from us: `sendonly` means that we speak and do not listen. */
export type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

const DIRECTIONS: readonly Direction[] = ["sendrecv", "sendonly", "recvonly", "inactive"];

export const isDirection = (value: string): value is Direction => DIRECTIONS.some((each) => each === value);
export const sends = (direction: Direction): boolean => direction === "sendrecv" || direction === "sendonly";
export const receives = (direction: Direction): boolean =>
  direction === "sendrecv" || direction === "recvonly";

function directionOf({ send, receive }: { send: boolean; receive: boolean }): Direction {
  if (send) return receive ? "sendrecv" : "sendonly";
  return receive ? "recvonly" : "inactive";
}

/** What we may answer to an offer: we send only to one who receives, and the other way round (RFC 3264 §6.1). */
export function answerDirection(offered: Direction, wanted: Direction): Direction {
  return directionOf({
    send: receives(offered) && sends(wanted),
    receive: sends(offered) && receives(wanted),
  });
}
