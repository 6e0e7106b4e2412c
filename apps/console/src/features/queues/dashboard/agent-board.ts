import type { QueueNumbers, QueueStatus } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions, Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../../platform/live/live-value.ts";
import { type MissedCall, missedCallOf } from "../missed/missed-call.ts";
import { type Pause, pausesAfter } from "./own-pauses.ts";

export interface AgentBoardState {
  /** Those that the user may see. */
  readonly queues: readonly QueueStatus[];
  readonly pauseReasons: readonly string[];
  /** The user's lines that are paused, by their names. */
  readonly pauses: Readonly<Record<string, Pause>>;
  /** The last call that a queue rang one of these lines for in vain, until the user has seen it. */
  readonly missed: MissedCall | undefined;
  readonly status: "loading" | "ready" | "failed";
}

export interface AgentBoardOptions {
  readonly client: Pick<
    Client,
    | "getQueueStatus"
    | "getQueueNumbers"
    | "pauseQueues"
    | "resumeQueues"
    | "takeQueueCall"
    | "getReadyForQueues"
  >;
  readonly clock: Clock;
  readonly log: EventLog;
  /** Names of the user's lines. */
  readonly ownLines: readonly string[];
}

/** A call answered within so many seconds was answered in time. */
export const SERVICE_SECONDS = 20;
/** What has just happened is counted only when it is stored. */
const COUNT_AFTER_MS = 1_000;
const COUNT_EVERY_MS = 5_000;
/** Without a call, too: at midnight a new day begins, which nobody tells of. */
const COUNT_AT_LEAST_EVERY_MS = 300_000;

const EMPTY: AgentBoardState = {
  queues: [],
  pauseReasons: [],
  pauses: {},
  missed: undefined,
  status: "loading",
};

