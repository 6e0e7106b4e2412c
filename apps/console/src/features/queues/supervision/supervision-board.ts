import type {
  QueueActPage,
  QueueActsQuery,
  QueueAgentOrder,
  QueueAgentPlace,
  QueueAgentRef,
  QueueCall,
  QueueStatus,
  SupervisionMode,
} from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";

export interface SupervisedFloor {
  readonly queues: readonly QueueStatus[];
  readonly pauseReasons: readonly string[];
  readonly status: "loading" | "ready" | "failed";
}

/** Left out: all of them. */
export type ActsFilter = Pick<QueueActsQuery, "queue" | "phone">;

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
}

const EMPTY: SupervisedFloor = { queues: [], pauseReasons: [], status: "loading" };

/** All queues of the company, the calls of their agents, and what supervisors did. */
export class SupervisionBoard {
  readonly floor: StoreApi<SupervisedFloor>;
  readonly calls: StoreApi<readonly QueueCall[]>;
  readonly places: StoreApi<readonly QueueAgentPlace[]>;
  readonly acts: StoreApi<QueueActPage>;
  readonly actsFilter: StoreApi<ActsFilter>;
  readonly #floor: LiveValue<SupervisedFloor>;
  readonly #calls: LiveValue<readonly QueueCall[]>;
  readonly #places: LiveValue<readonly QueueAgentPlace[]>;
  readonly #client: SupervisionBoardOptions["client"];
  readonly #log: EventLog;

  constructor({ client, log }: SupervisionBoardOptions) {
    this.#client = client;
    this.#log = log;
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
    this.acts = createStore<QueueActPage>()(() => ({ acts: [], next: null }));
    this.actsFilter = createStore<ActsFilter>()(() => ({}));
  }

  start(): void {
    for (const live of [this.#floor, this.#calls, this.#places]) live.start();
  }

  stop(): void {
    for (const live of [this.#floor, this.#calls, this.#places]) live.stop();
  }

  async load(): Promise<void> {
    this.#log.background(Promise.all([this.#loadCalls(), this.#loadPlaces(), this.#loadActs()]));
    await this.#loadFloor();
  }

  async loadOlderActs(): Promise<void> {
    const { acts, next } = this.acts.getState();
    if (next === null) return;
    const filter = this.actsFilter.getState();
    const older = await this.#client.listQueueActs({ query: { ...filter, before: next } });
    // What is shown has become something else meanwhile.
    if (this.acts.getState().acts !== acts) return;
    this.acts.setState({ acts: [...acts, ...entities(older.acts)], next: older.next });
  }

  async filterActs(filter: ActsFilter): Promise<void> {
    this.actsFilter.setState(filter, true);
    await this.#loadActs();
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
    this.#log.background(Promise.all([this.#loadCalls(), this.#loadActs()]));
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

  async #loadActs(): Promise<void> {
    const filter = this.actsFilter.getState();
    const page = await this.#client.listQueueActs({ query: filter });
    if (this.actsFilter.getState() !== filter) return;
    this.acts.setState({ acts: [...entities(page.acts)], next: page.next });
  }
}

function withQueue(floor: SupervisedFloor, { status }: { readonly status: QueueStatus }) {
  // A queue that is new.
  if (!floor.queues.some(({ queue_id }) => queue_id === status.queue_id)) return undefined;
  const queues = floor.queues.map((queue) => (queue.queue_id === status.queue_id ? status : queue));
  return { ...floor, queues };
}
