import type { CallRecord } from "@offhook/contract";
import { type KeyValueStore, readJson } from "../../../../platform/key-value-store.ts";
import { STORAGE_KEYS } from "../../../../platform/storage-keys.ts";

/** As many calls are kept on this device, so that the list is there before the network answers. */
export const CACHED_CALLS = 99;
/** Another one whenever what is kept changes its shape: what an older console wrote is not read. */
const VERSION = 1;

export interface CallCache {
  load(): readonly CallRecord[];
  save(records: readonly CallRecord[]): void;
}

interface Stored {
  readonly version: number;
  readonly userId: number;
  readonly records: readonly CallRecord[];
}

export function createCallCache(store: KeyValueStore, userId: number): CallCache {
  return {
    load() {
      const stored = readJson(store, STORAGE_KEYS.callHistory) as Partial<Stored> | undefined;
      if (stored?.version !== VERSION || stored.userId !== userId) return [];
      return Array.isArray(stored.records) ? stored.records.slice(0, CACHED_CALLS) : [];
    },
    save(records) {
      const kept: Stored = { version: VERSION, userId, records: records.slice(0, CACHED_CALLS) };
      store.set(STORAGE_KEYS.callHistory, JSON.stringify(kept));
    },
  };
}
