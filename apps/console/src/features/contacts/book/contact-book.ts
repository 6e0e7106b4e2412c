import type { Contact, ContactEvent, ContactSync } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import { PhotoAddresses } from "../callers/photo-addresses.ts";
import { type BookEntry, compareEntries, contactEntry } from "./book-entry.ts";
import type { ContactCache } from "./contact-cache.ts";

export interface ContactBookState {
  readonly byId: ReadonlyMap<string, Contact>;
  /** Sorted by name. */
  readonly entries: readonly BookEntry[];
  /** In the order in which they were added. */
  readonly speedDial: ReadonlySet<string>;
  /** `cached`: from the last visit, and not yet compared with the server. */
  readonly status: "idle" | "loading" | "cached" | "ready" | "failed";
}

export interface ContactBookOptions {
  readonly client: Pick<
    Client,
    "syncContacts" | "setSpeedDial" | "deleteContacts" | "restoreContacts" | "contactPhotos"
  >;
  readonly cache: ContactCache;
  readonly clock: Clock;
  readonly onFailed: (failure: unknown) => void;
}

const SAVE_AFTER_MS = 1_000;

/** The address book: painted from the last visit, then brought up to date by what has changed since. */
export class ContactBook {
  readonly state: StoreApi<ContactBookState> = createStore<ContactBookState>()(() => ({
    byId: new Map(),
    entries: [],
    speedDial: new Set(),
    status: "idle",
  }));
  readonly photos: PhotoAddresses;
  readonly #options: ContactBookOptions;
  #cursor: string | undefined;
  #opening: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #isSyncWanted = false;
  #isSaveDue = false;
  #cancelSave: CancelTimer = () => {};
  /** What lies on the device. */
  #kept: { readonly state: ContactBookState; readonly cursor: string } | undefined;

  constructor(options: ContactBookOptions) {
    this.#options = options;
    this.photos = new PhotoAddresses(options);
  }

  /** Whoever needs the book calls it; it is read once. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** The user has no address book: there is nothing to read, and colleagues are all there is. */
  stayEmpty(): void {
    this.state.setState({ status: "ready" });
  }

