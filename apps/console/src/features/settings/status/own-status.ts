import type { ActiveStatus, StatusUpdateEvent, UserStatus } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api-client.ts";
import { type StatusForm, statusChangeOf } from "./status-form.ts";

export interface OwnStatusState {
  readonly active: ActiveStatus | null;
  /** What the dialog offers: shared ones first, then personal ones. */
  readonly saved: readonly UserStatus[];
}

export interface OwnStatusOptions {
  readonly client: Pick<Client, "getStatus" | "listStatuses" | "createStatus" | "setStatus" | "deleteStatus">;
  readonly userId: () => number | undefined;
  readonly uuid: () => string;
}

/** The status the user shows, and the ones to pick from. */
export class OwnStatus {
  readonly state: StoreApi<OwnStatusState>;
  readonly #options: OwnStatusOptions;

  constructor(options: OwnStatusOptions) {
    this.#options = options;
    this.state = createStore<OwnStatusState>()(() => ({ active: null, saved: [] }));
  }

  adopt(active: ActiveStatus | null): void {
    this.state.setState({ active });
  }

  async loadSaved(): Promise<void> {
    this.state.setState({ saved: await this.#options.client.listStatuses() });
  }

  /** Returns the words for the user: a status was set, or cleared. */
  async save(form: StatusForm): Promise<string> {
    const change = statusChangeOf(form, this.#options.uuid());
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
    await this.#options.client.setStatus({ body: { status_id: null } });
    this.state.setState({ active: null });
    return "Status cleared successfully.";
  }

  async remove(id: number): Promise<string> {
    await this.#options.client.deleteStatus({ query: { status_id: id } });
    this.#drop(id);
    return "Status removed successfully.";
  }

  apply(event: StatusUpdateEvent): void {
    if (event.user_id !== this.#options.userId()) return;
    if (event.action === "set_user_status") this.adopt(event.status);
    else if (event.action === "status_removed") this.adopt(null);
    else this.#drop(event.status_id);
  }

  reset(): void {
    this.state.setState({ active: null, saved: [] });
  }

  async #reload(): Promise<void> {
    const { client } = this.#options;
    const [active, saved] = await Promise.all([client.getStatus(), client.listStatuses()]);
    this.state.setState({ active, saved });
  }

  #drop(id: number): void {
    this.state.setState(({ active, saved }) => ({
      active: active?.id === id ? null : active,
      saved: saved.filter((status) => status.id !== id),
    }));
  }
}
