/** Every key of local storage, in one place, because signing out must know what it clears and what it keeps. */
export const STORAGE_KEYS = {
  /** Survives signing out: the next sign-in hands it in and continues the same entry of the session list. */
  refreshToken: "refreshToken",
  accounts: "accounts",
  doNotShow: "doNotShow",
  strategy: "auth.strategy",
  redirect: "auth.redirect",
  deviceId: "deviceId",
  lastReload: "lastReload",
  config: "config",
  profile: "profile",
  pushLogin: "pushLogin",
  pushCursor: "pushCursor",
  recentSearches: "recentSearches",
  recentNumbers: "recentNumbers",
  /** The newest calls, so that the list is there before the network answers. */
  callHistory: "callHistory",
  /** The newest conversations, for the same reason. */
  conversations: "conversations",
  /** What the first screen looked like; the page itself reads it, before any script is there. */
  still: "still",
  /** Begins the names of what was typed and is not on the service yet. */
  unsavedDraft: "unsavedDraft",
  /** The text that was last heard, so that each is heard in one tab only. */
  smsSound: "smsSound",
  seenVersion: "seenVersion",
  phoneNotes: "phoneNotes",
  /** 'true' where this machine is not to ring; named by the specification. */
  disableRinging: "disableRinging",
} as const;

export type Strategy = "local" | "google" | "microsoft";

export function tokenKey(strategy: Strategy): string {
  return `auth._token.${strategy}`;
}

export function refreshTokenKey(strategy: Strategy): string {
  return `auth._refresh_token.${strategy}`;
}

/** Of the browser rather than of a user, so that signing out leaves them. `accounts` is blanked, not removed. */
export const KEPT_ON_SIGN_OUT: ReadonlySet<string> = new Set([
  STORAGE_KEYS.refreshToken,
  STORAGE_KEYS.accounts,
  STORAGE_KEYS.deviceId,
  STORAGE_KEYS.lastReload,
  STORAGE_KEYS.config,
  STORAGE_KEYS.seenVersion,
]);
