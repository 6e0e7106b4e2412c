import { type CancelTimer, type Clock, isAddressOver } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";

export interface PhotoAddressesState {
  /** By contact: an address that was asked for since the book was read. */
  readonly byId: ReadonlyMap<string, string | null>;
}

export interface PhotoAddressesOptions {
  readonly client: Pick<Client, "contactPhotos">;
  readonly clock: Clock;
  readonly onFailed: (failure: unknown) => void;
}

/** The rows of one screen are asked for together. */
const GATHER_MS = 20;
const AT_ONCE = 200;
/** A client that is refused need not ask again with every row that is drawn. */
const AGAIN_AFTER_MS = 60_000;
/** An address that ends while the picture is on its way is of no use. */
const MARGIN_MS = 60_000;

/** Addresses that work now for the pictures of the book, whose own ones live an hour or two. */
export class PhotoAddresses {
  readonly state: StoreApi<PhotoAddressesState> = createStore<PhotoAddressesState>()(() => ({
    byId: new Map(),
  }));
  readonly #options: PhotoAddressesOptions;
  readonly #askedAt = new Map<string, number>();
  readonly #wanted = new Set<string>();
  #cancelGathering: CancelTimer | undefined;

  constructor(options: PhotoAddressesOptions) {
    this.#options = options;
  }

  isOver(address: string): boolean {
    return isAddressOver(address, this.#options.clock.now() + MARGIN_MS);
  }

  ask(id: string): void {
    const askedAt = this.#askedAt.get(id);
    const now = this.#options.clock.now();
    if (askedAt !== undefined && now - askedAt < AGAIN_AFTER_MS) return;
    this.#askedAt.set(id, now);
    this.#wanted.add(id);
    this.#gather();
  }

  #gather(): void {
    this.#cancelGathering ??= this.#options.clock.schedule(GATHER_MS, () => {
      this.#cancelGathering = undefined;
      void this.#load();
    });
  }

  async #load(): Promise<void> {
    const ids = [...this.#wanted].slice(0, AT_ONCE);
    for (const id of ids) this.#wanted.delete(id);
    if (this.#wanted.size > 0) this.#gather();
    try {
      const photos = await this.#options.client.contactPhotos({ query: { ids: ids.join(",") } });
      const byId = new Map(this.state.getState().byId);
      for (const { id, photo } of photos) byId.set(id, photo);
      this.state.setState({ byId });
    } catch (failure) {
      for (const id of ids) this.#askedAt.delete(id);
      this.#options.onFailed(failure);
    }
  }
}
