import type { CallRecord, CallRecordFilter } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Client } from "../../../../platform/api/api-client.ts";
import { entities } from "../../../../platform/api/entities.ts";
import type { EventLog } from "../../../../platform/live/event-log.ts";
import { createListCache } from "../../../../platform/live/list-cache.ts";
import { LiveList, type LiveListState } from "../../../../platform/live/live-list.ts";
import type { KeyValueStore } from "../../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../../platform/storage/storage-keys.ts";
import { CALL_RULES, compareCalls, matchesFilter, setCalls } from "./call-rules.ts";

export type CallHistoryState = LiveListState<CallRecord, CallRecordFilter>;

export interface CallHistoryOptions {
  readonly client: Pick<Client, "listCallRecords" | "markCallRecordsRead">;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly userId: number;
}

const PAGE = 100;
const CACHE_VERSION = 3;

/** The calls of the user's lines. */
export class CallHistory extends LiveList<CallRecord, CallRecordFilter> {
  readonly #client: CallHistoryOptions["client"];

  constructor({ client, log, clock, store, userId }: CallHistoryOptions) {
    const keyOf = (filter: CallRecordFilter): string => filter;
    super({
      log,
      clock,
      choice: "all",
      keyOf,
      idOf: ({ id }) => id,
      compare: compareCalls,
      fits: matchesFilter,
      rules: CALL_RULES,
      page: async (filter, before, options) => {
        const query = { filter, limit: PAGE, before };
        const rows = entities(await client.listCallRecords({ query }, options));
        return { rows, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
      },
      cache: createListCache({
        store,
        key: STORAGE_KEYS.callHistory,
        version: CACHE_VERSION,
        userId,
        keeps: (filter) => filter === "all",
        keyOf,
      }),
    });
    this.#client = client;
  }

  /** Without ids: everything. Shown at once; the server's own event tells the other devices. */
  async markRead(ids?: readonly string[]): Promise<void> {
    const read = setCalls(({ id }) => ids?.includes(id) ?? true, { new: false });
    const body = ids === undefined ? {} : { ids: [...ids] };
    await this.change(read, (options) => this.#client.markCallRecordsRead({ body }, options));
  }
}
