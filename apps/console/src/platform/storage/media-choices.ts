import type { AudioDevice } from "@offhook/contract";
import { type KeyValueStore, readJson } from "./key-value-store.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

const SLOWEST = 0.25;
const FASTEST = 1.75;

/** The speed that was last chosen, for everything that is played next. */
export function playbackRateMemory(store: KeyValueStore): { rate(): number; remember(rate: number): void } {
  return {
    rate: () => {
      const stored = readJson(store, STORAGE_KEYS.playbackRate);
      return typeof stored === "number" && stored >= SLOWEST && stored <= FASTEST ? stored : 1;
    },
    remember: (rate) => store.set(STORAGE_KEYS.playbackRate, JSON.stringify(rate)),
  };
}

/** The camera of this browser that pictures come from; null for the system's own. */
export function chosenCamera(store: KeyValueStore): AudioDevice | null {
  const stored = readJson(store, STORAGE_KEYS.videoInput) as Partial<AudioDevice> | null | undefined;
  const { label, browserId } = stored ?? {};
  return typeof label === "string" && typeof browserId === "string" ? { label, browserId } : null;
}

export function chooseCamera(store: KeyValueStore, camera: AudioDevice | null): void {
  store.set(STORAGE_KEYS.videoInput, JSON.stringify(camera));
}
