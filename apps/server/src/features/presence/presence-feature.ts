import { PresenceService, type PresenceServiceDeps } from "./presence-service.ts";

/** Has no routes: presence is told by push and shown with people. */
export function createPresenceFeature(deps: PresenceServiceDeps): PresenceService {
  return new PresenceService(deps);
}
