export * from "./feedback.ts";
export { parseSettingsPatch, parseUserSettings, serializeSettings } from "./parse-user-settings.ts";
export * from "./profile.ts";
export { settingsApi } from "./settings-api.ts";
export * from "./settings-events.ts";
export * from "./stored-settings.ts";
export * from "./user-settings.ts";
export { DEFAULT_USER_SETTINGS } from "./user-settings-defaults.ts";
export * from "./user-status.ts";
