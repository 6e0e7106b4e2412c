import type { alertsApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { AlertService } from "./alert-service.ts";

export function alertRoutes(alerts: AlertService): Handlers<typeof alertsApi> {
  return {
    listAdminAlerts: ({ actor }) => alerts.list(actor),
    dismissAdminAlert: ({ actor, body }) => alerts.dismiss(actor, body.id),
    listToldAlerts: ({ actor }) => alerts.listTold(actor),
    dismissToldAlert: ({ actor, body }) => alerts.dismiss(actor, body.id),
  };
}
