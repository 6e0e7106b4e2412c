export { type LiveUsers, PresenceService } from "./presence-service.ts";
