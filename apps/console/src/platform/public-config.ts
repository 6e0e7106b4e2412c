import type { PublicConfig } from "@offhook/contract";
import { type KeyValueStore, readJson } from "./key-value-store.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

function isConfig(value: unknown): value is PublicConfig {
  return typeof value === "object" && value !== null && typeof (value as PublicConfig).appKey === "string";
}

/**
 * The installation's public configuration; the last known one while the service cannot be reached, so that a page
 * opened during an outage shows what it has. Undefined when there is neither.
 */
export async function loadPublicConfig(
  load: typeof fetch,
  store: KeyValueStore,
): Promise<PublicConfig | undefined> {
  try {
    const response = await load("/config.json");
    const config: unknown = await response.json();
    if (response.ok && isConfig(config)) {
      store.set(STORAGE_KEYS.config, JSON.stringify(config));
      return config;
    }
  } catch {
    // Falls through to the one we know.
  }
  const known = readJson(store, STORAGE_KEYS.config);
  return isConfig(known) ? known : undefined;
}
