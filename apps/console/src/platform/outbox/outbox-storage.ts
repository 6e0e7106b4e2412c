import { clear, createStore, del, entries, set, type UseStore } from "idb-keyval";
import type { Outgoing } from "./outgoing.ts";

/** Where entries wait that the service has not acknowledged. Shared by all tabs of a user, and there after a reload. */
export interface OutboxStorage<Entry> {
  list(): Promise<readonly Entry[]>;
  put(entry: Entry): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
}

const VERSION = 2;

interface Stored<Entry> {
  readonly version: typeof VERSION;
  readonly entry: Entry;
}

export interface OutboxStorageOptions<Content, Old> {
  /** One database a user, so that accounts which share a browser never send each other's messages. */
  readonly database: string;
  readonly table: string;
  /** What an older version of the console has left waiting, under this key. */
  readonly readOld: (key: string, old: Old) => Outgoing<Content>;
}

export function openOutboxStorage<Content, Old extends object>(
  options: OutboxStorageOptions<Content, Old>,
): OutboxStorage<Outgoing<Content>> {
  const { database, table, readOld } = options;
  let opened: UseStore | undefined;
  // Not before it is needed: the first screen does not wait for a database.
  const store = (): UseStore => {
    opened ??= createStore(database, table);
    return opened;
  };
  return {
    list: async () => {
      const stored = await entries<string, Stored<Outgoing<Content>> | Old>(store());
      return stored.map(([key, value]) => (isCurrent(value) ? value.entry : readOld(key, value)));
    },
    // A browser that keeps nothing says so at once: that too is a promise that fails.
    put: async (entry) =>
      set(entry.key, { version: VERSION, entry } satisfies Stored<Outgoing<Content>>, store()),
    remove: async (key) => del(key, store()),
    clear: async () => clear(store()),
  };
}

function isCurrent<Entry, Old extends object>(value: Stored<Entry> | Old): value is Stored<Entry> {
  return "version" in value && value.version === VERSION;
}
