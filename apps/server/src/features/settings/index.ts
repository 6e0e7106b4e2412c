export { bytesOf, toPhoto } from "./profile/photo-image.ts";
export { colorOf } from "./profile/profile-color.ts";
export { createSettingsFeature, type SettingsFeature } from "./settings-feature.ts";
export { findTimezone } from "./statuses/status-repository.ts";
export { UserSettingsService } from "./user-settings/user-settings-service.ts";
