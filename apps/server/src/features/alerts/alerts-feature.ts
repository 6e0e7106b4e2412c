import type { AdminAlerts } from "../../platform/admin-alerts.ts";
import { alertRoutes } from "./alert-routes.ts";
import { AlertService, type AlertServiceDeps } from "./alert-service.ts";

export interface AlertsFeature extends AdminAlerts {
  readonly handlers: ReturnType<typeof alertRoutes>;
  start(): void;
  /** Stores what waits, then stops. */
  close(): Promise<void>;
}

export function createAlertsFeature(deps: AlertServiceDeps): AlertsFeature {
  const alerts = new AlertService(deps);
  return {
    raise: (alert) => alerts.raise(alert),
    handlers: alertRoutes(alerts),
    start: () => alerts.start(),
    close: () => alerts.close(),
  };
}
