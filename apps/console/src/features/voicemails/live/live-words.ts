import type { LiveVoicemail } from "@offhook/contract";

/** Pure. What goes on, in one sentence. */
export function headline(live: LiveVoicemail, name: string, userId: number): string {
  if (live.state === "speaking") return `${name} is leaving a message`;
  if (live.by) return `${live.by.user_id === userId ? "You" : live.by.name} picked up the call of ${name}`;
  return `${name} left a message`;
}

/** Pure. Whether there is anything left to say about it. */
export function isWorthACard(live: LiveVoicemail, userId: number): boolean {
  if (live.state === "speaking") return true;
  // Whoever picked up is talking to the caller and has a call for it.
  if (live.by?.user_id === userId) return false;
  return live.by !== null || live.state === "pickedUp" || live.kept;
}
