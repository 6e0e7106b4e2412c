import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { AlertState, AlertStore } from "./alert-store.ts";

const AlertsContext = createServiceContext<AlertStore>("Alerts");
export const AlertsProvider = AlertsContext.Provider;

export function useAlerts(): AlertStore {
  return useService(AlertsContext);
}

export function useAlertState<Selected>(select: (state: AlertState) => Selected): Selected {
  return useStore(useAlerts().state, select);
}
