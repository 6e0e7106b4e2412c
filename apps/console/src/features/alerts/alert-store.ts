import type { AdminAlertEntry } from "@offhook/contract";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions, Client } from "../../platform/api/api-client.ts";
import type { EventLog } from "../../platform/live/event-log.ts";
import { LiveValue } from "../../platform/live/live-value.ts";

export interface AlertState {
  /** Newest first. */
  readonly alerts: readonly AdminAlertEntry[];
  readonly status: "idle" | "ready" | "failed";
}

export interface AlertStoreOptions {
  readonly client: Pick<
    Client,
    "listAdminAlerts" | "dismissAdminAlert" | "listToldAlerts" | "dismissToldAlert" | "releaseLine"
  >;
  readonly log: EventLog;
  /** Others are told of emergency calls at most. */
  readonly isAdministrator: () => boolean;
}

/** What the user was told of: an administrator of all trouble, the front desk of emergency calls. */
export class AlertStore {
  readonly state: StoreApi<AlertState>;
  readonly #live: LiveValue<AlertState>;
  readonly #options: AlertStoreOptions;

  constructor(options: AlertStoreOptions) {
    this.#options = options;
    this.#live = new LiveValue<AlertState>({
      log: options.log,
      initial: { alerts: [], status: "idle" },
      rules: { ADMIN_ALERT: (state, { alert }) => withAlert(state, alert) },
      reload: () => this.load(),
    });
    this.state = this.#live.state;
  }

  async load(): Promise<void> {
    const { client, isAdministrator } = this.#options;
    const ask = (options: CallOptions) =>
      isAdministrator() ? client.listAdminAlerts({}, options) : client.listToldAlerts({}, options);
    try {
      await this.#live.fetch("alerts", ask, (_before, { alerts }) => ({ alerts, status: "ready" }), {
        isWhole: true,
      });
    } catch (failure) {
      this.#live.update((state) => (state.status === "idle" ? { ...state, status: "failed" } : state));
      throw failure;
    }
  }

  stop(): void {
    this.#live.stop();
  }

  /** The calls were honest: the line may make them again, and the alert is done with. */
  async release({ id, subject, dismissed_at }: AdminAlertEntry): Promise<void> {
    await this.#options.client.releaseLine({ body: { line: subject } });
    if (dismissed_at === null) await this.dismiss(id);
  }

  async dismiss(id: number): Promise<void> {
    const { client, isAdministrator } = this.#options;
    const request = { body: { id } };
    await this.#live.change(
      (before) => before,
      (options) =>
        isAdministrator()
          ? client.dismissAdminAlert(request, options)
          : client.dismissToldAlert(request, options),
      (alert) => (state) => withAlert(state, alert),
    );
  }
}

function withAlert(state: AlertState, alert: AdminAlertEntry): AlertState {
  const others = state.alerts.filter(({ id }) => id !== alert.id);
  return { ...state, alerts: [alert, ...others].sort(byTime) };
}

function byTime(one: AdminAlertEntry, other: AdminAlertEntry): number {
  return other.last_at.localeCompare(one.last_at);
}

/** What still waits for somebody, an emergency before everything else. */
export function openAlerts({ alerts }: Pick<AlertState, "alerts">): readonly AdminAlertEntry[] {
  const open = alerts.filter((alert) => alert.dismissed_at === null);
  return [
    ...open.filter(({ kind }) => kind === "emergencyCall"),
    ...open.filter(({ kind }) => kind !== "emergencyCall"),
  ];
}
