export { AlertStore } from "./alert-store.ts";
export { AlertsProvider, useAlertState } from "./alerts-context.ts";
