import type {
  QueueAgentOrder,
  QueueAgentPlace,
  QueueAgentRef,
  QueueCall,
  QueueStatus,
  SupervisionMode,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import { ActList } from "./act-list.ts";

export interface SupervisedFloor {
  readonly queues: readonly QueueStatus[];
  readonly pauseReasons: readonly string[];
  readonly status: "loading" | "ready" | "failed";
}

export interface SupervisionBoardOptions {
  readonly client: Pick<
    Client,
    | "getQueueStatus"
    | "listQueueCalls"
    | "listAgentPlaces"
    | "listQueueActs"
    | "superviseCall"
    | "takeOverCall"
    | "loginAgent"
    | "logoutAgent"
    | "pauseAgent"
    | "resumeAgent"
    | "orderAgent"
    | "moveQueueCallToFront"
    | "moveQueueCall"
    | "cancelQueueCallback"
  >;
  readonly log: EventLog;
  readonly clock: Clock;
}

const EMPTY: SupervisedFloor = { queues: [], pauseReasons: [], status: "loading" };

/** All queues of the company, the calls of their agents, and what supervisors did. */
export class SupervisionBoard {
  readonly floor: StoreApi<SupervisedFloor>;
  readonly calls: StoreApi<readonly QueueCall[]>;
  readonly places: StoreApi<readonly QueueAgentPlace[]>;
  readonly acts: ActList;
  readonly #floor: LiveValue<SupervisedFloor>;
  readonly #calls: LiveValue<readonly QueueCall[]>;
  readonly #places: LiveValue<readonly QueueAgentPlace[]>;
  readonly #client: SupervisionBoardOptions["client"];
  readonly #log: EventLog;

  constructor({ client, log, clock }: SupervisionBoardOptions) {
    this.#client = client;
    this.#log = log;
    this.acts = new ActList({ client, log, clock });
    this.#floor = new LiveValue<SupervisedFloor>({
      log,
      initial: EMPTY,
      rules: { QUEUE_STATUS: withQueue },
      reload: () => this.#loadFloor(),
    });
    // An agent who begins or ends a call looks different in the queue; one's own listening is a call of one's line.
    this.#calls = new LiveValue<readonly QueueCall[]>({
      log,
      initial: [],
      rules: { QUEUE_STATUS: () => undefined, LIVE_CALLS: () => undefined },
      reload: () => this.#loadCalls(),
    });
    this.#places = new LiveValue<readonly QueueAgentPlace[]>({
      log,
      initial: [],
      rules: { QUEUE_UPDATE: () => undefined },
      reload: () => this.#loadPlaces(),
    });
    this.floor = this.#floor.state;
    this.calls = this.#calls.state;
    this.places = this.#places.state;
  }

  start(): void {
    for (const live of [this.#floor, this.#calls, this.#places, this.acts]) live.start();
  }

  stop(): void {
    for (const live of [this.#floor, this.#calls, this.#places, this.acts]) live.stop();
  }

  async load(): Promise<void> {
    this.#log.background(Promise.all([this.#loadCalls(), this.#loadPlaces(), this.acts.load()]));
    await this.#loadFloor();
  }

  /** Gives the call that the user's phone rings for. */
  supervise(callid: string, mode: SupervisionMode): Promise<{ readonly callid: string }> {
    return this.#do(() => this.#client.superviseCall({ body: { callid, mode } }));
  }

  takeOver(callid: string): Promise<{ readonly callid: string }> {
    return this.#do(() => this.#client.takeOverCall({ body: { callid } }));
  }

  signIn(agent: QueueAgentRef): Promise<unknown> {
    return this.#do(() => this.#client.loginAgent({ body: agent }));
  }

  signOut(agent: QueueAgentRef): Promise<unknown> {
    return this.#do(() => this.#client.logoutAgent({ body: agent }));
  }

  pause(phone: string, reason: string): Promise<unknown> {
    return this.#do(() => this.#client.pauseAgent({ body: { phone, reason } }));
  }

  resume(phone: string): Promise<unknown> {
    return this.#do(() => this.#client.resumeAgent({ body: { phone } }));
  }

  order(order: QueueAgentOrder): Promise<unknown> {
    return this.#do(() => this.#client.orderAgent({ body: order }));
  }

  moveToFront(callid: string): Promise<unknown> {
    return this.#do(() => this.#client.moveQueueCallToFront({ body: { callid } }));
  }

  moveToQueue(callid: string, queue: number): Promise<unknown> {
    return this.#do(() => this.#client.moveQueueCall({ body: { callid, queue } }));
  }

  cancelCallback(callid: string): Promise<unknown> {
    return this.#do(() => this.#client.cancelQueueCallback({ query: { callid } }));
  }

  async #do<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = await act();
    this.#log.background(this.#loadCalls());
    return result;
  }

  async #loadFloor(): Promise<void> {
    if (this.floor.getState().status === "failed") this.#setStatus("loading");
    try {
      await this.#floor.fetch(
        "floor",
        (options) => this.#client.getQueueStatus({}, options),
        (_before, { queues, pause_reasons }) => ({
          queues: entities(queues),
          pauseReasons: pause_reasons,
          status: "ready",
        }),
        { isWhole: true },
      );
    } catch (failure) {
      // What was known before is better than nothing; the banner tells of the outage.
      if (this.floor.getState().status !== "ready") this.#setStatus("failed");
      throw failure;
    }
  }

  #setStatus(status: SupervisedFloor["status"]): void {
    this.#floor.update((floor) => ({ ...floor, status }));
  }

  #loadCalls(): Promise<void> {
    return this.#calls.fetch(
      "calls",
      (options) => this.#client.listQueueCalls({}, options),
      (_before, calls) => entities(calls),
      { isWhole: true },
    );
  }

  #loadPlaces(): Promise<void> {
    return this.#places.fetch(
      "places",
      (options) => this.#client.listAgentPlaces({}, options),
      (_before, places) => entities(places),
      { isWhole: true },
    );
  }
}

function withQueue(floor: SupervisedFloor, { status }: { readonly status: QueueStatus }) {
  // A queue that is new.
  if (!floor.queues.some(({ queue_id }) => queue_id === status.queue_id)) return undefined;
  const queues = floor.queues.map((queue) => (queue.queue_id === status.queue_id ? status : queue));
  return { ...floor, queues };
}