  /** Something may have changed: asks for what did. Calls while one is under way are answered by one more. */
  sync(): Promise<void> {
    this.#isSyncWanted = true;
    this.#syncing ??= this.#syncAll().finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  apply(event: ContactEvent): void {
    if (event.type === "SPEEDDIAL_UPDATE") {
      this.state.setState({ speedDial: new Set(event.ids) });
      this.#saveSoon();
    }
    if (event.type === "CONTACT_UPDATE" && this.#opening) this.sync().catch(this.#options.onFailed);
  }

  /** Shown at once, taken back when the service refuses. */
  async setSpeedDial(id: string, isOn: boolean): Promise<void> {
    const before = this.state.getState().speedDial;
    const after = new Set(before);
    if (isOn) after.add(id);
    else after.delete(id);
    this.state.setState({ speedDial: after });
    try {
      const { ids } = await this.#options.client.setSpeedDial({ body: { id, speeddial: isOn } });
      this.state.setState({ speedDial: new Set(ids) });
    } catch (failure) {
      this.state.setState({ speedDial: before });
      throw failure;
    }
  }

  /** Gone at once; `restore` brings them back. */
  async delete(ids: readonly string[]): Promise<void> {
    const { byId } = this.state.getState();
    const removed = ids.flatMap((id) => byId.get(id) ?? []);
    this.#change([], ids);
    try {
      await this.#options.client.deleteContacts({ query: { ids: ids.join(",") } });
    } catch (failure) {
      this.#change(removed, []);
      throw failure;
    }
  }

  async restore(ids: readonly string[]): Promise<void> {
    await this.#options.client.restoreContacts({ body: { ids: [...ids] } });
    await this.sync();
  }

  /** Nobody looks at it any more. What was to be kept on the device is kept now. */
  close(): void {
    if (!this.#isSaveDue) return;
    this.#cancelSave();
    this.#save();
  }

  async #open(): Promise<void> {
    this.state.setState({ status: "loading" });
    const { cache } = this.#options;
    const contacts = cache.loadContacts().catch(() => undefined);
    const list = await cache.loadList().catch(() => undefined);
    // The rows first: what is behind them is needed when one is opened.
    if (list) this.state.setState({ ...list, speedDial: new Set(list.speedDial), status: "cached" });
    const stored = await contacts;
    if (stored && stored.cursor === list?.cursor) {
      this.#cursor = stored.cursor;
      this.state.setState({ byId: new Map(stored.contacts.map((contact) => [contact.id, contact])) });
      this.#kept = { state: this.state.getState(), cursor: stored.cursor };
    }
    try {
      await this.sync();
    } catch (failure) {
      // What the last visit left is still worth showing.
      if (this.#cursor === undefined) this.state.setState({ status: "failed" });
      this.#opening = undefined;
      throw failure;
    }
  }

  async #syncAll(): Promise<void> {
    while (this.#isSyncWanted) {
      this.#isSyncWanted = false;
      let page: ContactSync;
      do {
        page = await this.#options.client.syncContacts({
          query: this.#cursor === undefined ? {} : { cursor: this.#cursor },
        });
        this.#take(page);
      } while (page.more);
    }
    this.state.setState({ status: "ready" });
    this.#saveSoon();
  }

  #take(page: ContactSync): void {
    this.#cursor = page.cursor;
    const contacts = entities(page.contacts);
    if (page.reset) this.#replace(contacts, page.speeddial, this.state.getState().status);
    else {
      this.#change(contacts, page.deleted);
      const isSame = page.speeddial.join() === [...this.state.getState().speedDial].join();
      if (!isSame) this.state.setState({ speedDial: new Set(page.speeddial) });
    }
  }

  #replace(
    contacts: readonly Contact[],
    speedDial: readonly string[],
    status: ContactBookState["status"],
  ): void {
    this.state.setState({
      byId: new Map(contacts.map((contact) => [contact.id, contact])),
      entries: contacts.map(contactEntry).sort(compareEntries),
      speedDial: new Set(speedDial),
      status,
    });
  }

  #change(changed: readonly Contact[], deleted: readonly string[]): void {
    if (changed.length === 0 && deleted.length === 0) return;
    const state = this.state.getState();
    const byId = new Map(state.byId);
    for (const id of deleted) byId.delete(id);
    for (const contact of changed) byId.set(contact.id, contact);
    const touched = new Set([...deleted, ...changed.map(({ id }) => id)]);
    const kept = state.entries.filter(({ id }) => !touched.has(id));
    // The rest is in order already, which makes sorting cheap.
    this.state.setState({ byId, entries: [...kept, ...changed.map(contactEntry)].sort(compareEntries) });
  }

  #saveSoon(): void {
    this.#cancelSave();
    this.#isSaveDue = true;
    this.#cancelSave = this.#options.clock.schedule(SAVE_AFTER_MS, () => this.#save());
  }

  #save(): void {
    this.#isSaveDue = false;
    const cursor = this.#cursor;
    // Writing thousands of contacts takes several frames, and mostly nothing has changed since the last visit.
    if (cursor === undefined || this.#isKept(cursor)) return;
    const state = this.state.getState();
    const { byId, entries, speedDial } = state;
    this.#kept = { state, cursor };
    const book = { contacts: [...byId.values()], entries, speedDial: [...speedDial], cursor };
    this.#options.cache.save(book).catch((failure: unknown) => {
      this.#kept = undefined;
      this.#options.onFailed(failure);
    });
  }

  #isKept(cursor: string): boolean {
    if (this.#kept?.cursor !== cursor) return false;
    const { byId, entries, speedDial } = this.#kept.state;
    const state = this.state.getState();
    return state.byId === byId && state.entries === entries && state.speedDial === speedDial;
  }
}
