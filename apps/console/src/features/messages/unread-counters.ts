import type { UnreadCounters } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api-client.ts";

/** The safety net under the pushed counters. */
const UNREAD_POLL_MS = 180_000;

const NOTHING_UNREAD: UnreadCounters = { sms: 0, phn: 0, vox: 0, fax: 0 };

/** What waits to be read, for badges and the window title. */
export class UnreadStore {
  readonly state: StoreApi<UnreadCounters>;
  readonly #others = new Set<() => Promise<void>>();
  readonly #client: Pick<Client, "getUnread" | "markRead">;
  readonly #clock: Clock;
  #cancelPoll: CancelTimer = () => {};

  constructor(client: Pick<Client, "getUnread" | "markRead">, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.state = createStore<UnreadCounters>()(() => NOTHING_UNREAD);
  }

  start(): void {
    void this.#poll();
  }

  stop(): void {
    this.#cancelPoll();
    this.state.setState(NOTHING_UNREAD);
  }

  apply({ sms, phn, vox, fax }: UnreadCounters): void {
    this.state.setState({ sms, phn, vox, fax });
  }

  /** Chat counts by itself, and is marked together with the rest. */
  alsoMark(markRead: () => Promise<void>): () => void {
    this.#others.add(markRead);
    return () => this.#others.delete(markRead);
  }

  async markAllRead(): Promise<void> {
    const others = [...this.#others].map((markRead) => markRead());
    const [counters] = await Promise.all([this.#client.markRead({ body: { type: "all" } }), ...others]);
    this.apply(counters);
  }

  async #poll(): Promise<void> {
    this.#cancelPoll();
    this.#cancelPoll = this.#clock.schedule(UNREAD_POLL_MS, () => void this.#poll());
    try {
      this.apply(await this.#client.getUnread());
    } catch {
      // The network's own state tells the user; the old numbers are better than none until the next turn.
    }
  }
}

export function totalUnread({ sms, phn, vox, fax }: UnreadCounters): number {
  return sms + phn + vox + fax;
}
