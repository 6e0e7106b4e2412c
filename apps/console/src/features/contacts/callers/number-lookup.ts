import type { Caller } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { lookupKey } from "@offhook/telephony";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";

export interface NumberLookupState {
  /** By the key of the number, see `lookupKey`. */
  readonly byKey: ReadonlyMap<string, Caller>;
}

export interface NumberLookupOptions {
  readonly client: Pick<Client, "lookUpNumbers">;
  readonly clock: Clock;
  /** A failure that is not just an outage. */
  readonly onFailed: (failure: unknown) => void;
}

/** Numbers of one screen are asked for together; in a list that is scrolled, when it rests or from time to time. */
const GATHER_MS = 20;
const MAX_GATHER_MS = 200;
const AT_ONCE = 200;
/** Addresses of pictures live an hour. */
const FRESH_MS = 50 * 60_000;
const MAX_KEPT = 1_000;

interface Entry {
  readonly key: string;
  readonly number: string;
  watchers: number;
  askedAt: number | undefined;
}

/** The person behind a number, for every screen: asked once, kept, and brought up to date when a contact changes. */
export class NumberLookup {
  readonly state: StoreApi<NumberLookupState> = createStore<NumberLookupState>()(() => ({
    byKey: new Map(),
  }));
  readonly #options: NumberLookupOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #wanted = new Set<string>();
  #cancelGathering: CancelTimer | undefined;
  #gathering = { since: 0, last: 0 };
  #cancelRenewal: CancelTimer | undefined;
  #isStopped = false;

  constructor(options: NumberLookupOptions) {
    this.#options = options;
  }

  find(number: string): Caller | undefined {
    const key = lookupKey(number)?.number;
    return key === undefined ? undefined : this.state.getState().byKey.get(key);
  }

  /** Keeps the number's name up to date until the returned function is called. */
  watch(number: string): () => void {
    const key = lookupKey(number)?.number;
    if (key === undefined) return () => {};
    const entry = this.#entries.get(key) ?? { key, number, watchers: 0, askedAt: undefined };
    this.#entries.set(key, entry);
    entry.watchers += 1;
    if (this.#isStale(entry)) this.#ask(key);
    return () => {
      entry.watchers -= 1;
    };
  }

  /** Something in a directory has changed: what is shown is asked again now, the rest when it is next shown. */
  refresh(): void {
    for (const [key, entry] of this.#entries) {
      entry.askedAt = undefined;
      if (entry.watchers > 0) this.#ask(key);
    }
  }

  /** For good: rows that are still on the screen while the user signs out ask for nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelGathering?.();
    this.#cancelGathering = undefined;
    this.#cancelRenewal?.();
    this.#cancelRenewal = undefined;
    this.#wanted.clear();
    this.#entries.clear();
    this.state.setState({ byKey: new Map() });
  }

  #isStale({ askedAt }: Entry): boolean {
    return askedAt === undefined || this.#options.clock.now() - askedAt > FRESH_MS;
  }

  #ask(key: string): void {
    if (this.#isStopped) return;
    this.#wanted.add(key);
    const now = this.#options.clock.now();
    this.#gathering = { since: this.#cancelGathering ? this.#gathering.since : now, last: now };
    if (!this.#cancelGathering) this.#gather(GATHER_MS);
  }

  #gather(waitMs: number): void {
    const { clock } = this.#options;
    this.#cancelGathering = clock.schedule(waitMs, () => {
      const { since, last } = this.#gathering;
      const leftMs = Math.min(last + GATHER_MS, since + MAX_GATHER_MS) - clock.now();
      if (leftMs > 0) return this.#gather(leftMs);
      this.#cancelGathering = undefined;
      void this.#load();
    });
  }

  async #load(): Promise<void> {
    const wanted = [...this.#wanted].flatMap((key) => this.#entries.get(key) ?? []);
    this.#wanted.clear();
    // Rows that a fling has left behind are asked for when they are next shown.
    const shown = wanted.filter(({ watchers }) => watchers > 0);
    const entries = shown.slice(0, AT_ONCE);
    for (const { key } of shown.slice(AT_ONCE)) this.#wanted.add(key);
    if (entries.length === 0) return;
    const askedAt = this.#options.clock.now();
    for (const entry of entries) entry.askedAt = askedAt;
    try {
      const numbers = entries.map(({ number }) => number);
      const callers = await this.#options.client.lookUpNumbers({ body: { numbers } });
      this.#keep(entries, callers);
    } catch (failure) {
      // Asked again when the number is next shown, or when the network is back.
      for (const entry of entries) entry.askedAt = undefined;
      this.#options.onFailed(failure);
    }
    const [next] = this.#wanted;
    if (next !== undefined) this.#ask(next);
  }

  #keep(entries: readonly Entry[], callers: readonly Caller[]): void {
    const byKey = new Map(this.state.getState().byKey);
    entries.forEach((entry, index) => {
      const caller = callers[index];
      // A sign-out in between has forgotten the entry.
      if (caller && this.#entries.get(entry.key) === entry) byKey.set(entry.key, caller);
    });
    this.#forgetOldest(byKey);
    this.state.setState({ byKey });
    this.#renewLater();
  }

  /** Pictures on a screen that stays open need new addresses before the old ones end. */
  #renewLater(): void {
    this.#cancelRenewal ??= this.#options.clock.schedule(FRESH_MS, () => {
      this.#cancelRenewal = undefined;
      this.refresh();
    });
  }

  #forgetOldest(byKey: Map<string, Caller>): void {
    for (const [key, { watchers }] of this.#entries) {
      if (byKey.size <= MAX_KEPT) return;
      if (watchers > 0) continue;
      this.#entries.delete(key);
      byKey.delete(key);
    }
  }
}
