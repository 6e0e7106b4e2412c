import type { KeyValueStore } from "../storage/key-value-store.ts";
import { STORAGE_KEYS } from "../storage/storage-keys.ts";

const MAX_LENGTH = 2000;
/**
 * One slash, then only characters that cannot start a host, a scheme or an escape: `//host`, `/\host` and control
 * characters are read by browsers as another site. `%` may only introduce a proper escape.
 */
const SAFE_PATH = /^\/(?!\/)(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9a-fA-F]{2})*$/;

/** Whether a remembered path may be navigated to. Anyone can write to the address bar, and it ends up here. */
export function isSafeRedirect(path: string): boolean {
  if (path.length > MAX_LENGTH || !SAFE_PATH.test(path)) return false;
  // `/.//host` and `/x/..//host` pass as text, but resolve to a path that begins with two slashes.
  const base = "https://console.invalid";
  try {
    const url = new URL(path, base);
    return url.origin === base && !url.pathname.startsWith("//");
  } catch {
    return false;
  }
}

export function rememberRedirect(store: KeyValueStore, path: string): void {
  if (path !== "/" && isSafeRedirect(path)) store.set(STORAGE_KEYS.redirect, path);
}

/** The remembered path, once: it must not catch a later sign-in too. */
export function takeRedirect(store: KeyValueStore): string | undefined {
  const path = store.get(STORAGE_KEYS.redirect);
  store.remove(STORAGE_KEYS.redirect);
  return path !== null && isSafeRedirect(path) ? path : undefined;
}
