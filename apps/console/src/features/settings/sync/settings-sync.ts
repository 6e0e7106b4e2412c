import {
  type PushEventOf,
  type StoredSettings,
  serializeSettings,
  type UserSettings,
  type UserSettingsPatch,
} from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import type { PendingSettings } from "./pending-settings.ts";
import { readSettingsPatch, readUserSettings } from "./read-settings.ts";

/** `failed`: the service could not be told yet; it is tried again by itself. */
export type SaveState = "saved" | "saving" | "failed";

export interface SettingsState {
  readonly settings: UserSettings;
  readonly save: SaveState;
}

export interface SettingsSyncOptions {
  readonly client: Pick<Client, "getUserSettings" | "updateUserSettings">;
  readonly clock: Clock;
  readonly log: EventLog;
  /** What has been changed and not yet been saved, kept beyond the life of the page. */
  readonly pending: PendingSettings;
  /** The service refused a change: it is taken back, and the user is told why. */
  readonly onRefused: (message: string) => void;
}

/** As the service has them. */
interface KnownSettings {
  readonly settings: UserSettings;
  readonly version: number;
}

/** One request for a slider that is dragged, yet nobody waits for the word 'Saved'. */
const SAVE_DELAY_MS = 300;
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
const TYPE = "teleconsole";
/** Before every version that the service counts. */
const NOTHING_KNOWN = -1;

/**
 * The user's settings as this tab shows them: what the service knows, with the own changes on top. Only changed
 * settings travel, so that two devices which change different ones never undo each other.
 */
export class SettingsSync {
  readonly state: StoreApi<SettingsState>;
  readonly #options: SettingsSyncOptions;
  readonly #live: LiveValue<KnownSettings>;
  #unsent: UserSettingsPatch;
  #inFlight: UserSettingsPatch | undefined;
  #cancelTimer: CancelTimer = () => {};
  #failures = 0;

  /** `at`: the event up to which `stored` is complete. */
  constructor(stored: StoredSettings, options: SettingsSyncOptions, at = options.log.last) {
    this.#options = options;
    this.#unsent = options.pending.load();
    this.#live = new LiveValue<KnownSettings>({
      log: options.log,
      initial: { settings: readUserSettings("{}"), version: NOTHING_KNOWN },
      rules: { SETTINGS_UPDATE: withEvent },
      reload: () => this.#reload(),
    });
    this.state = createStore<SettingsState>()(() => ({ settings: this.#shown(), save: "saved" }));
    this.#live.state.subscribe(() => this.#show(this.state.getState().save));
    this.adopt(stored, at);
    if (!isEmpty(this.#unsent)) this.#saveSoon();
  }

  get settings(): UserSettings {
    return this.state.getState().settings;
  }

  change(patch: UserSettingsPatch): void {
    this.#unsent = { ...this.#unsent, ...patch };
    this.#options.pending.save({ ...this.#inFlight, ...this.#unsent });
    this.#saveSoon();
  }

  /** The profile was loaded anew, complete up to event `at`. */
  adopt(stored: StoredSettings, at = this.#options.log.last): void {
    this.#live.take((known) => newerOf(known, stored), at, { isWhole: true });
  }

  /** The service can be reached again. */
  retryNow(): void {
    if (isEmpty(this.#unsent)) return;
    this.#failures = 0;
    this.#schedule(0);
  }

  stop(): void {
    this.#cancelTimer();
    this.#live.stop();
  }

  #reload(): Promise<void> {
    const { client } = this.#options;
    return this.#live.fetch(
      "settings",
      (options) => client.getUserSettings({ query: { type: TYPE } }, options),
      newerOf,
      { isWhole: true },
    );
  }

  #saveSoon(): void {
    this.#show("saving");
    if (!this.#inFlight) this.#schedule(SAVE_DELAY_MS);
  }

  #schedule(delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.schedule(delayMs, () => void this.#send());
  }

  async #send(): Promise<void> {
    if (this.#inFlight || isEmpty(this.#unsent)) return;
    const sent = this.#unsent;
    this.#inFlight = sent;
    this.#unsent = {};
    try {
      const body = { settings: serializeSettings(sent), type: TYPE } as const;
      this.#succeeded(await this.#options.client.updateUserSettings({ body }));
    } catch (failure) {
      this.#failed(sent, failure);
    }
  }

  #succeeded(stored: StoredSettings): void {
    this.#inFlight = undefined;
    this.#failures = 0;
    this.adopt(stored);
    this.#options.pending.save(this.#unsent);
    if (isEmpty(this.#unsent)) this.#show("saved");
    else this.#saveSoon();
  }

  #failed(sent: UserSettingsPatch, failure: unknown): void {
    this.#inFlight = undefined;
    if (failure instanceof ApiFailure && failure.status === 400) {
      // Sending it again cannot help, and keeping it would hold up every later change.
      this.#options.pending.save(this.#unsent);
      this.#show(isEmpty(this.#unsent) ? "saved" : "saving");
      this.#options.onRefused(failure.message);
      if (!isEmpty(this.#unsent)) this.#schedule(SAVE_DELAY_MS);
      return;
    }
    this.#unsent = { ...sent, ...this.#unsent };
    this.#failures += 1;
    this.#show("failed");
    this.#schedule(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (this.#failures - 1)));
  }

  #shown(): UserSettings {
    return Object.assign({}, this.#live.state.getState().settings, this.#inFlight, this.#unsent);
  }

  #show(save: SaveState): void {
    this.state.setState({ settings: this.#shown(), save });
  }
}

function isEmpty(patch: UserSettingsPatch): boolean {
  return Object.keys(patch).length === 0;
}

/** Answers overtake each other: the version says which one is newer. */
function newerOf(known: KnownSettings, stored: StoredSettings): KnownSettings {
  if (stored.version <= known.version) return known;
  return { settings: readUserSettings(stored.settings), version: stored.version };
}

/** Undefined: a change before this one was missed. */
function withEvent(
  known: KnownSettings,
  { settings, version }: PushEventOf<"SETTINGS_UPDATE">,
): KnownSettings | undefined {
  if (version <= known.version) return known;
  if (version > known.version + 1) return undefined;
  // The patch may be of a newer version of the console: what this one cannot read stays as it was.
  return { settings: Object.assign({}, known.settings, readSettingsPatch(settings)), version };
}
