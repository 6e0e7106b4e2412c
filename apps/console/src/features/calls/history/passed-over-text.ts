import type { PassedOverLine, PassedOverReason } from "@offhook/contract";

// In a file of its own: "Will I ring?" needs it, and nothing else of the history.

const WORDS: Readonly<Record<PassedOverReason, string>> = {
  doNotDisturb: "Do not disturb was on",
  busy: "you were on another call",
  noDevice: "no phone was connected",
  switchedOff: "it was switched off for this group",
  onCall: "someone else was on call",
  later: "others were rung first, and the call was answered or ended before your turn",
  blocked: "you don't take calls from this caller",
  loggedOut: "you were signed out of the queue",
  paused: "paused",
  wrapUp: "you were in wrap-up",
  ringing: "it was ringing for another caller",
  skills: "the caller needed a skill you don't have",
  penalty: "an agent who comes before you was free",
  turn: "it was another agent's turn",
  closed: "the queue was closed",
  full: "the queue was full",
};

/** Pure. "paused (Lunch)": why a line did not ring. */
export function passedOverText({ reason, detail }: Pick<PassedOverLine, "reason" | "detail">): string {
  if (reason === "onCall" && detail) return `${detail} was on call`;
  return detail ? `${WORDS[reason]} (${detail})` : WORDS[reason];
}
