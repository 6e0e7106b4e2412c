import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";

const KEY = "leftCall";

/** Whether the page that this tab showed before was left in a call: its sound must be back before anything else. */
export const wasLeftInCall = (tabStore: KeyValueStore): boolean => tabStore.get(KEY) !== null;

/** Remembered while the page goes away, for the page that comes next in this tab. */
export function rememberLeftCall(tabStore: KeyValueStore, isInCall: boolean): void {
  if (isInCall) tabStore.set(KEY, "true");
  else tabStore.remove(KEY);
}
