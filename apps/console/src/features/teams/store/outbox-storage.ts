import { createStore, del, entries, set, type UseStore } from "idb-keyval";
import type { OutgoingMessage } from "./outgoing-message.ts";

/** What was sent and not acknowledged, beyond the life of the page. `tab` is whose it is to send. */
interface StoredOutgoing {
  readonly tab: string;
  readonly message: OutgoingMessage;
}

export interface OutboxStorage {
  save(message: OutgoingMessage): Promise<void>;
  remove(id: string): Promise<void>;
  /** Takes over what tabs that are no more have left, oldest first. */
  adopt(): Promise<readonly OutgoingMessage[]>;
  clear(): Promise<void>;
}

/** As much of the browser's locks as this needs. */
export type TabLocks = Pick<LockManager, "request" | "query">;

const LOCK_PREFIX = "offhook.chat-outbox.";

/**
 * A tab holds a lock under its name for as long as it lives. So a message whose tab has no lock belongs to nobody, and
 * one tab at a time takes it over: two would send it twice.
 */
export class BrowserOutboxStorage implements OutboxStorage {
  readonly #store: UseStore;
  readonly #tab: string;
  readonly #locks: TabLocks | undefined;

  constructor(options: {
    readonly database: string;
    readonly tab: string;
    readonly locks: TabLocks | undefined;
  }) {
    this.#store = createStore(options.database, "outbox");
    this.#tab = options.tab;
    this.#locks = options.locks;
    void this.#locks?.request(LOCK_PREFIX + options.tab, () => new Promise<never>(() => {}));
  }

  save(message: OutgoingMessage): Promise<void> {
    return set(message.id, { tab: this.#tab, message } satisfies StoredOutgoing, this.#store);
  }

  remove(id: string): Promise<void> {
    return del(id, this.#store);
  }

  adopt(): Promise<readonly OutgoingMessage[]> {
    const adopt = (): Promise<readonly OutgoingMessage[]> => this.#adoptNow();
    return this.#locks ? this.#locks.request(`${LOCK_PREFIX}adopt`, adopt) : adopt();
  }

  async #adoptNow(): Promise<readonly OutgoingMessage[]> {
    const { held = [] } = (await this.#locks?.query()) ?? {};
    const living = new Set(held.map(({ name }) => name));
    const stored = await entries<string, StoredOutgoing>(this.#store);
    const orphans = stored
      .map(([, each]) => each)
      .filter(({ tab }) => tab !== this.#tab && !living.has(LOCK_PREFIX + tab))
      .map(({ message }) => message)
      .sort((one, other) => one.at - other.at);
    for (const message of orphans) await this.save(message);
    return orphans;
  }

  async clear(): Promise<void> {
    for (const [id] of await entries<string, StoredOutgoing>(this.#store)) await this.remove(id);
  }
}
