export { createPresenceFeature } from "./presence-feature.ts";
export type { LiveUsers, PresenceService } from "./presence-service.ts";
