export { FeedbackService } from "./feedback/feedback-service.ts";
export { PhotoService } from "./profile/photo-service.ts";
export { colorOf } from "./profile/profile-color.ts";
export { ProfileService } from "./profile/profile-service.ts";
export { createReleaseNotesReader, readChangelog } from "./release-notes/release-notes.ts";
export { settingsRoutes } from "./settings-routes.ts";
export { StatusExpirer } from "./statuses/status-expirer.ts";
export { StatusService } from "./statuses/status-service.ts";
export { UserSettingsService } from "./user-settings/user-settings-service.ts";
