import { createStore, del, entries, set, type UseStore } from "idb-keyval";
import type { OutgoingText } from "./outgoing-text.ts";

/** Where texts wait that the service has not acknowledged. Shared by all tabs of a user, and there after a reload. */
export interface OutboxStorage {
  /** Oldest first. */
  list(): Promise<readonly OutgoingText[]>;
  put(text: OutgoingText): Promise<void>;
  remove(key: string): Promise<void>;
}

const VERSION = 1;

interface Stored {
  readonly version: number;
  readonly text: OutgoingText;
}

/** One database a user, so that accounts which share a browser never send each other's texts. */
export function openOutboxStorage(userId: number): OutboxStorage {
  const store = lazily(() => createStore(`offhook-outbox-${userId}`, "texts"));
  return {
    async list() {
      const stored = await entries<string, Stored>(store());
      return stored
        .filter(([, value]) => value.version === VERSION)
        .map(([, { text }]) => text)
        .sort((one, other) => (one.key < other.key ? -1 : 1));
    },
    put: (text) => set(text.key, { version: VERSION, text } satisfies Stored, store()),
    remove: (key) => del(key, store()),
  };
}

function lazily(open: () => UseStore): () => UseStore {
  let opened: UseStore | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}
