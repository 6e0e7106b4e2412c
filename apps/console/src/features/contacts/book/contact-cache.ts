import type { Contact } from "@offhook/contract";
import type { BookEntry } from "./book-entry.ts";

interface Stored {
  /** Where the server goes on from. Two parts with the same one belong together. */
  readonly cursor: string;
}

/** What the list needs, in its order: sorting and formatting thousands of contacts anew takes longer than reading them. */
interface StoredList extends Stored {
  readonly entries: readonly BookEntry[];
  readonly speedDial: readonly string[];
}

interface StoredContacts extends Stored {
  readonly contacts: readonly Contact[];
}

/** What is kept on this device between visits. */
export interface ContactCache {
  loadList(): Promise<StoredList | undefined>;
  loadContacts(): Promise<StoredContacts | undefined>;
  save(book: StoredList & StoredContacts): Promise<void>;
  clear(): Promise<void>;
}

/** As much of idb-keyval as this needs. */
export interface AsyncStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  del(key: string): Promise<void>;
}

/** Another one whenever what is kept changes its shape. */
const VERSION = 4;

/** One book a user, so that accounts which share a browser never see each other's. */
export function createContactCache(store: AsyncStore, userId: number): ContactCache {
  const contactsKey = `contacts-${userId}`;
  const listKey = `contact-list-${userId}`;
  const load = async <Part extends Stored>(key: string): Promise<Part | undefined> => {
    const stored = (await store.get(key)) as (Part & { readonly version?: number }) | undefined;
    return stored?.version === VERSION ? stored : undefined;
  };
  return {
    loadList: () => load<StoredList>(listKey),
    loadContacts: () => load<StoredContacts>(contactsKey),
    async save({ contacts, entries, speedDial, cursor }) {
      await store.set(contactsKey, { version: VERSION, cursor, contacts });
      await store.set(listKey, { version: VERSION, cursor, entries, speedDial });
    },
    async clear() {
      await store.del(contactsKey);
      await store.del(listKey);
    },
  };
}
