import { type KeyValueStore, readJson } from "../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../platform/storage/storage-keys.ts";
import type { SessionUser } from "./session-store.ts";

/** The last known profile, so that a page opens at once, and also while the service cannot be reached. */
export function saveProfile(store: KeyValueStore, user: SessionUser): void {
  // The photo's address expires, and the phone's password is nothing to leave lying about.
  store.set(STORAGE_KEYS.profile, JSON.stringify({ ...user, photo: null, sip: null }));
}

export function cachedProfile(store: KeyValueStore, accountId: number | null): SessionUser | undefined {
  const user = readJson(store, STORAGE_KEYS.profile) as SessionUser | undefined;
  return accountId !== null && user?.id === accountId ? user : undefined;
}