/** The user's queues as they are at this moment, and what was counted today. */
export class AgentBoard {
  readonly state: StoreApi<AgentBoardState>;
  /** Undefined: not known yet. */
  readonly numbers: StoreApi<QueueNumbers | undefined>;
  readonly #live: LiveValue<AgentBoardState>;
  readonly #counted: LiveValue<QueueNumbers | undefined>;
  readonly #options: AgentBoardOptions;
  #cancelCount: CancelTimer = () => {};
  #countDueAt = Number.POSITIVE_INFINITY;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AgentBoardOptions) {
    const { log, ownLines } = options;
    this.#options = options;
    this.#live = new LiveValue<AgentBoardState>({
      log,
      initial: EMPTY,
      rules: boardRules(ownLines),
      reload: () => this.#load(),
    });
    this.#counted = new LiveValue<QueueNumbers | undefined>({
      log,
      initial: undefined,
      rules: { QUEUE_STATUS: () => undefined },
      reload: async () => this.#countSoon(),
    });
    this.state = this.#live.state;
    this.numbers = this.#counted.state;
  }

  start(): void {
    this.#live.start();
    this.#counted.start();
  }

  stop(): void {
    this.#live.stop();
    this.#counted.stop();
    this.#cancelCount();
    this.#countDueAt = Number.POSITIVE_INFINITY;
  }

  /** Everything anew. */
  async load(): Promise<void> {
    this.#count();
    await this.#load();
  }

  /** On all lines of the user: whoever goes to lunch takes no call on the other line either. */
  async pause(reason: string): Promise<void> {
    const since = Math.floor(this.#options.clock.now() / 1000);
    const paused = Object.fromEntries(this.#options.ownLines.map((line) => [line, { reason, since }]));
    await this.#changePauses({ ...paused, ...sameReason(this.state.getState(), reason) }, (options) =>
      this.#options.client.pauseQueues({ body: { reason } }, options),
    );
  }

  async resume(): Promise<void> {
    this.forgetMissed();
    await this.#changePauses({}, (options) => this.#options.client.resumeQueues({ body: {} }, options));
  }

  /** Has a line of the user ring for a caller who waits. */
  async take(callid: string): Promise<void> {
    await this.#options.client.takeQueueCall({ body: { callid } });
  }

  /** Ends the wrap-up. */
  async getReady(): Promise<void> {
    await this.#options.client.getReadyForQueues({ body: {} });
  }

  /** The user has seen it. */
  forgetMissed(): void {
    if (this.state.getState().missed) this.#live.update((state) => ({ ...state, missed: undefined }));
  }

  async #changePauses(
    pauses: AgentBoardState["pauses"],
    save: (options: CallOptions) => ReturnType<Client["pauseQueues"]>,
  ): Promise<void> {
    await this.#live.change(
      (state) => ({ ...state, pauses }),
      save,
      (lines) => (state) => lines.reduce(withPause, state),
    );
  }

  async #load(): Promise<void> {
    const { client, ownLines } = this.#options;
    if (this.state.getState().status === "failed") this.#setStatus("loading");
    try {
      await this.#live.fetch(
        "status",
        (options) => client.getQueueStatus({}, options),
        (before, reply) => {
          const queues = entities(reply.queues).map(readable);
          const pauses = pausesAfter(before.pauses, queues, ownLines);
          return { ...before, queues, pauseReasons: reply.pause_reasons, pauses, status: "ready" };
        },
        { isWhole: true },
      );
    } catch (failure) {
      // What was known before is better than nothing; the banner tells of the outage.
      if (this.state.getState().status !== "ready") this.#setStatus("failed");
      throw failure;
    }
  }

  #setStatus(status: AgentBoardState["status"]): void {
    this.#live.update((state) => ({ ...state, status }));
  }

  #countSoon(): void {
    const now = this.#options.clock.now();
    this.#countAt(Math.max(now + COUNT_AFTER_MS, this.#countedAt + COUNT_EVERY_MS));
  }

  #countAt(dueAt: number): void {
    if (dueAt >= this.#countDueAt) return;
    const { clock } = this.#options;
    this.#cancelCount();
    this.#countDueAt = dueAt;
    this.#cancelCount = clock.schedule(dueAt - clock.now(), () => this.#count());
  }

  #count(): void {
    const { client, clock, log } = this.#options;
    this.#cancelCount();
    this.#countedAt = clock.now();
    this.#countDueAt = Number.POSITIVE_INFINITY;
    this.#countAt(this.#countedAt + COUNT_AT_LEAST_EVERY_MS);
    const counted = this.#counted.fetch(
      "numbers",
      (options) => client.getQueueNumbers({ query: { seconds: SERVICE_SECONDS } }, options),
      (_before, numbers) => numbers,
      { isWhole: true },
    );
    log.background(counted);
  }
}

/** Lists that are none are empty ones: the rest of the queue can be shown. */
function readable(queue: QueueStatus): QueueStatus {
  return { ...queue, waiting: [...entities(queue.waiting)], agents: [...entities(queue.agents)] };
}

function boardRules(ownLines: readonly string[]) {
  return {
    QUEUE_STATUS: (state, { status }) => {
      // A queue that the user serves only now.
      if (!state.queues.some(({ queue_id }) => queue_id === status.queue_id)) return undefined;
      const news = readable(status);
      const queues = state.queues.map((queue) => (queue.queue_id === news.queue_id ? news : queue));
      return { ...state, queues, pauses: pausesAfter(state.pauses, queues, ownLines) };
    },
    QUEUE_MISSED: (state, event) =>
      ownLines.includes(event.phone) ? { ...state, missed: missedCallOf(event) } : state,
    QUEUE_PAUSE: (state, event) => (ownLines.includes(event.phone) ? withPause(state, event) : state),
  } satisfies EventRules<AgentBoardState>;
}

interface PausedLine {
  readonly phone: string;
  readonly reason: string | null;
  readonly since: number | null;
}

function withPause(state: AgentBoardState, { phone, reason, since }: PausedLine): AgentBoardState {
  const { [phone]: _before, ...others } = state.pauses;
  if (reason === null || since === null) return { ...state, pauses: others };
  return { ...state, pauses: { ...others, [phone]: { reason, since } } };
}

/** Paused once more for the same reason, a pause goes on. */
function sameReason({ pauses }: AgentBoardState, reason: string): AgentBoardState["pauses"] {
  return Object.fromEntries(Object.entries(pauses).filter(([, pause]) => pause.reason === reason));
}
