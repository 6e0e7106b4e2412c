import { z } from "zod";
import { type KeyValueStore, readJson } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import type { CallNotes } from "./phone-model.ts";
import { mergeNotes } from "./step-phone.ts";

const StoredNotes = z.record(
  z.string(),
  z.object({
    id: z.string(),
    tab: z.string().optional(),
    hold: z.boolean(),
    muted: z.boolean(),
    keypad: z.string(),
    consultation: z.string().optional(),
  }),
);

/** What this browser knows of its calls, beyond the life of a page. */
export class NotesStore {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  load(): ReadonlyMap<string, CallNotes> {
    const stored = StoredNotes.safeParse(readJson(this.#store, STORAGE_KEYS.phoneNotes));
    if (!stored.success) return new Map();
    return new Map(
      Object.entries(stored.data).map(([callid, { tab, consultation, ...rest }]) => [
        callid,
        { ...rest, tab, consultation },
      ]),
    );
  }

  save(callid: string, notes: CallNotes | undefined): void {
    const all = new Map(this.load());
    if (notes) all.set(callid, mergeNotes(callid, all.get(callid), notes));
    else all.delete(callid);
    this.#write(all);
  }

  /** Calls that ended while no page was open. */
  keepOnly(callids: ReadonlySet<string>): void {
    const all = this.load();
    const kept = new Map([...all].filter(([callid]) => callids.has(callid)));
    if (kept.size !== all.size) this.#write(kept);
  }

  #write(all: ReadonlyMap<string, CallNotes>): void {
    if (all.size === 0) this.#store.remove(STORAGE_KEYS.phoneNotes);
    else this.#store.set(STORAGE_KEYS.phoneNotes, JSON.stringify(Object.fromEntries(all)));
  }
}
