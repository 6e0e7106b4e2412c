import type { Presence } from "@offhook/contract";

export interface PresenceInput {
  /** A round trip proved lately that calls and messages reach this user. */
  readonly isReachable: boolean;
  readonly isDndOn: boolean;
  readonly areCallsDisabled: boolean;
}

export interface OwnPresence {
  readonly presence: Presence;
  readonly text: "Offline" | "Do Not Disturb" | "Incoming calls disabled" | "Online";
}

/** What the account menu says of the user, and what colleagues see. */
export function ownPresence({ isReachable, isDndOn, areCallsDisabled }: PresenceInput): OwnPresence {
  if (!isReachable) return { presence: 0, text: "Offline" };
  if (isDndOn) return { presence: 2, text: "Do Not Disturb" };
  if (areCallsDisabled) return { presence: 2, text: "Incoming calls disabled" };
  return { presence: 1, text: "Online" };
}
