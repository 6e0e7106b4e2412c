import type { PublicConfig } from "@offhook/contract";
import { type KeyValueStore, readJson } from "../storage/key-value-store.ts";
import { STORAGE_KEYS } from "../storage/storage-keys.ts";

function isConfig(value: unknown): value is PublicConfig {
  return typeof value === "object" && value !== null && typeof (value as PublicConfig).appKey === "string";
}

/** The configuration as it is best known: a page that began with a remembered one goes on with the fresh one. */
export interface LiveConfig {
  readonly current: PublicConfig;
}

export interface ConfigSource {
  readonly fetch: typeof fetch;
  readonly store: KeyValueStore;
  /** Someone is signed in here: then the page need not wait for what hardly ever changes. */
  readonly isReturning: boolean;
  /** When a fresh one may be asked for without being in anyone's way. */
  readonly whenIdle: () => Promise<void>;
  /** The installation has another key: what the page began with will be refused. */
  readonly onKeyChanged: () => void;
}

/**
 * The installation's public configuration; the last known one for signed-in users, and while the service cannot be
 * reached, so that a page opened during an outage shows what it has. Undefined when there is neither.
 */
export async function loadPublicConfig(source: ConfigSource): Promise<LiveConfig | undefined> {
  const stored = readJson(source.store, STORAGE_KEYS.config);
  const known = isConfig(stored) ? stored : undefined;
  if (!known || !source.isReturning) {
    const config = (await freshConfig(source)) ?? known;
    return config && { current: config };
  }
  const live = { current: known };
  void refresh(live, source);
  return live;
}

async function refresh(live: { current: PublicConfig }, source: ConfigSource): Promise<void> {
  await source.whenIdle();
  const { appKey } = live.current;
  live.current = (await freshConfig(source)) ?? live.current;
  if (live.current.appKey !== appKey) source.onKeyChanged();
}

/** Undefined when the service does not answer. */
async function freshConfig({ fetch, store }: ConfigSource): Promise<PublicConfig | undefined> {
  try {
    const response = await fetch("/config.json");
    const config: unknown = await response.json();
    if (!response.ok || !isConfig(config)) return undefined;
    store.set(STORAGE_KEYS.config, JSON.stringify(config));
    return config;
  } catch {
    return undefined;
  }
}
