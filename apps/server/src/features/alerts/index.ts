export { type AlertsFeature, createAlertsFeature } from "./alerts-feature.ts";
