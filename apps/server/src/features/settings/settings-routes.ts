import type { settingsApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { FeedbackService } from "./feedback/feedback-service.ts";
import type { PhotoService } from "./profile/photo-service.ts";
import type { ProfileService } from "./profile/profile-service.ts";
import { TIMEZONES } from "./profile/timezones.ts";
import type { ReleaseNotesReader } from "./release-notes/release-notes.ts";
import type { StatusService } from "./statuses/status-service.ts";
import type { UserSettingsService } from "./user-settings/user-settings-service.ts";

export interface SettingsServices {
  readonly profiles: ProfileService;
  readonly photos: PhotoService;
  readonly userSettings: UserSettingsService;
  readonly statuses: StatusService;
  readonly feedback: FeedbackService;
  readonly releaseNotes: ReleaseNotesReader;
}

export function settingsRoutes(services: SettingsServices): Handlers<typeof settingsApi> {
  const { profiles, photos, userSettings, statuses, feedback, releaseNotes } = services;
  return {
    getMyProfile: ({ actor, query }) => profiles.read(actor, query),
    updateMyProfile: ({ actor, body }) => profiles.update(actor, body),
    putMyPhoto: ({ actor, body }) => photos.replace(actor, body.image),
    deleteMyPhoto: ({ actor }) => photos.remove(actor),
    getPhoto: ({ actor, query }) => photos.find(actor, query.user_id ?? actor.userId),
    getUserSettings: ({ actor }) => userSettings.read(actor),
    updateUserSettings: ({ actor, body }) => userSettings.update(actor, body.settings),
    listStatuses: ({ actor }) => statuses.list(actor),
    getStatus: ({ actor }) => statuses.current(actor),
    createStatus: ({ actor, body }) => statuses.create(actor, body),
    setStatus: ({ actor, body }) => statuses.set(actor, body),
    deleteStatus: async ({ actor, query }) => {
      await statuses.remove(actor, query.status_id);
      return {};
    },
    listTimezones: async () => [...TIMEZONES],
    sendFeedback: async ({ actor, body }) => {
      await feedback.send(actor, body);
      return {};
    },
    getReleaseNotes: async ({ query }) => releaseNotes.find(query.version),
  };
}
