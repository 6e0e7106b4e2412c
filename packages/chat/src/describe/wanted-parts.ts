import type { ChatGet } from "@offhook/contract";
import { malformed } from "../wire/refusal.ts";

/** In the order in which they are answered: clients that join a topic want to know it before its messages come. */
const WHEN_JOINING = ["desc", "sub", "tags", "cred", "aux", "data", "del"] as const;
const WHEN_ASKED = ["desc", "sub", "data", "del", "tags", "cred", "aux"] as const;
export type WantedPart = (typeof WHEN_JOINING)[number];

/** Words that mean nothing are passed over, unless nothing else was said. */
export function wantedParts({ what = "" }: Pick<ChatGet, "what">, isJoining: boolean): WantedPart[] {
  const words = new Set(what.split(" "));
  const parts = (isJoining ? WHEN_JOINING : WHEN_ASKED).filter((part) => words.has(part));
  if (parts.length === 0) throw malformed();
  return parts;
}

/** Milliseconds; undefined when the client has nothing yet. */
export function parsedIms(ims: string | undefined): number | undefined {
  if (ims === undefined) return undefined;
  const at = Date.parse(ims);
  if (Number.isNaN(at)) throw malformed();
  return at;
}
