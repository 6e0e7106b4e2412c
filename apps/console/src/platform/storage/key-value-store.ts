/** Small strings that outlive the page. A port, so that tests can hold two tabs in one process. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): readonly string[];
  /** Hears of changes that another tab made; `null` when it emptied the whole store. */
  onForeignChange(listener: (key: string | null) => void): () => void;
}

type Listener = (key: string | null) => void;

/** Several of these over one map are several tabs of one browser. Also the fallback where storage is blocked. */
export class MemoryStore implements KeyValueStore {
  readonly #values: Map<string, string>;
  readonly #tabs: Set<MemoryStore>;
  readonly #listeners = new Set<Listener>();

  constructor(sibling?: MemoryStore) {
    this.#values = sibling ? sibling.#values : new Map();
    this.#tabs = sibling ? sibling.#tabs : new Set();
    this.#tabs.add(this);
  }

  get(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  set(key: string, value: string): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    this.#tellOthers(key);
  }

  remove(key: string): void {
    if (this.#values.delete(key)) this.#tellOthers(key);
  }

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  onForeignChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tellOthers(key: string): void {
    for (const tab of this.#tabs) {
      if (tab !== this) for (const listener of tab.#listeners) listener(key);
    }
  }
}

function overStorage(storage: Storage): KeyValueStore {
  return {
    get: (key) => storage.getItem(key),
    set: (key, value) => {
      try {
        storage.setItem(key, value);
      } catch {
        // A full store must not break the action that wanted to remember something.
      }
    },
    remove: (key) => storage.removeItem(key),
    keys: () => Object.keys(storage),
    onForeignChange: (listener) => {
      const heard = (event: StorageEvent): void => {
        if (event.storageArea === storage) listener(event.key);
      };
      window.addEventListener("storage", heard);
      return () => window.removeEventListener("storage", heard);
    },
  };
}

function open(choose: () => Storage): KeyValueStore {
  try {
    return overStorage(choose());
  } catch {
    // Blocked by the user: everything works until the page is closed, nothing is remembered.
    return new MemoryStore();
  }
}

export function openLocalStore(): KeyValueStore {
  return open(() => window.localStorage);
}

/** Of this tab alone; survives a redirect to another site and back. */
export function openTabStore(): KeyValueStore {
  return open(() => window.sessionStorage);
}

/** Stored text is foreign input: an older version wrote it, or the user did. */
export function readJson(store: KeyValueStore, key: string): unknown {
  const text = store.get(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
