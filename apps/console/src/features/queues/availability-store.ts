import type { HuntGroup, Queue } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api/api-client.ts";
import { entities } from "../../platform/api/entities.ts";
import type { EventLog } from "../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../platform/live/live-value.ts";

export interface AvailabilityState {
  readonly queues: readonly Queue[];
  readonly huntGroups: readonly HuntGroup[];
  readonly status: "idle" | "loading" | "ready" | "failed";
}

export interface AvailabilityOptions {
  readonly client: Pick<
    Client,
    "listMyQueues" | "loginToQueue" | "logoutOfQueue" | "getHuntGroups" | "updateHuntGroupAvailability"
  >;
  readonly clock: Clock;
  readonly log: EventLog;
  /** The phone line that logs in to queues. */
  readonly activeLine: () => string | undefined;
}

/** A refused switch stays where the user put it for this long, then goes back: a jump at once would look broken. */
const ROLLBACK_AFTER_MS = 500;

const bit = (isOn: boolean): "1" | "0" => (isOn ? "1" : "0");

/** Which queues and hunt groups ring the user. */
export class Availability {
  readonly state: StoreApi<AvailabilityState>;
  readonly #live: LiveValue<AvailabilityState>;
  readonly #options: AvailabilityOptions;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    this.#live = new LiveValue<AvailabilityState>({
      log: options.log,
      initial: { queues: [], huntGroups: [], status: "idle" },
      rules: availabilityRules(options.activeLine),
      reload: () => this.load(),
    });
    this.state = this.#live.state;
  }

  async load(): Promise<void> {
    const { client, activeLine } = this.#options;
    if (this.state.getState().status !== "ready") this.#setStatus("loading");
    const phone = activeLine();
    try {
      await this.#live.fetch(
        `of ${phone}`,
        (options) =>
          Promise.all([
            client.listMyQueues({ query: phone === undefined ? {} : { phone } }, options),
            client.getHuntGroups({}, options),
          ]),
        (state, [queues, huntGroups]) => {
          // The user has chosen another line meanwhile, which is asked for by itself.
          if (phone !== activeLine()) return state;
          const groups = entities(huntGroups).map((group) => ({
            ...group,
            lines: [...entities(group.lines)],
          }));
          return { queues: entities(queues), huntGroups: groups, status: "ready" };
        },
        { isWhole: true },
      );
    } catch (failure) {
      this.#setStatus("failed");
      throw failure;
    }
  }

  async setQueue(id: number, isAvailable: boolean): Promise<void> {
    const { client, activeLine } = this.#options;
    const body = { queue: id, phone: activeLine() ?? "" };
    const save = isAvailable ? client.loginToQueue : client.logoutOfQueue;
    await this.#live.change(withQueue(id, bit(isAvailable)), (options) =>
      this.#slowToRefuse(save({ body }, options)),
    );
  }

  async setHuntGroupLine(hid: number, isAvailable: boolean): Promise<void> {
    const available = bit(isAvailable);
    const body = { hid, available };
    await this.#live.change(withLine(hid, available), (options) =>
      this.#slowToRefuse(this.#options.client.updateHuntGroupAvailability({ body }, options)),
    );
  }

  stop(): void {
    this.#live.stop();
  }

  async #slowToRefuse(saved: Promise<unknown>): Promise<void> {
    try {
      await saved;
    } catch (failure) {
      await new Promise<void>((resolve) => this.#options.clock.schedule(ROLLBACK_AFTER_MS, resolve));
      throw failure;
    }
  }

  #setStatus(status: AvailabilityState["status"]): void {
    this.#live.update((state) => ({ ...state, status }));
  }
}

type Step = (state: AvailabilityState) => AvailabilityState;

function withQueue(id: number, available: "1" | "0"): Step {
  return (state) => ({
    ...state,
    queues: state.queues.map((queue) => (queue.id === id ? { ...queue, available } : queue)),
  });
}

function withLine(hid: number, available: "1" | "0"): Step {
  return (state) => ({
    ...state,
    huntGroups: state.huntGroups.map((group) => ({
      ...group,
      lines: group.lines.map((line) => (line.id === hid ? { ...line, available } : line)),
    })),
  });
}

function availabilityRules(activeLine: () => string | undefined) {
  return {
    QUEUE_UPDATE: (state, { phone, queue_id, available }) =>
      phone === activeLine() ? withQueue(queue_id, available)(state) : state,
    HUNTGROUP_UPDATE: (state, { hid, available }) => withLine(hid, available)(state),
  } satisfies EventRules<AvailabilityState>;
}
