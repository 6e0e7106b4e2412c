import { useEffect } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";

/** Pure. Compares number by number: 0.10.0 comes after 0.9.2. What follows a dash counts only between equals. */
export function isNewer(version: string, than: string): boolean {
  const [numbers = "", tag = ""] = version.split("-", 2);
  const [otherNumbers = "", otherTag = ""] = than.split("-", 2);
  const difference = compareNumbers(numbers, otherNumbers);
  if (difference !== 0) return difference > 0;
  // A release comes after its previews.
  if (tag === "" || otherTag === "") return tag === "" && otherTag !== "";
  return tag.localeCompare(otherTag, "en", { numeric: true }) > 0;
}

function compareNumbers(one: string, other: string): number {
  const ours = one.split(".").map(Number);
  const theirs = other.split(".").map(Number);
  const length = Math.max(ours.length, theirs.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (ours[index] ?? 0) - (theirs[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function markNewsSeen(store: KeyValueStore, version: string): void {
  store.set(STORAGE_KEYS.seenVersion, version);
}

/** True from an update until 'What's new' was opened. A first-time user has missed nothing. */
export function useHasNews(): boolean {
  const { browser, config } = usePlatform();
  const seen = browser.store.get(STORAGE_KEYS.seenVersion);
  useEffect(() => {
    if (seen === null) markNewsSeen(browser.store, config.version);
  }, [seen, browser.store, config.version]);
  return seen !== null && isNewer(config.version, seen);
}
