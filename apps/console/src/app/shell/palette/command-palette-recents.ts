import { type KeyValueStore, readJson } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { fold } from "./command-palette-matching.ts";

/** Recent lists keep at most five. */
const KEPT = 5;
const LONGEST = 80;

export function recentSearches(store: KeyValueStore): readonly string[] {
  const stored = readJson(store, STORAGE_KEYS.recentSearches);
  if (!Array.isArray(stored)) return [];
  return stored.filter((each) => typeof each === "string").slice(0, KEPT);
}

/** The newest first, each once. */
export function rememberSearch(store: KeyValueStore, query: string): void {
  const text = query.trim().slice(0, LONGEST);
  if (text === "") return;
  const others = recentSearches(store).filter((each) => fold(each) !== fold(text));
  store.set(STORAGE_KEYS.recentSearches, JSON.stringify([text, ...others].slice(0, KEPT)));
}

export function forgetSearches(store: KeyValueStore): void {
  store.remove(STORAGE_KEYS.recentSearches);
}
