import type { Contact } from "@offhook/contract";

/** What is kept on this device between visits. */
interface StoredBook {
  readonly contacts: readonly Contact[];
  readonly speedDial: readonly string[];
  /** Where the server goes on from. */
  readonly cursor: string;
}

export interface ContactCache {
  load(): Promise<StoredBook | undefined>;
  save(book: StoredBook): Promise<void>;
  clear(): Promise<void>;
}

/** As much of idb-keyval as this needs. */
export interface AsyncStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  del(key: string): Promise<void>;
}

/** Another one whenever what is kept changes its shape. */
const VERSION = 1;

/** One book a user, so that accounts which share a browser never see each other's. */
export function createContactCache(store: AsyncStore, userId: number): ContactCache {
  const key = `contacts-${userId}`;
  return {
    async load() {
      const stored = (await store.get(key)) as (StoredBook & { readonly version?: number }) | undefined;
      if (stored?.version !== VERSION || !Array.isArray(stored.contacts)) return undefined;
      return stored;
    },
    save: (book) => store.set(key, { ...book, version: VERSION }),
    clear: () => store.del(key),
  };
}
