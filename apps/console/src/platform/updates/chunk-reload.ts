import type { Clock } from "@offhook/kernel";
import type { KeyValueStore } from "../storage/key-value-store.ts";
import { STORAGE_KEYS } from "../storage/storage-keys.ts";

const ONCE_PER_MS = 60_000;
const ASK_EVERY_MS = 2_000;

export interface ChunkReloadOptions {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly reload: () => void;
  /** Whether the service answers at all. */
  readonly isServiceThere: () => Promise<boolean>;
}

/** A part of the application is gone from the service, because a newer version is there. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("A part of the application could not be loaded", { cause });
    this.name = "ChunkLoadError";
  }
}

/**
 * Loads a part of the application. When that fails twice the page is reloaded, since a new version has other file
 * names; at most once a minute, or a part that is really missing would reload forever. The second try comes when the
 * service is there: a page that is reloaded while it is away could not come back, and a network that failed for a moment
 * must not cost what the user has typed.
 */
export function createChunkLoader({ store, clock, reload, isServiceThere }: ChunkReloadOptions) {
  const untilServiceIsThere = async (): Promise<void> => {
    while (!(await isServiceThere()))
      await new Promise<void>((resolve) => void clock.schedule(ASK_EVERY_MS, resolve));
  };
  return async <Module>(load: () => Promise<Module>): Promise<Module> => {
    try {
      return await load().catch(async () => {
        await untilServiceIsThere();
        return load();
      });
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
