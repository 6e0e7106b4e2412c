import type { UserSettingsPatch } from "./user-settings.ts";

export function serializeSettings(settings: UserSettingsPatch): string {
  return JSON.stringify(settings);
}
