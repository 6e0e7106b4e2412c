import type { FaxFilePlace } from "./fax-repository.ts";

/** Says who and when, in the user's own time. A name can be anything; no file system minds this one. */
export function fileNameOf(
  {
    direction,
    partyName,
    partyNumber,
    at,
    timezone,
  }: Pick<FaxFilePlace, "direction" | "partyName" | "partyNumber" | "at" | "timezone">,
  what = "Fax",
): string {
  const who = (partyName || partyNumber || "unknown number").replace(/[^\p{L}\p{N} +-]/gu, "_").trim();
  // The Swedish way of writing a time sorts by itself.
  const when = at.toLocaleString("sv-SE", { timeZone: timezone }).slice(0, 16).replace(":", ".");
  return `${what} ${direction === "SENT" ? "to" : "from"} ${who} ${when}.pdf`;
}
