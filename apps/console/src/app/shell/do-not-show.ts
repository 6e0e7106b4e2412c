import { createDoNotShowStorage, type DoNotShowStorage } from "@offhook/ui";
import type { KeyValueStore } from "../../platform/storage/key-value-store.ts";

/** The dialogs this user no longer wants to see, kept in the browser. */
export function doNotShowStorage(store: KeyValueStore): DoNotShowStorage {
  return createDoNotShowStorage({
    getItem: (key) => store.get(key),
    setItem: (key, value) => store.set(key, value),
  });
}

export function isDialogDismissed(store: KeyValueStore, dialogId: string): boolean {
  return doNotShowStorage(store).has(dialogId);
}
