import type { VoicemailFilePlace } from "./voicemail-list-repository.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
};

/** Says who called and when, in the user's own time. A caller's name can be anything; no file system minds this one. */
export function fileNameOf(
  {
    callerName,
    callerNumber,
    receivedAt,
    timezone,
  }: Pick<VoicemailFilePlace, "callerName" | "callerNumber" | "receivedAt" | "timezone">,
  type: string,
): string {
  const who = (callerName || callerNumber || "unknown number").replace(/[^\p{L}\p{N} +-]/gu, "_").trim();
  // The Swedish way of writing a time sorts by itself.
  const when = receivedAt.toLocaleString("sv-SE", { timeZone: timezone }).slice(0, 16).replace(":", ".");
  return `Voicemail from ${who} ${when}.${EXTENSIONS[type] ?? "mp3"}`;
}
