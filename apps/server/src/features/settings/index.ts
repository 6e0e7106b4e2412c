export { bytesOf, toPhoto } from "./profile/photo-image.ts";
export { colorOf } from "./profile/profile-color.ts";
export { createSettingsFeature, type SettingsFeature } from "./settings-feature.ts";
export { UserSettingsService } from "./user-settings/user-settings-service.ts";
