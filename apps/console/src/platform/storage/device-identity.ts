import { randomText } from "../random-text.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

export interface DeviceIdentity {
  readonly id: string;
  /** Empty: the service names a browser by what it says of itself. */
  readonly name: string;
}

/** Made once and kept, so that a later sign-in continues the same entry of the session list. */
export function deviceIdentity(store: KeyValueStore): DeviceIdentity {
  const known = store.get(STORAGE_KEYS.deviceId);
  if (known !== null) return { id: known, name: "" };
  const id = randomText(16);
  store.set(STORAGE_KEYS.deviceId, id);
  return { id, name: "" };
}
