/** What a SIP status means for whoever called, and what to do now. */
const REASONS: Readonly<Record<number, string>> = {
  403: "You are not allowed to call this number. Ask your administrator.",
  404: "This number does not exist. Check it and try again.",
  408: "The other party can't be reached. Try again in a moment.",
  410: "This number no longer exists. Look for a newer one.",
  433: "This line rejects anonymous calls. Turn on caller ID and try again.",
  480: "Nobody answered. Try again later, or send a message.",
  481: "This call is already over.",
  484: "This number is not complete. Check it and try again.",
  486: "The line is busy. Try again in a moment.",
  488: "The call could not be connected. Try again.",
  500: "The phone system could not connect the call. Try again.",
  502: "No carrier is connected, so nobody here can call outside. Administrators: docs/provisioning.md says how to connect one.",
  503: "All lines are busy. Try again in a moment.",
  600: "The line is busy. Try again in a moment.",
  603: "The call was declined.",
  607: "This line rejected the call.",
  608: "Your line has reached its limit for outside calls. Ask your administrator.",
};

const REFUSED = 300;

/** Undefined for a call that ended as calls do. */
export function endReason(status: number): string | undefined {
  if (status < REFUSED || status === 487) return undefined;
  return REASONS[status] ?? `The call failed (code ${status}). Try again.`;
}
