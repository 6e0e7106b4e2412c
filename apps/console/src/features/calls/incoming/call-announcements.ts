import { callStatusText } from "../active/call-words.ts";
import { type ActiveCall, isIncoming, isLive, isTalk, type Talk } from "../phone/calls/active-call.ts";

/** Something to be said of a call, once its name is known. */
export interface Announcement {
  readonly call: ActiveCall;
  readonly words: (name: string) => string;
}

/** Pure. What a screen reader should say of a change of the calls; undefined when nothing is worth a word. */
export function announcementOf(
  before: readonly ActiveCall[],
  after: readonly ActiveCall[],
): Announcement | undefined {
  const known = new Map(before.map((call) => [call.id, call]));
  for (const call of after) {
    const words = arrivalWords(known.get(call.id), call) ?? changeWords(known.get(call.id), call);
    if (words) return { call, words };
  }
  const ids = new Set(after.map(({ id }) => id));
  const gone = before.find((call) => !ids.has(call.id) && isLive(call));
  if (!gone) return undefined;
  return {
    call: gone,
    words: isIncoming(gone) ? (name) => `${name} is no longer calling` : () => "Call ended",
  };
}

type Words = Announcement["words"] | undefined;

function arrivalWords(before: ActiveCall | undefined, after: ActiveCall): Words {
  if (!isIncoming(after) || (before && isIncoming(before))) return undefined;
  return after.doorbell ? () => "Someone is at the door" : (name) => `Incoming call from ${name}`;
}

function situationWords(before: Talk, after: Talk): Words {
  const words = after.situation === undefined ? undefined : callStatusText(after);
  if (words !== undefined) return () => words;
  return before.situation === "held" ? (name) => `${name} is back` : undefined;
}

function changeWords(before: ActiveCall | undefined, after: ActiveCall): Words {
  if (!before) return undefined;
  if (before.phase !== after.phase) {
    if (isTalk(after)) return (name) => `Connected with ${name}`;
    return after.phase === "ended" ? () => after.endReason ?? "Call ended" : undefined;
  }
  return isTalk(before) && isTalk(after) ? talkWords(before, after) : undefined;
}

function talkWords(before: Talk, after: Talk): Words {
  if (before.situation !== after.situation) return situationWords(before, after);
  if (before.hold !== after.hold) return () => (after.hold ? "On hold" : "Resumed");
  if (before.muted !== after.muted) return () => (after.muted ? "Muted" : "Unmuted");
  if (before.recording !== after.recording)
    return () => (after.recording ? "Recording" : "Recording stopped");
  return undefined;
}
