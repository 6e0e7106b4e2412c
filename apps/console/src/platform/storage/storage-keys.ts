/** Every key of local storage, in one place, because signing out must know what it clears and what it keeps. */
export const STORAGE_KEYS = {
  /** Survives signing out: the next sign-in hands it in and continues the same entry of the session list. */
  refreshToken: "refreshToken",
  accounts: "accounts",
  doNotShow: "doNotShow",
  strategy: "auth.strategy",
  redirect: "auth.redirect",
  /** The last refusal of a sign-in or a session: when, which code, which words. */
  lastAuthError: "auth.lastError",
  /**
   * 'true' after signing out of an account of Google, until the next sign-in with it. Google's own session is the
   * browser's and stays; without this mark it would let whoever comes next straight back into the account.
   */
  leftGoogle: "auth.google.left",
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
  voicemails: "voicemails",
  faxes: "faxes",
  /** The fax that is being written, as far as the service does not have it yet. */
  faxDraft: "faxDraft",
  /** Versions until 2026 kept here what the first screen looked like: it is taken away. */
  still: "still",
  /** Begins the names of what was typed and is not on the service yet. */
  unsavedDraft: "unsavedDraft",
  seenVersion: "seenVersion",
  phoneNotes: "phoneNotes",
  /** 'true' where this machine is not to ring; named by the specification. */
  disableRinging: "disableRinging",
  /** 'true' or 'false', as last known: what counts until the line and the settings have been loaded. */
  dnd: "dnd",
  disableCalls: "disableCalls",
  playbackRate: "playbackRate",
  videoInput: "videoInput",
  /** When a test call last rang here, in milliseconds. */
  rangAt: "rangAt",
  /** 'done' once the user has seen the ring check of this browser: it is offered once. */
  ringCard: "ringCard",
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
  STORAGE_KEYS.lastAuthError,
  STORAGE_KEYS.leftGoogle,
  STORAGE_KEYS.ringCard,
]);
