import type { SipSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { FeedbackService, type FeedbackServiceDeps } from "./feedback/feedback-service.ts";
import { PhotoService } from "./profile/photo-service.ts";
import { ProfileService, type ProfileServiceDeps } from "./profile/profile-service.ts";
import { createReleaseNotesReader, readChangelog } from "./release-notes/release-notes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { createStatusExpirer } from "./statuses/status-expirer.ts";
import { StatusService } from "./statuses/status-service.ts";
import { UserSettingsService } from "./user-settings/user-settings-service.ts";

export interface SettingsFeatureDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly photoUrl: (key: string) => string;
  readonly emails: ProfileServiceDeps["emails"];
  readonly outbox: FeedbackServiceDeps["outbox"];
  readonly supportAddress: string | undefined;
  /** Of this server; the release notes begin with it. */
  readonly version: string;
  /** How the user's soft phone registers. */
  readonly sipSettings: (actor: Actor) => Promise<SipSettings | null>;
  /** A setting has changed that may show in the user's presence. */
  readonly onPresenceSettings: (tx: Transaction, actor: Actor) => Promise<void>;
}

export interface SettingsFeature {
  readonly handlers: ReturnType<typeof settingsRoutes>;
  readonly profiles: ProfileService;
  readonly userSettings: UserSettingsService;
  start(): void;
  close(): Promise<void>;
}

export function createSettingsFeature(deps: SettingsFeatureDeps): SettingsFeature {
  const { database, clock, logger: log } = deps;
  const statusExpirer = createStatusExpirer({ database, clock, log });
  const statuses = new StatusService({ database, clock, onStatusSet: () => statusExpirer.wake() });
  const profiles = new ProfileService(deps);
  const photos = new PhotoService({
    ...deps,
    log,
    publishChange: (tx, actor) => profiles.publishChange(tx, actor),
  });
  const userSettings = new UserSettingsService(deps);
  const feedback = new FeedbackService(deps);
  const releaseNotes = createReleaseNotesReader(readChangelog(), deps.version);
  return {
    handlers: settingsRoutes({ profiles, photos, userSettings, statuses, feedback, releaseNotes }),
    profiles,
    userSettings,
    start: () => statusExpirer.start(),
    close: () => statusExpirer.close(),
  };
}
