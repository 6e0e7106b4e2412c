import type { CallHistoryEvent, CallRecord, CallRecordFilter, PbxEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../../platform/api-client.ts";
import type { CallCache } from "./call-cache.ts";
import {
  type CallListState,
  changed,
  matchesFilter,
  NO_CALLS,
  withNewest,
  withOlder,
  withRecord,
} from "./history-lists.ts";

export interface CallHistoryState {
  /** Exactly one is selected. */
  readonly filter: CallRecordFilter;
  readonly lists: Readonly<Record<CallRecordFilter, CallListState>>;
}

export interface CallHistoryOptions {
  readonly client: Pick<Client, "listCallRecords" | "markCallRecordsRead">;
  readonly cache: CallCache;
  readonly clock: Clock;
}

type HistoryEvent =
  | Extract<PbxEvent, { type: "HISTORY" | "HISTORY_READ" | "RECORDING_NEW" }>
  | CallHistoryEvent;

const FILTERS: readonly CallRecordFilter[] = ["all", "missed", "outgoing", "incoming"];
const PAGE = 100;
const SAVE_AFTER_MS = 500;

/** The calls of the user's lines: painted from the last visit, kept in step by push, loaded page by page. */
export class CallHistory {
  readonly state: StoreApi<CallHistoryState>;
  readonly #options: CallHistoryOptions;
  readonly #loading = new Map<string, Promise<void>>();
  #cancelSave: CancelTimer = () => {};

  constructor(options: CallHistoryOptions) {
    this.#options = options;
    const records = options.cache.load();
    this.state = createStore<CallHistoryState>()(() => ({
      filter: "all",
      lists: {
        all: { ...NO_CALLS, records },
        missed: NO_CALLS,
        outgoing: NO_CALLS,
        incoming: NO_CALLS,
      },
    }));
  }

  /** Shows one filter; what is known of it is there at once. */
  select(filter: CallRecordFilter): void {
    this.state.setState({ filter });
    void this.open();
  }

  /** The screen is there: load what it shows, unless that has happened. */
  open(): Promise<void> {
    const { filter, lists } = this.state.getState();
    const { status } = lists[filter];
    return status === "idle" || status === "failed" ? this.#loadNewest(filter) : Promise.resolve();
  }

  /** Calls may have been missed: whatever was loaded is looked at again. */
  async refresh(): Promise<void> {
    const { lists } = this.state.getState();
    await Promise.all(
      FILTERS.filter((filter) => lists[filter].status !== "idle").map((filter) => this.#loadNewest(filter)),
    );
  }

  /** The next page of the filter that is shown. */
  loadMore(): Promise<void> {
    const { filter, lists } = this.state.getState();
    const { records, hasMore, status } = lists[filter];
    const last = records.at(-1);
    if (!hasMore || status !== "ready" || !last) return Promise.resolve();
    return this.#once(`${filter} older`, async () => {
      const page = await this.#page(filter, last.id);
      this.#update(filter, (list) => ({
        ...list,
        records: withOlder(list.records, page),
        hasMore: page.length === PAGE,
      }));
    });
  }

  find(id: string): CallRecord | undefined {
    const { lists } = this.state.getState();
    for (const filter of FILTERS) {
      const found = lists[filter].records.find((record) => record.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Without ids: everything. Shown at once; the server's own event tells the other devices. */
  async markRead(ids?: readonly string[]): Promise<void> {
    const { client } = this.#options;
    this.#change(({ id }) => ids === undefined || ids.includes(id), { new: false });
    await client.markCallRecordsRead({ body: ids === undefined ? {} : { ids: [...ids] } });
  }

  /** The counter says that nothing is unread any more. */
  allRead(): void {
    this.#change(() => true, { new: false });
  }

  apply(event: HistoryEvent): void {
    switch (event.type) {
      case "HISTORY":
        this.#insert(event.cdr);
        break;
      case "HISTORY_READ":
        this.#change(({ id, phone }) => phone === event.phone && (event.ids?.includes(id) ?? true), {
          new: false,
        });
        break;
      case "HISTORY_RETURNED":
        this.#change(({ id }) => event.ids.includes(id), { returned: event.returned });
        break;
      case "HISTORY_NOTE":
        this.#change(({ callid, phone }) => callid === event.callid && phone === event.phone, {
          noted: event.note !== null,
        });
        break;
      case "RECORDING_NEW":
        this.#change(({ callid, phone }) => callid === event.callid && phone === event.phone, {
          recorded: true,
        });
        break;
    }
  }

  stop(): void {
    this.#cancelSave();
  }

  #insert(record: CallRecord): void {
    for (const filter of FILTERS) {
      // A list nobody has opened is loaded when somebody does.
      const isLoaded = this.state.getState().lists[filter].status !== "idle" || filter === "all";
      if (!isLoaded || !matchesFilter(record, filter)) continue;
      this.#update(filter, (list) => ({ ...list, records: withRecord(list.records, record) }));
    }
  }

  #change(isMeant: (record: CallRecord) => boolean, change: Partial<CallRecord>): void {
    for (const filter of FILTERS) {
      this.#update(filter, (list) => {
        const records = changed(list.records, (record) => isMeant(record) && differs(record, change), change);
        return records === list.records ? list : { ...list, records };
      });
    }
  }

  #loadNewest(filter: CallRecordFilter): Promise<void> {
    this.#update(filter, (list) => (list.status === "ready" ? list : { ...list, status: "loading" }));
    return this.#once(`${filter} newest`, async () => {
      try {
        const page = await this.#page(filter);
        this.#update(filter, (list) => withNewest(list, page, page.length < PAGE));
        // At once: who leaves again within the next moment finds it too.
        if (filter === "all") this.#save();
      } catch (failure) {
        this.#update(filter, (list) => ({ ...list, status: list.status === "ready" ? "ready" : "failed" }));
        throw failure;
      }
    });
  }

  #page(filter: CallRecordFilter, before?: string): Promise<readonly CallRecord[]> {
    return this.#options.client.listCallRecords({ query: { filter, limit: PAGE, before } });
  }

  /** One request for the same thing at a time: whoever asks again meanwhile waits for the same answer. */
  #once(what: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(what);
    if (running) return running;
    const started = load().finally(() => this.#loading.delete(what));
    this.#loading.set(what, started);
    return started;
  }

  #update(filter: CallRecordFilter, step: (list: CallListState) => CallListState): void {
    const { lists } = this.state.getState();
    const before = lists[filter];
    const after = step(before);
    if (after === before) return;
    this.state.setState({ lists: { ...lists, [filter]: after } });
    if (filter === "all" && after.records !== before.records) this.#saveSoon();
  }

  #saveSoon(): void {
    this.#cancelSave();
    this.#cancelSave = this.#options.clock.schedule(SAVE_AFTER_MS, () => this.#save());
  }

  #save(): void {
    this.#cancelSave();
    this.#options.cache.save(this.state.getState().lists.all.records);
  }
}

function differs(record: CallRecord, change: Partial<CallRecord>): boolean {
  return Object.entries(change).some(([field, value]) => record[field as keyof CallRecord] !== value);
}
