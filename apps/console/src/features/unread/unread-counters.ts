import type { UnreadCounters } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api/api-client.ts";
import type { EventLog } from "../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../platform/live/live-value.ts";

/** The safety net under the pushed counters. */
const UNREAD_POLL_MS = 180_000;

const NOTHING_UNREAD: UnreadCounters = { sms: 0, phn: 0, vox: 0, fax: 0 };

const UNREAD_RULES = {
  UNREAD_UPDATE: (_before, { sms, phn, vox, fax }) => ({ sms, phn, vox, fax }),
} satisfies EventRules<UnreadCounters>;

/** What waits to be read, for badges and the window title. */
export class UnreadStore {
  readonly state: StoreApi<UnreadCounters>;
  readonly #live: LiveValue<UnreadCounters>;
  readonly #others = new Set<() => Promise<void>>();
  readonly #client: Pick<Client, "getUnread" | "markRead">;
  readonly #clock: Clock;
  #cancelPoll: CancelTimer = () => {};

  constructor(client: Pick<Client, "getUnread" | "markRead">, clock: Clock, log: EventLog) {
    this.#client = client;
    this.#clock = clock;
    const reload = (): Promise<void> => this.#load();
    this.#live = new LiveValue({ log, initial: NOTHING_UNREAD, rules: UNREAD_RULES, reload });
    this.state = this.#live.state;
  }

  start(): void {
    void this.refresh();
  }

  /** Asks now, and again every few minutes. */
  async refresh(): Promise<void> {
    this.#cancelPoll();
    this.#cancelPoll = this.#clock.schedule(UNREAD_POLL_MS, () => void this.refresh());
    try {
      await this.#load();
    } catch {
      // The network's own state tells the user; the old numbers are better than none until the next turn.
    }
  }

  stop(): void {
    this.#cancelPoll();
    this.#live.stop();
    this.#live.update(() => NOTHING_UNREAD);
  }

  /** Chat counts by itself, and is marked together with the rest. */
  alsoMark(markRead: () => Promise<void>): () => void {
    this.#others.add(markRead);
    return () => this.#others.delete(markRead);
  }

  async markAllRead(): Promise<void> {
    const others = [...this.#others].map((markRead) => markRead());
    const marked = this.#live.change(
      (before) => before,
      (options) => this.#client.markRead({ body: { type: "all" } }, options),
      (counters) => () => counters,
    );
    await Promise.all([marked, ...others]);
  }

  #load(): Promise<void> {
    return this.#live.fetch(
      "counters",
      (options) => this.#client.getUnread({}, options),
      (_before, counters) => counters,
      { isWhole: true },
    );
  }
}

export function totalUnread({ sms, phn, vox, fax }: UnreadCounters): number {
  return sms + phn + vox + fax;
}
