import {
  channelName,
  parseSettingsPatch,
  parseStoredSettings,
  type SettingsEvent,
  type StoredSettings,
  serializeSettings,
  type UserSettingsPatch,
} from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import { findSettings, mergeSettings, type SavedSettings } from "./user-settings-repository.ts";

export interface UserSettingsServiceDeps {
  readonly database: Database;
  /** Told, before the commit, of a change that may show in the user's presence. */
  readonly onPresenceSettings: (tx: Transaction, actor: Actor) => Promise<void>;
}

const settingsInvalid = (): DomainError =>
  new DomainError("invalid", "settings.invalid", "The settings contain a value that is not allowed");

export class UserSettingsService {
  readonly #deps: UserSettingsServiceDeps;

  constructor(deps: UserSettingsServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor): Promise<StoredSettings> {
    return toStored(await findSettings(this.#deps.database.query, actor.userId));
  }

  async update(actor: Actor, text: string): Promise<StoredSettings> {
    const patch = parseSettingsPatch(text);
    if (!patch) throw settingsInvalid();
    return this.#deps.database.transaction((tx) => this.change(tx, actor, patch));
  }

  /** As part of a larger change. */
  async change(tx: Transaction, actor: Actor, patch: UserSettingsPatch): Promise<StoredSettings> {
    if (Object.keys(patch).length === 0) return toStored(await findSettings(tx.query, actor.userId));
    const saved = await mergeSettings(tx.query, actor.userId, patch);
    const event: SettingsEvent = {
      type: "SETTINGS_UPDATE",
      settings: serializeSettings(patch),
      version: saved.version,
    };
    tx.publish({ customerId: actor.customerId, channel: channelName("user", actor.userId), event });
    if ("disableCalls" in patch || "activePhoneLine" in patch) await this.#deps.onPresenceSettings(tx, actor);
    return toStored(saved);
  }
}

/** No client has to know what older versions kept: it gets what is valid today. */
export function toStored({ settings, version }: SavedSettings): StoredSettings {
  return { settings: serializeSettings(parseStoredSettings(settings)), type: "teleconsole", version };
}
