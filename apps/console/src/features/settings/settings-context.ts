import type { UserSettings, UserSettingsPatch } from "@offhook/contract";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { SaveState, SettingsSync } from "./sync/settings-sync.ts";

const SettingsSyncContext = createServiceContext<SettingsSync>("SettingsSync");
export const SettingsProvider = SettingsSyncContext.Provider;

function useSettingsSync(): SettingsSync {
  return useService(SettingsSyncContext);
}

export function useSettings<Selected>(select: (settings: UserSettings) => Selected): Selected {
  return useStore(useSettingsSync().state, (state) => select(state.settings));
}

export function useSaveState(): SaveState {
  return useStore(useSettingsSync().state, (state) => state.save);
}

export function useChangeSettings(): (patch: UserSettingsPatch) => void {
  const sync = useSettingsSync();
  return (patch) => sync.change(patch);
}
