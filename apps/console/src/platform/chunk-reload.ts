import type { Clock } from "@offhook/kernel";
import type { KeyValueStore } from "./key-value-store.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

const ONCE_PER_MS = 60_000;

export interface ChunkReloadOptions {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly reload: () => void;
}

/** A part of the application is gone from the service, because a newer version is there. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("A part of the application could not be loaded", { cause });
    this.name = "ChunkLoadError";
  }
}

/**
 * Loads a part of the application. When that fails the page is reloaded, since a new version has other file names;
 * at most once a minute, or a part that is really missing would reload for ever.
 */
export function createChunkLoader({ store, clock, reload }: ChunkReloadOptions) {
  return async <Module>(load: () => Promise<Module>): Promise<Module> => {
    try {
      return await load();
    } catch (cause) {
      const last = Number(store.get(STORAGE_KEYS.lastReload) ?? 0);
      if (clock.now() - last < ONCE_PER_MS) throw new ChunkLoadError(cause);
      store.set(STORAGE_KEYS.lastReload, String(clock.now()));
      reload();
      // The page is going away: show nothing of the failure until it has.
      return new Promise<Module>(() => {});
    }
  };
}
