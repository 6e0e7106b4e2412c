import type { HuntGroup, Queue, QueueEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api-client.ts";
import { toggleWithRollback } from "./toggle-with-rollback.ts";

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
  /** The phone line that logs in to queues. */
  readonly activeLine: () => string | undefined;
}

const bit = (isOn: boolean): "1" | "0" => (isOn ? "1" : "0");

/** Which queues and hunt groups ring the user. */
export class Availability {
  readonly state: StoreApi<AvailabilityState>;
  readonly #options: AvailabilityOptions;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    this.state = createStore<AvailabilityState>()(() => ({ queues: [], huntGroups: [], status: "idle" }));
  }

  async load(): Promise<void> {
    const { client, activeLine } = this.#options;
    if (this.state.getState().status !== "ready") this.state.setState({ status: "loading" });
    const phone = activeLine();
    try {
      const [queues, huntGroups] = await Promise.all([
        client.listMyQueues({ query: phone === undefined ? {} : { phone } }),
        client.getHuntGroups(),
      ]);
      this.state.setState({ queues, huntGroups, status: "ready" });
    } catch (failure) {
      this.state.setState({ status: "failed" });
      throw failure;
    }
  }

  setQueue(id: number, isAvailable: boolean): Promise<void> {
    const { client, clock, activeLine } = this.#options;
    const body = { queue: id, phone: activeLine() ?? "" };
    return toggleWithRollback(isAvailable, {
      clock,
      show: (isOn) => this.#showQueue(id, isOn),
      save: (isOn) => (isOn ? client.loginToQueue({ body }) : client.logoutOfQueue({ body })),
    });
  }

  setHuntGroupLine(hid: number, isAvailable: boolean): Promise<void> {
    const { client, clock } = this.#options;
    return toggleWithRollback(isAvailable, {
      clock,
      show: (isOn) => this.#showLine(hid, isOn),
      save: (isOn) => client.updateHuntGroupAvailability({ body: { hid, available: bit(isOn) } }),
    });
  }

  apply(event: QueueEvent): void {
    if (event.type === "HUNTGROUP_UPDATE") this.#showLine(event.hid, event.available === "1");
    else if (event.phone === this.#options.activeLine()) {
      this.#showQueue(event.queue_id, event.available === "1");
    }
  }

  reset(): void {
    this.state.setState({ queues: [], huntGroups: [], status: "idle" });
  }

  #showQueue(id: number, isOn: boolean): void {
    this.state.setState(({ queues }) => ({
      queues: queues.map((queue) => (queue.id === id ? { ...queue, available: bit(isOn) } : queue)),
    }));
  }

  #showLine(hid: number, isOn: boolean): void {
    this.state.setState(({ huntGroups }) => ({
      huntGroups: huntGroups.map((group) => ({
        ...group,
        lines: group.lines.map((line) => (line.id === hid ? { ...line, available: bit(isOn) } : line)),
      })),
    }));
  }
}
