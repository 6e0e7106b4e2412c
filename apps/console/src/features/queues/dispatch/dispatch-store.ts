import {
  awaitsReturn,
  type CallRecord,
  type DispatchBoard,
  type ListedTask,
  type PushEventType,
  type QueueStatus,
  type ShiftList,
} from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";

export interface DispatchState extends DispatchBoard {
  readonly queues: readonly QueueStatus[];
  readonly onCall: ShiftList;
  /** Missed calls that nobody has returned. */
  readonly missed: readonly CallRecord[];
  readonly tasks: readonly ListedTask[];
  readonly status: "loading" | "ready" | "failed";
}

export interface DispatchStoreOptions {
  readonly client: Pick<
    Client,
    "getDispatchBoard" | "getQueueStatus" | "listShifts" | "listCallRecords" | "listTasks"
  >;
  readonly clock: Clock;
  /** Hears an event of the push line; returns what ends that. */
  readonly listen: (type: PushEventType, handler: () => void) => () => void;
}

/** For what no event tells of: a device that is switched off, say. */
const LOOK_EVERY_MS = 30_000;
const GATHER_MS = 150;
const MAX_LISTED = 30;
/** What changes the screen besides calls. */
const NEWS: readonly PushEventType[] = [
  "QUEUE_STATUS",
  "SHIFT_UPDATE",
  "PRESENCE_UPDATE",
  "LIVE_CALLS",
  "HISTORY",
  "HISTORY_RETURNED",
  "CALL_TASK",
  "SMS_TASK",
  "VOICEMAIL_TASK",
  "FAX_TASK",
  "OWN_TASK",
];

const EMPTY: DispatchState = {
  lines: [],
  calls: [],
  slots: [],
  boxes: [],
  queues: [],
  onCall: { timezone: "UTC", groups: [], shifts: [], handovers: [] },
  missed: [],
  tasks: [],
  status: "loading",
};

/** The company's telephones as they are now, for as long as the screen is open. */
export class DispatchStore {
  readonly state: StoreApi<DispatchState> = createStore(() => EMPTY);
  readonly #options: DispatchStoreOptions;
  #cancel: CancelTimer = () => {};
  #dueAt = Number.POSITIVE_INFINITY;
  #lastRequest = 0;
  /** The newest whose answer is shown. News come faster than answers: waiting for the last one would show none. */
  #shownRequest = 0;
  #endings: readonly (() => void)[] = [];

  constructor(options: DispatchStoreOptions) {
    this.#options = options;
  }

  start(): void {
    this.#endings = NEWS.map((type) => this.#options.listen(type, () => this.lookSoon()));
    // A failure shows on the page, with a button to try again.
    this.load().catch(() => {});
  }

  /** Something has changed; what changes with it comes in the same moment. */
  lookSoon(): void {
    this.#loadIn(GATHER_MS);
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#cancel();
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#shownRequest = this.#lastRequest;
  }

  async load(): Promise<void> {
    this.#cancel();
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    try {
      const loaded = await this.#read();
      // The answer to a later request, or the end of the screen, has overtaken this one.
      if (request <= this.#shownRequest) return;
      this.#shownRequest = request;
      this.state.setState({ ...loaded, status: "ready" });
    } catch (failure) {
      if (request <= this.#shownRequest) return;
      // What was known before is better than nothing; the banner tells of the outage.
      if (this.state.getState().status !== "ready") this.state.setState({ status: "failed" });
      throw failure;
    } finally {
      if (request === this.#lastRequest) this.#loadIn(LOOK_EVERY_MS);
    }
  }

  async #read(): Promise<Omit<DispatchState, "status">> {
    const { client } = this.#options;
    const [board, { queues }, onCall, records, { tasks }] = await Promise.all([
      client.getDispatchBoard(),
      client.getQueueStatus(),
      client.listShifts({ query: {} }),
      client.listCallRecords({ query: { filter: "missed", limit: MAX_LISTED } }),
      client.listTasks({ query: { limit: MAX_LISTED } }),
    ]);
    return {
      lines: [...entities(board.lines)],
      calls: [...entities(board.calls)],
      slots: board.slots,
      boxes: [...entities(board.boxes)],
      queues: entities(queues),
      onCall,
      missed: entities(records).filter(awaitsReturn),
      tasks: entities(tasks),
    };
  }

  #loadIn(delayMs: number): void {
    const { clock } = this.#options;
    const dueAt = clock.now() + delayMs;
    if (this.#endings.length === 0 || dueAt >= this.#dueAt) return;
    this.#cancel();
    this.#dueAt = dueAt;
    this.#cancel = clock.schedule(delayMs, () => void this.load().catch(() => {}));
  }
}
