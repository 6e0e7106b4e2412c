import type { ActiveStatus, UserStatus } from "@offhook/contract";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions, Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../../platform/live/live-value.ts";
import type { StatusChange } from "./status-form.ts";

export interface OwnStatusState {
  readonly active: ActiveStatus | null;
  /** What the dialog offers: shared ones first, then personal ones. */
  readonly saved: readonly UserStatus[];
  /** Before, nobody has asked for the saved ones, and a new one of another device is only one of them. */
  readonly isSavedLoaded: boolean;
}

export interface OwnStatusOptions {
  readonly client: Pick<Client, "getStatus" | "listStatuses" | "createStatus" | "setStatus" | "deleteStatus">;
  readonly log: EventLog;
  readonly userId: number;
}

/** The status the user shows, and the ones to pick from. */
export class OwnStatus {
  readonly state: StoreApi<OwnStatusState>;
  readonly #live: LiveValue<OwnStatusState>;
  readonly #options: OwnStatusOptions;

  constructor(options: OwnStatusOptions) {
    this.#options = options;
    this.#live = new LiveValue<OwnStatusState>({
      log: options.log,
      initial: { active: null, saved: [], isSavedLoaded: false },
      rules: ownStatusRules(options.userId),
      reload: () => this.#reload(),
    });
    this.state = this.#live.state;
  }

  /** The profile was loaded anew, complete up to event `at`. */
  adopt(active: ActiveStatus | null, at = this.#options.log.last): void {
    this.#live.take((state) => ({ ...state, active }), at);
  }

  loadSaved(): Promise<void> {
    return this.#live.fetch(
      "saved",
      (options) => this.#options.client.listStatuses({}, options),
      (state, saved) => ({ ...state, saved: entities(saved), isSavedLoaded: true }),
    );
  }

  /** Returns the words for the user: a status was set, or cleared. */
  async save(change: StatusChange): Promise<string> {
    if (change.kind === "clear") return this.clear();
    const { client } = this.#options;
    await (change.kind === "create"
      ? client.createStatus({ body: change.body })
      : client.setStatus({ body: change.body }));
    // It is set; where this fails, the pushed event brings the same.
    await this.#reload().catch(() => {});
    return "Status updated successfully.";
  }

  async clear(): Promise<string> {
    const { client } = this.#options;
    await this.#live.change(
      (state) => ({ ...state, active: null }),
      (options) => client.setStatus({ body: { status_id: null } }, options),
    );
    return "Status cleared successfully.";
  }

  async remove(id: number): Promise<string> {
    const { client } = this.#options;
    await this.#live.change(
      (state) => without(state, id),
      (options) => client.deleteStatus({ query: { status_id: id } }, options),
    );
    return "Status removed successfully.";
  }

  stop(): void {
    this.#live.stop();
  }

  #reload(): Promise<void> {
    const { client } = this.#options;
    const ask = (options: CallOptions) =>
      Promise.all([client.getStatus({}, options), client.listStatuses({}, options)]);
    return this.#live.fetch(
      "all",
      ask,
      (_before, [active, saved]) => ({ active, saved: entities(saved), isSavedLoaded: true }),
      { isWhole: true },
    );
  }
}

function without(state: OwnStatusState, id: number): OwnStatusState {
  const { active, saved } = state;
  return {
    ...state,
    active: active?.id === id ? null : active,
    saved: saved.filter((status) => status.id !== id),
  };
}

/** What a device sets for the first time has been saved with it. */
function withActive(state: OwnStatusState, active: ActiveStatus): OwnStatusState {
  const { saved, isSavedLoaded } = state;
  if (!isSavedLoaded || saved.some(({ id }) => id === active.id)) return { ...state, active };
  const { expires_at: _, ...status } = active;
  return { ...state, active, saved: [...saved, status].sort(inOrder) };
}

/** As the service lists them. */
function inOrder(one: UserStatus, other: UserStatus): number {
  return Number(other.shared) - Number(one.shared) || one.id - other.id;
}

function ownStatusRules(userId: number) {
  return {
    STATUS_UPDATE: (state, event) => {
      if (event.user_id !== userId) return state;
      if (event.action === "set_user_status") return withActive(state, event.status);
      if (event.action === "status_removed") return { ...state, active: null };
      return without(state, event.status_id);
    },
  } satisfies EventRules<OwnStatusState>;
}
