import { serializeSettings, type UserSettingsPatch } from "@offhook/contract";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { readSettingsPatch } from "./read-settings.ts";

export interface PendingSettings {
  load(): UserSettingsPatch;
  save(patch: UserSettingsPatch): void;
}

/** Of one account: signing in as another must not save this one's changes there. */
export function createPendingSettings(store: KeyValueStore, accountId: number): PendingSettings {
  const key = `settingsPending.${accountId}`;
  return {
    load: () => readSettingsPatch(store.get(key) ?? "{}"),
    save: (patch) => {
      if (Object.keys(patch).length === 0) store.remove(key);
      else store.set(key, serializeSettings(patch));
    },
  };
}
