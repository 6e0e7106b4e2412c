import { entities } from "../api/entities.ts";
import { type KeyValueStore, readJson } from "../storage/key-value-store.ts";
import type { ListCache } from "./live-list.ts";

/** As many rows are kept on this device, so that a list is there before the network answers. */
export const CACHED_ROWS = 99;

export interface ListCacheOptions<Choice> {
  readonly store: KeyValueStore;
  readonly key: string;
  /** Another one whenever rows change their shape: what an older console wrote is not read. */
  readonly version: number;
  readonly userId: number;
  /** Lists of other choices are not kept. */
  readonly keeps: (choice: Choice) => boolean;
  readonly keyOf: (choice: Choice) => string;
}

interface Stored<Row> {
  readonly version: number;
  readonly userId: number;
  readonly choice: string;
  readonly rows: readonly Row[];
}

export function createListCache<Row extends object, Choice>({
  store,
  key,
  version,
  userId,
  keeps,
  keyOf,
}: ListCacheOptions<Choice>): ListCache<Row, Choice> {
  return {
    keeps,
    load(choice) {
      const stored = readJson(store, key) as Partial<Stored<Row>> | undefined;
      if (stored?.version !== version || stored.userId !== userId || stored.choice !== keyOf(choice))
        return [];
      return entities(stored.rows ?? []).slice(0, CACHED_ROWS);
    },
    save(choice, rows) {
      const kept: Stored<Row> = { version, userId, choice: keyOf(choice), rows: rows.slice(0, CACHED_ROWS) };
      store.set(key, JSON.stringify(kept));
    },
  };
}
